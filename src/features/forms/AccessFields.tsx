import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calendarOf } from '#domain/days.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useLive } from '#hooks/data/event.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { TimeField } from '#ui/forms/TimeField.tsx';
import { closesFirst } from './openValues.ts';
import { partOf, type PartProps } from './partProps.ts';

/** When guests may register, and with which code. */
export const AccessFields = partOf(
  function AccessFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    const zone = useLive((store) => store.event()?.timeZone ?? null);
    const calendar = calendarOf(zone);
    return (
      <FormPart title={t('forms.access')} hint={t('forms.accessHint')}>
        <FormRow least={180}>
          <DateField
            name="opensDay"
            label={t('forms.opensDay')}
            value={values.opens.day}
            onChange={(day) => set({ opens: { ...values.opens, day } })}
          />
          <TimeField
            label={t('forms.opensTime')}
            value={values.opens.time}
            onChange={(time) => set({ opens: { ...values.opens, time } })}
          />
        </FormRow>
        <FormRow least={180}>
          <DateField
            name="closesDay"
            label={t('forms.closesDay')}
            value={values.closes.day}
            error={closesFirst(values, calendar) ? t('forms.closesFirst') : undefined}
            onChange={(day) => set({ closes: { ...values.closes, day } })}
          />
          <TimeField
            label={t('forms.closesTime')}
            value={values.closes.time}
            onChange={(time) => set({ closes: { ...values.closes, time } })}
          />
        </FormRow>
        {(values.opens.day !== null || values.closes.day !== null) && (
          <Text c="dimmed">{t(zone ? 'forms.zone' : 'forms.zoneOwn', { zone: calendar.timeZone })}</Text>
        )}
        <TextInput
          name="code"
          label={t('forms.code')}
          description={t('forms.codeHint')}
          value={values.code}
          error={form.errorOf('code')}
          pattern={inputPattern('name')}
          maxLength={LIMITS.name}
          data-kind="name"
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => set({ code: value })}
        />
      </FormPart>
    );
  },
  ['opens', 'closes', 'code'],
);
