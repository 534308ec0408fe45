import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useTranslation } from 'react-i18next';
import classes from './TimeField.module.css';

/** Minutes go in steps of five (specification 1 §5). */
const MINUTE_STEP = 5;

interface TimeFieldProps {
  label: string;
  /** 'HH:mm', or empty for none. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** The one time picker: 24 hours, minutes in steps of five. */
export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  const { t } = useTranslation();
  return (
    <TimePicker
      label={label}
      value={value}
      error={error}
      onChange={onChange}
      classNames={{ field: classes.part ?? '' }}
      format="24h"
      minutesStep={MINUTE_STEP}
      withDropdown
      clearable
      hoursInputLabel={t('common.labelled', { label, value: t('eventForm.hours') })}
      minutesInputLabel={t('common.labelled', { label, value: t('eventForm.minutes') })}
      clearButtonProps={{ 'aria-hidden': true, tabIndex: -1, iconSize: 16 }}
    />
  );
}
