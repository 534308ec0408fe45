import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface SearchInputProps extends Omit<TextInputProps, 'onChange' | 'value' | 'label'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The search box above lists. Escape empties it. */
export function SearchInput({ label, value, onChange, ...rest }: SearchInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      // The dialog that it is in stays open until it is empty.
      data-mantine-stop-propagation={value === '' ? undefined : true}
      onChange={(change) => onChange(change.currentTarget.value)}
      onKeyDown={(key) => {
        if (key.key === 'Escape' && value !== '') {
          key.preventDefault();
          onChange('');
        }
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="sm" aria-label={t('common.clear')} onClick={() => onChange('')} />
        )
      }
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { appearance: 'none' } }}
      {...rest}
    />
  );
}
