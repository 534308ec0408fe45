import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAYMENT_TYPES } from '#domain/config.ts';
import { LIMITS } from '#domain/text/text.ts';
import { useLive } from '#hooks/data/event.tsx';
import { FormPart } from '#ui/forms/Form.tsx';
import { LONG_TEXTS } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';

const tall = {
  ...{ autosize: true, minRows: 2, maxRows: 12, maxLength: LIMITS.longText },
  'data-kind': 'longText',
} as const;

/** What the form says, and where (readings, no. 47). */
export const TextFields = partOf(
  function TextFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    return (
      <FormPart title={t('forms.texts')} hint={t('forms.textsHint')}>
        {LONG_TEXTS.map((name) => (
          <Textarea
            key={name}
            {...tall}
            name={name}
            label={t(`forms.${name}`)}
            value={values.texts[name]}
            error={form.errorOf(name)}
            onChange={({ currentTarget: { value } }) => set({ texts: { ...values.texts, [name]: value } })}
          />
        ))}
      </FormPart>
    );
  },
  ['texts'],
);

/** What is said after the registration, by payment type (FORM-07): those of the event, and what was written for others. */
export const MessageFields = partOf(
  function MessageFields({ values, set, form }: PartProps) {
    const { t } = useTranslation();
    const types = useLive((store) => store.event())?.paymentTypes ?? [];
    const shown = PAYMENT_TYPES.filter((type) => types.includes(type) || values.messages[type] !== '');
    return (
      <FormPart title={t('forms.messages')} hint={t('forms.messagesHint')}>
        {shown.map((type) => (
          <Textarea
            key={type}
            {...tall}
            name={`message-${type}`}
            label={t(`paymentTypes.${type}`)}
            value={values.messages[type]}
            error={form.errorOf(`message-${type}`)}
            onChange={({ currentTarget: { value } }) =>
              set({ messages: { ...values.messages, [type]: value } })
            }
          />
        ))}
      </FormPart>
    );
  },
  ['messages'],
);
