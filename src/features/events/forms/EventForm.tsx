import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENT_TYPES } from '#domain/config.ts';
import { DOOR_REMARKS, PAY_MINUTES } from '#domain/documents/event.ts';
import { inputPattern, LIMITS, type PatternName } from '#domain/text/text.ts';
import type { EventInput } from '#data/types.ts';
import { CountInput } from '#ui/forms/CountInput.tsx';
import type { Draft } from '#ui/forms/draft.ts';
import { DraftNotice, FormFoot, FormPart, FormRow } from '#ui/forms/Form.tsx';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import classes from './EventForm.module.css';
import { inputOf, transferOf, type EventFormValues, type FormPicture } from './eventFormValues.ts';
import { EmbedField } from './EmbedField.tsx';
import { PictureField } from './PictureField.tsx';
import { SessionsFieldset } from './SessionsFieldset.tsx';
import { TimeZoneField } from './TimeZoneField.tsx';
import { TransferFields } from './TransferFields.tsx';

interface EventFormProps {
  draft: Draft<EventFormValues>;
  submitLabel: string;
  busy: boolean;
  /** The address of the picture saved so far. */
  savedPicture: string | null;
  /** Why the last try failed. */
  failure: string | null;
  countsOf?: (sessionId: string) => { expected: number; arrived: number };
  onSubmit: (input: EventInput) => void;
  onCancel: () => void;
}

/** The fields of an event with its sessions (specification 1 §2, Event create and update). */
export function EventForm(props: EventFormProps) {
  const { t } = useTranslation();
  const { draft, busy } = props;
  const values = draft.value;
  const [picture, setPicture] = useState<FormPicture>(undefined);
  const titleField = useRef<HTMLInputElement>(null);
  useInitialFocus(titleField, values.title === '');
  const form = useValidatedForm(() => props.onSubmit(inputOf(values, picture)));
  const bad = Object.keys(form.problems).length;
  const set = (change: Partial<EventFormValues>) => draft.change((before) => ({ ...before, ...change }));

  const text = (
    name: 'title' | 'titleFrench' | 'company' | 'location' | 'invoicePrefix' | 'contact',
    pattern: PatternName,
  ) => ({
    name,
    label: t(`eventForm.${name}`),
    value: values[name] ?? '',
    error: form.errorOf(name),
    pattern: inputPattern(pattern),
    maxLength: LIMITS[pattern],
    'data-kind': pattern,
    autoComplete: 'off',
    onChange: (change: { currentTarget: HTMLInputElement }) => set({ [name]: change.currentTarget.value }),
  });

  return (
    <form {...form.formProps}>
      <DraftNotice draft={draft} />
      <FormPart roomy title={t('eventForm.general')} hint={t('eventForm.generalHint')}>
        <FormRow least={240}>
          <TextInput {...text('title', 'freename')} required ref={titleField} />
          <TextInput {...text('titleFrench', 'freename')} />
          <TextInput {...text('company', 'freename')} />
          <TextInput {...text('location', 'text')} />
          <TimeZoneField value={values.timeZone ?? ''} onChange={(timeZone) => set({ timeZone })} />
        </FormRow>
        <PictureField saved={props.savedPicture} value={picture} onChange={setPicture} />
      </FormPart>
      <FormPart roomy title={t('eventForm.sessions')} hint={t('eventForm.sessionsHint')}>
        <SessionsFieldset
          sessions={values.sessions}
          timeZone={values.timeZone}
          form={form}
          countsOf={props.countsOf}
          onChange={(sessions) => set({ sessions })}
        />
      </FormPart>
      <FormPart roomy title={t('eventForm.door')} hint={t('eventForm.doorHint')}>
        <Checkbox.Group
          label={t('eventForm.doorShows')}
          value={values.doorShows ?? []}
          onChange={(chosen) =>
            set({ doorShows: DOOR_REMARKS.filter((one) => (chosen as string[]).includes(one)) })
          }
        >
          <div className={classes.checks}>
            {DOOR_REMARKS.map((one) => (
              <Checkbox
                key={one}
                value={one}
                label={t(one === 'owed' ? 'eventForm.doorOwed' : `client.${one}`)}
              />
            ))}
          </div>
        </Checkbox.Group>
      </FormPart>
      <FormPart roomy title={t('eventForm.billing')} hint={t('eventForm.billingHint')}>
        <Checkbox.Group
          label={t('eventForm.paymentTypes')}
          description={t('eventForm.paymentTypesHint')}
          value={values.paymentTypes}
          onChange={(chosen) =>
            set({ paymentTypes: PAYMENT_TYPES.filter((type) => (chosen as string[]).includes(type)) })
          }
        >
          <div className={classes.checks}>
            {PAYMENT_TYPES.map((type) => (
              <Checkbox key={type} value={type} label={t(`paymentTypes.${type}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput
          {...text('invoicePrefix', 'name')}
          description={t('eventForm.invoicePrefixHint')}
          className={classes.short ?? ''}
        />
        {values.paymentTypes.includes('card') && (
          <CountInput
            name="payMinutes"
            label={t('eventForm.payMinutes')}
            description={t('eventForm.payMinutesHint')}
            value={values.payMinutes ?? String(PAY_MINUTES.usual)}
            min={PAY_MINUTES.least}
            max={PAY_MINUTES.most}
            error={form.errorOf('payMinutes')}
            onChange={(payMinutes) => set({ payMinutes })}
          />
        )}
        {values.paymentTypes.includes('transfer') && (
          <TransferFields
            values={values.transfer ?? transferOf(null)}
            errorOf={form.errorOf}
            onChange={(transfer) => set({ transfer })}
          />
        )}
        <Switch
          label={t('eventForm.adminContact')}
          checked={values.adminContact}
          onChange={(change) => set({ adminContact: change.currentTarget.checked })}
        />
      </FormPart>
      <FormPart roomy title={t('eventForm.site')} hint={t('eventForm.siteHint')}>
        <TextInput {...text('contact', 'text')} description={t('eventForm.contactHint')} />
        <EmbedField
          value={values.embedOrigins ?? ''}
          error={form.errorOf('embedOrigins')}
          onChange={(embedOrigins) => set({ embedOrigins })}
        />
      </FormPart>
      <FormFoot message={bad > 0 ? t('validation.summary', { count: bad }) : props.failure}>
        <Button variant="default" onClick={props.onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {props.submitLabel}
        </Button>
      </FormFoot>
    </form>
  );
}
