import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddressInput } from '#domain/clients/consumerEdits.ts';
import { inputPattern, LIMITS, type PatternName } from '#domain/text/text.ts';
import { FormRow } from '#ui/forms/Form.tsx';

/** What a text field of a pattern needs for the browser's checks (specification 1 §5). */
export const patternProps = (pattern: PatternName) => ({
  pattern: inputPattern(pattern),
  maxLength: LIMITS[pattern],
  'data-kind': pattern,
  autoComplete: 'off',
});

interface AddressFieldsProps {
  /** Told apart by the fields' names. */
  prefix: string;
  values: AddressInput;
  errorOf: (name: string) => string | undefined;
  onChange: (address: AddressInput) => void;
}

/** Name, street, zip, city and country (specification 1 §3). */
export function AddressFields({ prefix, values, errorOf, onChange }: AddressFieldsProps) {
  const { t } = useTranslation();
  const text = (field: keyof AddressInput, pattern: 'name' | 'freename') => ({
    name: `${prefix}-${field}`,
    label: t(field === 'name' ? 'consumerForm.addressName' : `consumerForm.${field}`),
    value: values[field],
    error: errorOf(`${prefix}-${field}`),
    ...patternProps(pattern),
    onChange: (change: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...values, [field]: change.currentTarget.value }),
  });
  return (
    <>
      <FormRow>
        <TextInput {...text('name', 'freename')} />
        <TextInput {...text('street', 'freename')} />
      </FormRow>
      <FormRow least={120}>
        <TextInput {...text('zip', 'name')} />
        <TextInput {...text('city', 'freename')} />
        <TextInput {...text('country', 'name')} />
      </FormRow>
    </>
  );
}
