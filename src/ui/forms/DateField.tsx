import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { typedDate } from '#domain/text/typedDate.ts';
import { useFormat } from '../words/useFormat.ts';

dayjs.extend(customParseFormat);

/** Weeks start on Monday (specification 1 §5). */
const FIRST_DAY_OF_WEEK = 1;

interface DateFieldProps {
  name: string;
  label: string;
  /** 'YYYY-MM-DD', or null for none. */
  value: string | null;
  required?: boolean;
  error?: string | undefined;
  /** What is to be known of the chosen day, below it; it hinders nothing. */
  note?: string | undefined;
  onChange: (value: string | null) => void;
}

/** The one date picker: a text field with a calendar. */
export function DateField({ name, label, value, required, error, note, onChange }: DateFieldProps) {
  const { language } = useFormat();
  const locale = language === 'fr' ? 'fr-ch' : 'en';
  const valueFormat = language === 'fr' ? 'D MMMM YYYY' : 'MMMM D, YYYY';
  return (
    <DatesProvider settings={{ locale, firstDayOfWeek: FIRST_DAY_OF_WEEK }}>
      <DateInput
        label={label}
        value={value}
        onChange={onChange}
        valueFormat={valueFormat}
        dateParser={(text) => {
          // The picker reads digits as Americans write them, in French too.
          const digits = typedDate(text, language);
          if (digits !== undefined) return digits;
          const read = dayjs(text, valueFormat, locale);
          const date = read.isValid() ? read : dayjs(new Date(text));
          return date.isValid() ? date.format('YYYY-MM-DD') : null;
        }}
        clearable
        allowDeselect={false}
        required={required ?? false}
        error={error}
        description={note}
        data-field={name}
        data-kind="date"
        leftSection={<IconCalendar size={16} aria-hidden />}
        clearButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
        highlightToday
      />
    </DatesProvider>
  );
}
