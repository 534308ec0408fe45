import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface TimeZoneFieldProps {
  /** An IANA name; '' for none. */
  value: string;
  onChange: (value: string) => void;
}

/** Where the event takes place, as clocks go. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useTranslation();
  // Four hundred names, for a field that few ever open.
  const [wanted, setWanted] = useState(false);
  const known = value === '' ? [] : [value];
  return (
    <Select
      label={t('eventForm.timeZone')}
      description={t('eventForm.timeZoneHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={t('eventForm.timeZoneNone')}
      data={wanted ? [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...known])].sort() : known}
      value={value || null}
      searchable
      clearable
      limit={60}
      nothingFoundMessage={t('common.noResult')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onFocus={() => setWanted(true)}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
