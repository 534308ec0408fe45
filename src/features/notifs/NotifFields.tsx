import { Button, Checkbox, MultiSelect, NativeSelect, NumberInput, Radio, Text } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Radio.css';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { CONSUMER_STATUSES, type Consumer } from '#domain/documents/consumer.ts';
import { calendarOf } from '#domain/days.ts';
import { useLive } from '#hooks/data/event.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { FormPart, FormRow } from '#ui/forms/Form.tsx';
import { TimeField } from '#ui/forms/TimeField.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Notifs.module.css';
import type { NotifFormValues } from './notifFormValues.ts';

interface PartProps {
  values: NotifFormValues;
  set: (change: Partial<NotifFormValues>) => void;
}

/** As most invoices allow. */
const AFTER_DAYS = 30;
const PURPOSES = ['service', 'news'] as const;

/** Who is meant (NOTIF-01, -03, -04). */
export function WhoFields({ values, set }: PartProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const sessions = useLive((store) => store.sessions());
  const titleOf = format.titlesAmong(sessions);
  const statuses = CONSUMER_STATUSES.map((value) => ({ value, label: t(`consumerStatuses.${value}`) }));
  return (
    <FormPart title={t('notifs.who')} hint={t('notifs.whoHint')}>
      <Radio.Group
        label={t('notifs.purpose')}
        value={values.purpose}
        onChange={(purpose) => set({ purpose: purpose === 'news' ? 'news' : 'service' })}
      >
        {PURPOSES.map((purpose) => (
          <Radio
            key={purpose}
            mt="xs"
            value={purpose}
            label={t(`notifs.purposes.${purpose}`)}
            description={t(`notifs.purposeHints.${purpose}`)}
          />
        ))}
      </Radio.Group>
      <FormRow>
        <NativeSelect
          name="status"
          label={t('notifs.status')}
          value={values.status ?? ''}
          data={[{ value: '', label: t('notifs.anyStatus') }, ...statuses]}
          onChange={({ currentTarget: { value } }) =>
            set({ status: value === '' ? null : (value as Consumer['status']) })
          }
        />
        <NativeSelect
          name="language"
          label={t('notifs.language')}
          value={values.language ?? ''}
          data={[
            { value: '', label: t('notifs.anyLanguage') },
            ...LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ language: value === '' ? null : (value as Language) })
          }
        />
      </FormRow>
      <MultiSelect
        name="sessions"
        label={t('notifs.sessions')}
        description={t('notifs.sessionsHint')}
        placeholder={values.sessionIds === null ? t('notifs.anySession') : ''}
        clearable
        searchable
        value={values.sessionIds ?? []}
        data={sessions.map((session) => ({ value: session._id, label: titleOf(session) }))}
        error={values.sessionIds?.length === 0 ? t('notifs.noSession') : undefined}
        onChange={(chosen) => set({ sessionIds: chosen.length === 0 ? null : chosen })}
      />
      <Checkbox
        label={t('notifs.unpaid')}
        description={t('notifs.unpaidHint')}
        checked={values.unpaidDays != null}
        onChange={(change) => set({ unpaidDays: change.currentTarget.checked ? AFTER_DAYS : null })}
      />
      {values.unpaidDays != null && (
        <NumberInput
          name="unpaidDays"
          label={t('notifs.unpaidDays')}
          className={classes.days ?? ''}
          min={0}
          max={3650}
          allowDecimal={false}
          value={values.unpaidDays}
          onChange={(days) => set({ unpaidDays: typeof days === 'number' ? days : 0 })}
        />
      )}
      {values.sessionIds?.length === 0 && (
        <div>
          <Button variant="default" onClick={() => set({ sessionIds: null })}>
            {t('notifs.toAllSessions')}
          </Button>
        </div>
      )}
    </FormPart>
  );
}

/** `deleted` cannot be chosen (readings, no. 30). */
const TYPES = ['automatic', 'one-time', 'inactive'] as const;

/** When it is sent, and what follows (NOTIF-01, -02). */
export function WhenFields({
  values,
  set,
  isPast,
  wasAutomatic,
}: PartProps & { isPast: boolean; wasAutomatic: boolean }) {
  const { t } = useTranslation();
  const zone = useLive((store) => store.event()?.timeZone);
  const statuses = CONSUMER_STATUSES.map((value) => ({ value, label: t(`consumerStatuses.${value}`) }));
  return (
    <FormPart title={t('notifs.when')} hint={t('notifs.whenHint')}>
      <Radio.Group
        label={t('notifs.type')}
        value={values.notifType}
        onChange={(type) => set({ notifType: type as NotifFormValues['notifType'] })}
      >
        {TYPES.map((type) => (
          <Radio
            key={type}
            mt="xs"
            value={type}
            label={t(`notifs.types.${type}`)}
            description={t(`notifs.typeHints.${type === 'inactive' && wasAutomatic ? 'stopped' : type}`)}
          />
        ))}
      </Radio.Group>
      {values.notifType === 'one-time' && (
        <Checkbox
          label={t('notifs.planned')}
          checked={values.planned}
          onChange={(change) => set({ planned: change.currentTarget.checked })}
        />
      )}
      {values.notifType === 'one-time' && values.planned && (
        <>
          <FormRow>
            <DateField
              name="day"
              label={t('notifs.plannedDate')}
              required
              value={values.day}
              error={isPast ? t('notifs.past') : undefined}
              onChange={(day) => set({ day })}
            />
            <TimeField
              label={t('notifs.plannedTime')}
              value={values.time}
              onChange={(time) => set({ time })}
            />
          </FormRow>
          <Text c="dimmed">
            {t(zone ? 'notifs.zone' : 'notifs.zoneOwn', { zone: calendarOf(zone).timeZone })}
          </Text>
        </>
      )}
      <NativeSelect
        name="statusNew"
        label={t('notifs.statusNew')}
        value={values.statusNew ?? ''}
        data={[{ value: '', label: t('notifs.keepStatus') }, ...statuses]}
        onChange={({ currentTarget: { value } }) =>
          set({ statusNew: value === '' ? null : (value as Consumer['status']) })
        }
      />
    </FormPart>
  );
}
