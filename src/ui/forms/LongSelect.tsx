import { Select, type ComboboxParsedItem, type OptionsFilter, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold, searchWords } from '#domain/search/search.ts';

interface LongSelectProps extends Omit<SelectProps, 'data' | 'filter'> {
  /** What is chosen already; more is not needed before somebody comes to choose. */
  known: SelectProps['data'];
  all: () => SelectProps['data'];
}

/** What has each typed word somewhere, whatever its case and accents: 'ho chi' finds Asia/Ho_Chi_Minh, 'zoe 12' who has number G0012. */
const withAllWords: OptionsFilter = ({ options, search, limit }) => {
  const wanted = searchWords(search);
  const found: ComboboxParsedItem[] = [];
  for (const option of options) {
    if (found.length === limit) break;
    const text = 'label' in option ? fold(option.label) : '';
    if (wanted.every((word) => text.includes(word))) found.push(option);
  }
  return found;
};

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
      filter={withAllWords}
      nothingFoundMessage={t('common.noResult')}
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onFocus={() => setWanted(true)}
      onDropdownOpen={() => setWanted(true)}
      {...select}
    />
  );
}
