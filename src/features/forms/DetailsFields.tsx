import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CURRENCIES, LANGUAGES } from '#domain/config.ts';
import { FORM_LIMITS, type Form } from '#domain/documents/form.ts';
import { formsThatHold } from '#domain/forms/versions.ts';
import { MAX_VAT_BASIS_POINTS } from '#domain/money/money.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useLive } from '#hooks/data/event.tsx';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { HundredthsInput } from '#ui/forms/HundredthsInput.tsx';
import { partOf, type PartProps } from './partProps.ts';

/** What the form is called, speaks and costs in (FORM-01), and how many places it has (FORM-09). */
export const DetailsFields = partOf(
  function DetailsFields({ values, set, form, own }: PartProps & { own: Form | null }) {
    const { t } = useTranslation();
    const forms = formsThatHold(useLive((store) => store.documents('form')));
    const others = forms.filter(({ _id, language }) => language !== values.language && _id !== own?._id);
    const { maxClientCountPerSession: places } = FORM_LIMITS;
    return (
      <FormPart title={t('forms.details')} hint={t('forms.detailsHint')}>
        <TextInput
          name="name"
          label={t('forms.name')}
          required
          value={values.name}
          error={form.errorOf('name')}
          pattern={inputPattern('text')}
          maxLength={LIMITS.freename}
          data-kind="text"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <FormRow least={220}>
          <NativeSelect
            name="language"
            label={t('forms.language')}
            description={t('forms.languageHint')}
            required
            value={values.language}
            data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              // The other form speaks this language now (FORM-17).
              set({ language: value === 'en' ? 'en' : 'fr', counterpartId: null })
            }
          />
          <NativeSelect
            name="counterpartId"
            label={t('forms.counterpart')}
            description={t('forms.counterpartHint')}
            value={values.counterpartId ?? ''}
            data={[
              { value: '', label: t('forms.noCounterpart') },
              ...others.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => set({ counterpartId: value === '' ? null : value })}
          />
        </FormRow>
        <FormRow least={150}>
          <NativeSelect
            name="currency"
            label={t('forms.currency')}
            required
            value={values.currency}
            data={CURRENCIES.map((value) => ({ value, label: t(`currencies.${value}`) }))}
            onChange={({ currentTarget: { value } }) =>
              set({ currency: CURRENCIES.find((one) => one === value) ?? values.currency })
            }
          />
          <HundredthsInput
            name="vat"
            label={t('forms.vat')}
            required
            max={MAX_VAT_BASIS_POINTS}
            unit="percent"
            value={values.vat}
            error={form.errorOf('vat')}
            onChange={(vat) => set({ vat })}
            onChosen={() => form.forget('vat')}
          />
          <CountInput
            name="maxClients"
            label={t('forms.maxClients')}
            description={t('forms.maxClientsHint')}
            min={places.min}
            max={places.max}
            value={values.maxClients}
            error={form.errorOf('maxClients')}
            onChange={(maxClients) => set({ maxClients })}
          />
        </FormRow>
        <Switch
          label={t('forms.children')}
          checked={values.children}
          onChange={({ currentTarget: { checked } }) => set({ children: checked })}
        />
        <Textarea
          name="notes"
          label={t('forms.notes')}
          description={t('forms.notesHint')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={LIMITS.longText}
          data-kind="longText"
          value={values.notes}
          error={form.errorOf('notes')}
          onChange={({ currentTarget: { value } }) => set({ notes: value })}
        />
      </FormPart>
    );
  },
  ['name', 'language', 'counterpartId', 'currency', 'vat', 'maxClients', 'children', 'notes'],
);
