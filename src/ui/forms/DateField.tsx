import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#domain/config.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { typedDate } from '#domain/text/typedDate.ts';
import { useFormat } from '../words/useFormat.ts';

dayjs.extend(customParseFormat);

/** Weeks start on Monday (specification 1 §5). */
const FIRST_DAY_OF_WEEK = 1;
/** What is stored of a day is a time from 1970 to 9999, wherever its noon is. */
const FIRST_DATE = '1970-01-02';
const LAST_DATE = '9999-12-30';

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

const localeOf = (language: Language): string => (language === 'fr' ? 'fr-ch' : 'en');
const formatOf = (language: Language): string => (language === 'fr' ? 'D MMMM YYYY' : 'MMMM D, YYYY');
/** By hand: dayjs' 'Do' leaves the first as '1' in fr-ch. */
const written = (date: string, language: Language): string =>
  dateWords(dayjs(date).locale(localeOf(language)).format(formatOf(language)), language);

/** The one date picker: a text field with a calendar. What is typed and is no date changes nothing, which is said. */
export function DateField({ name, label, value, required, error, note, onChange }: DateFieldProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const [refused, setRefused] = useState<string | null>(null);
  const before = useRef(value);
  const isOpen = useRef(false);
  const [isShut, setShut] = useState(false);

  /** On the way to a date there may be others: '29.2.20' is one, '29.2.2027' is none. */
  function take(text: string): boolean {
    const typed = text.trim();
    const isNone = typed !== '' && fitting(dateIn(typed, language)) === null;
    setRefused(isNone ? typed : null);
    if (isNone && value !== before.current) onChange(before.current);
    return !isNone;
  }
  const wrong = refused !== null && (dateIn(refused, language) === null ? 'noDate' : 'farDate');
  return (
    <DatesProvider settings={{ locale: localeOf(language), firstDayOfWeek: FIRST_DAY_OF_WEEK }}>
      <DateInput
        label={label}
        value={value}
        onChange={(chosen) => {
          setRefused(null);
          onChange(chosen);
        }}
        onFocus={() => (before.current = value)}
        onInput={() => setShut(false)}
        onClick={() => setShut(false)}
        onBlur={({ currentTarget }) => {
          setShut(false);
          take(currentTarget.value);
        }}
        // While the calendar is open, Enter takes the day and shuts it; the form around it is sent by the next one.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (!take(event.currentTarget.value) || isOpen.current) event.preventDefault();
          setShut(true);
        }}
        popoverProps={{
          onOpen: () => (isOpen.current = true),
          onClose: () => (isOpen.current = false),
          ...(isShut ? { opened: false } : {}),
        }}
        valueFormat={(date) => written(date, language)}
        // Months, years or decades, whichever it shows.
        previousLabel={t('common.calendarEarlier')}
        nextLabel={t('common.calendarLater')}
        getDayAriaLabel={(date) => written(date, language)}
        dateParser={(text) => fitting(dateIn(text, language))}
        minDate={FIRST_DATE}
        maxDate={LAST_DATE}
        clearable
        allowDeselect={false}
        required={required ?? false}
        error={error ?? (wrong === false ? undefined : t(`validation.${wrong}`, { text: refused }))}
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

/** Null for what cannot be stored. Years of five digits have more. */
const fitting = (date: string | null): string | null =>
  date !== null && date.length === LAST_DATE.length && date >= FIRST_DATE && date <= LAST_DATE ? date : null;

/** 31 March 2027, 31st Mar. 2027. */
const DAY_FIRST = /^\s*(\d{1,2})(?:st|nd|rd|th)?\s+(\p{L}{3,})\.?,?(?:\s+(\d{4}))?\s*$/iu;

/** As the field shows it: much of the world has the day first in English, too, and 'the first' is a word in French. */
function asShown(text: string, language: Language): string {
  if (language === 'fr') return text.replace(/^\s*1\s*er\s/i, '1 ');
  return text.replace(DAY_FIRST, (_all, day: string, month: string, year?: string) =>
    year === undefined ? `${month} ${day}` : `${month} ${day}, ${year}`,
  );
}

/** 'YYYY-MM-DD'; null for what is no date. */
function dateIn(typed: string, language: Language): string | null {
  const text = asShown(typed, language);
  // The picker reads digits as Americans write them, in French too.
  const digits = typedDate(text, language);
  if (digits !== undefined) return digits;
  const read = dayjs(text, formatOf(language), localeOf(language));
  const date = read.isValid() ? read : dayjs(new Date(text));
  // 30 February is read as 2 March.
  const isSaid = (text.match(/\d+/g) ?? []).some((number) => Number(number) === date.date());
  return date.isValid() && isSaid ? date.format('YYYY-MM-DD') : null;
}
