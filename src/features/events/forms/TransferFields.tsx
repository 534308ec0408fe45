import { Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lacksForSwissBill } from '#domain/templates/paymentCode.ts';
import { isIban } from '#domain/money/bankAccount.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { FormRow } from '#ui/forms/Form.tsx';
import type { TransferValues } from './eventFormValues.ts';

interface TransferFieldsProps {
  values: TransferValues;
  errorOf: (name: string) => string | undefined;
  onChange: (values: TransferValues) => void;
}

/** The account that guests pay their invoices to: their payment code is made of it. */
export function TransferFields({ values, errorOf, onChange }: TransferFieldsProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const isWrong = values.iban.trim() !== '' && !isIban(values.iban);
  useEffect(() => field.current?.setCustomValidity(isWrong ? 'iban' : ''), [isWrong]);
  const isAsked = values.iban.trim() !== '';
  const lacks = isAsked && !isWrong ? lacksForSwissBill(values) : null;
  const text = (name: keyof TransferValues, pattern: 'freename' | 'name' | 'text') => ({
    name: `transfer.${name}`,
    label: t(`eventForm.transfer.${name}`),
    value: values[name],
    error: errorOf(`transfer.${name}`),
    pattern: inputPattern(pattern),
    maxLength: LIMITS[pattern],
    'data-kind': pattern,
    autoComplete: 'off',
    onChange: (change: { currentTarget: HTMLInputElement }) =>
      onChange({ ...values, [name]: change.currentTarget.value }),
  });
  return (
    <>
      <TextInput
        {...text('iban', 'text')}
        ref={field}
        description={t('eventForm.transfer.hint')}
        placeholder="CH00 0000 0000 0000 0000 0"
        spellCheck={false}
      />
      {isAsked && (
        <FormRow least={200}>
          <TextInput {...text('name', 'freename')} maxLength={70} required />
          <TextInput {...text('street', 'freename')} maxLength={70} />
          <TextInput {...text('zip', 'name')} maxLength={16} required />
          <TextInput {...text('city', 'freename')} maxLength={35} required />
          <TextInput {...text('country', 'name')} />
        </FormRow>
      )}
      {/* Half a name is none to say anything of. */}
      {lacks !== null && (lacks === 'account' || (values.name !== '' && values.city !== '')) && (
        <Text size="sm" role="status" c="dimmed">
          {typeof lacks === 'string'
            ? t(`eventForm.transfer.lacks.${lacks}`)
            : t('eventForm.transfer.shownAs', { name: lacks.shownAs })}
        </Text>
      )}
    </>
  );
}
