import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface LongSelectProps extends Omit<SelectProps, 'data'> {
  /** What is chosen already; more is not needed before somebody comes to choose. */
  known: SelectProps['data'];
  all: () => SelectProps['data'];
}

/** One of hundreds or thousands, found by typing. The list is made for the field that is opened, not for each that is shown. */
export function LongSelect({ known, all, ...select }: LongSelectProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  return (
    <Select
      data={wanted ? all() : known}
      searchable
      clearable
      limit={60}
      nothingFoundMessage={t('common.noResult')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onFocus={() => setWanted(true)}
      onDropdownOpen={() => setWanted(true)}
      {...select}
    />
  );
}
