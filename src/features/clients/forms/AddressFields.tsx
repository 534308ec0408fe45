import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import classes from './ClientForm.module.css';
import type { NewClientValues } from './clientFormValues.ts';

type Address = NewClientValues['address'];

interface AddressFieldsProps {
  values: Address;
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<Address>) => void;
}

/** Where the consumer of a new client gets the invoice. */
export function AddressFields({ values, errorOf, onChange }: AddressFieldsProps) {
  const { t } = useTranslation();
  const text = (field: keyof Address, pattern: 'name' | 'freename') => ({
    name: `address-${field}`,
    label: t(field === 'name' ? 'clientCreate.addressName' : `clientCreate.${field}`),
    value: values[field],
    error: errorOf(`address-${field}`),
    pattern: inputPattern(pattern),
    maxLength: LIMITS[pattern],
    'data-kind': pattern,
    autoComplete: 'off',
    onChange: (change: ChangeEvent<HTMLInputElement>) => onChange({ [field]: change.currentTarget.value }),
  });
  return (
    <FormPart title={t('clientCreate.address')} hint={t('clientCreate.addressHint')}>
      <FormRow least={220}>
        <TextInput {...text('name', 'freename')} />
        <TextInput {...text('street', 'freename')} />
      </FormRow>
      <FormRow least={220}>
        <div className={classes.town}>
          <TextInput {...text('zip', 'name')} />
          <TextInput {...text('city', 'freename')} />
        </div>
        <TextInput {...text('country', 'name')} />
      </FormRow>
    </FormPart>
  );
}
