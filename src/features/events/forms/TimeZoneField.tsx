import { useTranslation } from 'react-i18next';
import { LongSelect } from '#ui/forms/LongSelect.tsx';
import { timeZones } from './timeZones.ts';

interface TimeZoneFieldProps {
  /** An IANA name; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Where the event takes place, as clocks go. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useTranslation();
  const known = value === '' ? [] : [value];
  return (
    <LongSelect
      label={t('eventForm.timeZone')}
      description={t('eventForm.timeZoneHint')}
      placeholder={t('eventForm.timeZoneNone')}
      known={known}
      all={() => timeZones(value)}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
