import { NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, TITLES } from '#domain/config.ts';
import type { PatternName } from '#domain/text/text.ts';
import { PHONE_INPUT, typedPhone } from '#domain/import/typedPhone.ts';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import type { ConsumerFormValues } from './consumerFormValues.ts';
import { patternProps } from './fields.tsx';

export interface PartProps {
  values: ConsumerFormValues;
  errorOf: (name: string) => string | undefined;
  set: (change: Partial<ConsumerFormValues>) => void;
}

type TextName = 'forename' | 'surname' | 'company' | 'email' | 'phone';

/** Who registered (specification 1 §2, Consumer edit). */
export function PersonFields({ values, errorOf, set }: PartProps) {
  const { t } = useTranslation();
  const text = (name: TextName, pattern: PatternName) => ({
    name,
    label: t(`consumerForm.${name}`),
    value: values[name],
    error: errorOf(name),
    ...patternProps(pattern),
    onChange: (change: ChangeEvent<HTMLInputElement>) => set({ [name]: change.currentTarget.value }),
  });
  return (
    <FormPart title={t('consumerForm.person')} hint={t('consumerForm.personHint')}>
      <FormRow least={160}>
        <NativeSelect
          name="title"
          label={t('consumerForm.personTitle')}
          value={values.title}
          onChange={(change) =>
            set({ title: TITLES.find((one) => one === change.currentTarget.value) ?? '' })
          }
          data={[
            { value: '', label: t('consumerForm.noTitle') },
            ...TITLES.map((value) => ({ value, label: t(`titles.${value}`) })),
          ]}
        />
        <TextInput {...text('forename', 'name')} />
        <TextInput {...text('surname', 'name')} />
      </FormRow>
      <FormRow>
        <TextInput {...text('company', 'freename')} />
        <NativeSelect
          name="language"
          label={t('consumerForm.language')}
          required
          value={values.language}
          error={errorOf('language')}
          onChange={(change) =>
            set({ language: LANGUAGES.find((one) => one === change.currentTarget.value) ?? '' })
          }
          data={[
            ...(values.language === '' ? [{ value: '', label: t('consumerForm.choose') }] : []),
            ...LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) })),
          ]}
        />
      </FormRow>
      <FormRow>
        <TextInput {...text('email', 'email')} type="email" />
        <TextInput
          {...text('phone', 'phone')}
          type="tel"
          pattern={PHONE_INPUT}
          onChange={(change) => set({ phone: typedPhone(change.currentTarget.value) })}
        />
      </FormRow>
    </FormPart>
  );
}
