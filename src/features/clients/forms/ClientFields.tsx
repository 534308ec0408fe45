import { Select, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientFields as Fields } from '#domain/clients/clients.ts';
import { CATEGORIES, LANGUAGES, TITLES, type Category, type Language, type Title } from '#domain/config.ts';
import { inputPattern, LIMITS, type PatternName } from '#domain/text/text.ts';
import { PHONE_INPUT, typedPhone } from '#domain/import/typedPhone.ts';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import classes from './ClientForm.module.css';

interface ClientFieldsProps {
  values: Fields;
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<Fields>) => void;
  firstField?: Ref<HTMLInputElement>;
  /** Of a client that is there: an empty number changes none. */
  keepsNumber?: boolean;
  /** Where messages go, where that is not to this guest. */
  messagesTo?: string | null;
}

type TextName = 'forename' | 'surname' | 'company' | 'email' | 'phone' | 'notes';

/** The fields of a client (specification 1 §2, Client update), with the browser's checks (1 §5). */
export function ClientFields(props: ClientFieldsProps) {
  const { values, errorOf, onChange, firstField, keepsNumber, messagesTo = null } = props;
  const { t } = useTranslation();
  const text = (name: TextName, pattern: PatternName) => ({
    name,
    label: t(`clientForm.${name}`),
    value: values[name],
    error: errorOf(name),
    pattern: inputPattern(pattern),
    maxLength: LIMITS[pattern],
    'data-kind': pattern,
    autoComplete: 'off',
    onChange: (change: ChangeEvent<HTMLInputElement>) => onChange({ [name]: change.currentTarget.value }),
  });
  return (
    <>
      <FormPart title={t('clientForm.details')} hint={t('clientForm.detailsHint')}>
        <div className={classes.names}>
          <Select
            label={t('clientForm.title')}
            data={[
              { value: '', label: t('clientForm.noTitle') },
              ...TITLES.map((value) => ({ value, label: t(`titles.${value}`) })),
            ]}
            value={values.title ?? ''}
            onChange={(title) => onChange({ title: title ? (title as Title) : null })}
          />
          <TextInput {...text('forename', 'name')} required {...(firstField ? { ref: firstField } : {})} />
          <TextInput {...text('surname', 'name')} required />
        </div>
        <FormRow least={220}>
          <TextInput {...text('company', 'freename')} />
          <TextInput
            name="number"
            label={t('clientForm.number')}
            placeholder={t(keepsNumber ? 'clientForm.numberStays' : 'clientForm.numberHint')}
            value={values.number}
            error={errorOf('number')}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onChange={(change) => onChange({ number: change.currentTarget.value })}
          />
        </FormRow>
        <FormRow least={220}>
          <Select
            label={t('clientForm.category')}
            required
            data={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
            value={values.category}
            onChange={(category) => category !== null && onChange({ category: category as Category })}
          />
          <Select
            label={t('clientForm.language')}
            required
            data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={values.language}
            onChange={(language) => language !== null && onChange({ language: language as Language })}
          />
        </FormRow>
      </FormPart>
      <FormPart
        title={t('clientForm.contact')}
        hint={
          messagesTo === null
            ? t('clientForm.contactHint')
            : t('clientForm.contactElsewhere', { who: messagesTo })
        }
      >
        <FormRow least={220}>
          <TextInput {...text('email', 'email')} type="email" />
          <TextInput
            {...text('phone', 'phone')}
            type="tel"
            pattern={PHONE_INPUT}
            onChange={(change) => onChange({ phone: typedPhone(change.currentTarget.value) })}
          />
        </FormRow>
        <TextInput
          name="diet"
          label={t('client.diet')}
          description={t('clientForm.dietHint')}
          value={values.diet ?? ''}
          error={errorOf('diet')}
          maxLength={LIMITS.text}
          pattern={inputPattern('text')}
          data-kind="text"
          autoComplete="off"
          onChange={(change) => onChange({ diet: change.currentTarget.value })}
        />
        <Textarea
          name="notes"
          label={t('clientForm.notes')}
          value={values.notes}
          error={errorOf('notes')}
          maxLength={LIMITS.text}
          data-kind="text"
          autosize
          minRows={2}
          maxRows={8}
          onChange={(change) => onChange({ notes: change.currentTarget.value })}
        />
      </FormPart>
    </>
  );
}
