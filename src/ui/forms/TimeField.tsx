import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import { useRef, useState } from 'react';
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

/** The one time picker: 24 hours, minutes in steps of five. Hours alone are full ones. */
export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  const { t } = useTranslation();
  const hours = useRef<HTMLInputElement>(null);
  const minutes = useRef<HTMLInputElement>(null);
  const [drawn, setDrawn] = useState(0);

  /** To the picker half a time is none, which nobody sees who has typed one. */
  function complete(): void {
    const typed = hours.current?.value ?? '';
    if (value === '' && typed !== '' && minutes.current?.value === '') onChange(`${typed}:00`);
  }
  /** The picker shows a time that it did not make itself only when it is made anew. */
  function leave(): void {
    complete();
    if ((hours.current?.value === '') !== (minutes.current?.value === '')) setDrawn(drawn + 1);
  }
  return (
    <TimePicker
      key={drawn}
      label={label}
      value={value}
      error={error}
      onChange={onChange}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && complete()}
      hoursRef={hours}
      minutesRef={minutes}
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
