import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PLACES } from '#domain/documents/session.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useNow } from '#hooks/data/now.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { FormRow } from '#ui/forms/Form.tsx';
import { CountInput } from '#ui/forms/CountInput.tsx';
import { DateField } from '#ui/forms/DateField.tsx';
import { TimeField } from '#ui/forms/TimeField.tsx';
import type { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import classes from './EventForm.module.css';
import { isMovedBack, oneMore, type FormSession } from './eventFormValues.ts';

type Form = ReturnType<typeof useValidatedForm>;
type CountsOf = ((sessionId: string) => { expected: number; arrived: number }) | undefined;

interface SessionsFieldsetProps {
  sessions: readonly FormSession[];
  /** Of the event. */
  timeZone: string | undefined;
  form: Form;
  countsOf: CountsOf;
  onChange: (sessions: FormSession[]) => void;
}

/** The event's sessions: added, edited, removed. Removing one with guests asks; any removal can be undone until saving. */
export function SessionsFieldset({ sessions, timeZone, form, countsOf, onChange }: SessionsFieldsetProps) {
  const { t } = useTranslation();
  const now = useNow();
  const [asking, setAsking] = useState<FormSession | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const counts = asking?._id === undefined ? undefined : countsOf?.(asking._id);
  const nameOf = (session: FormSession) => session.title || t('eventForm.sessionUntitled');
  const change = (key: string, part: Partial<FormSession>) =>
    onChange(sessions.map((session) => (session.key === key ? { ...session, ...part } : session)));

  function add(): void {
    const session = oneMore(sessions, crypto.randomUUID(), now());
    setAdded(session.key);
    onChange([...sessions, session]);
  }

  function remove(session: FormSession): void {
    if (session._id === undefined) onChange(sessions.filter(({ key }) => key !== session.key));
    else if ((countsOf?.(session._id).expected ?? 0) > 0) setAsking(session);
    else change(session.key, { removed: true });
  }

  return (
    <>
      {sessions.map((session, index) =>
        session.removed ? (
          <div key={session.key} className={classes.removed}>
            {t('eventForm.sessionRemoved', { title: nameOf(session) })}
            <Button size="xs" variant="default" onClick={() => change(session.key, { removed: false })}>
              {t('common.undo')}
            </Button>
          </div>
        ) : (
          <SessionFields
            key={session.key}
            session={session}
            timeZone={timeZone}
            n={index + 1}
            isNew={session.key === added}
            form={form}
            onChange={(part) => change(session.key, part)}
            onRemove={() => remove(session)}
          />
        ),
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          {t('eventForm.addSession')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking !== null}
        title={t('eventForm.removeTitle')}
        confirmLabel={t('common.remove')}
        danger
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking !== null) change(asking.key, { removed: true });
          setAsking(null);
        }}
      >
        {asking !== null &&
          t('eventForm.removeText', {
            title: nameOf(asking),
            count: counts?.expected ?? 0,
            arrived: counts?.arrived ?? 0,
          })}
      </ConfirmDialog>
    </>
  );
}

interface SessionFieldsProps {
  session: FormSession;
  timeZone: string | undefined;
  n: number;
  /** It came by a press of the button below it: the keyboard goes on in it. */
  isNew: boolean;
  form: Form;
  onChange: (part: Partial<FormSession>) => void;
  onRemove: () => void;
}

/** One function for all: a ref that changes is called at each drawing. */
const focus = (input: HTMLInputElement | null): void => input?.focus();

function SessionFields({ session, timeZone, n, isNew, form, onChange, onRemove }: SessionFieldsProps) {
  const { t } = useTranslation();
  const [now] = useState(useNow());
  // It keeps all that it has, until its status is set back (SESSION-11).
  const isArchived = session.status === 'archived';
  const fieldName = (field: string) => `session-${session.key}-${field}`;
  const text = (field: 'title' | 'titleFrench') => ({
    name: fieldName(field),
    value: session[field],
    error: form.errorOf(fieldName(field)),
    pattern: inputPattern('freename'),
    maxLength: LIMITS.freename,
    'data-kind': 'freename',
    autoComplete: 'off',
    onChange: (change: { currentTarget: HTMLInputElement }) =>
      onChange({ [field]: change.currentTarget.value }),
  });
  return (
    <fieldset className={classes.session}>
      <legend>{t('eventForm.sessionN', { n })}</legend>
      <FormRow least={240}>
        <TextInput
          label={t('eventForm.sessionTitle')}
          required
          ref={isNew ? focus : null}
          {...text('title')}
        />
        <TextInput label={t('eventForm.sessionTitleFrench')} {...text('titleFrench')} />
      </FormRow>
      <div className={classes.when}>
        <DateField
          name={fieldName('day')}
          label={t('eventForm.date')}
          value={session.day}
          required
          error={form.errorOf(fieldName('day'))}
          note={isMovedBack(session, now, timeZone) ? t('eventForm.past') : undefined}
          onChange={(day) => {
            form.forget(fieldName('day'));
            onChange({ day });
          }}
        />
        <TimeField
          label={t('eventForm.timeStart')}
          value={session.timeStart}
          onChange={(timeStart) => onChange({ timeStart })}
        />
        <TimeField
          label={t('eventForm.timeEnd')}
          value={session.timeEnd}
          onChange={(timeEnd) => onChange({ timeEnd })}
        />
      </div>
      <div className={classes.places}>
        <CountInput
          name={fieldName('capacity')}
          label={t('eventForm.capacity')}
          description={t('eventForm.capacityHint')}
          required={false}
          value={session.capacity ?? ''}
          min={0}
          max={MOST_PLACES}
          error={form.errorOf(fieldName('capacity'))}
          onChange={(capacity) => onChange({ capacity })}
        />
      </div>
      <Tooltip label={t(isArchived ? 'eventForm.archivedSession' : 'common.remove')}>
        <ActionIcon
          className={classes.remove ?? ''}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('eventForm.removeSession', { n })}
          aria-description={isArchived ? t('eventForm.archivedSession') : undefined}
          // Not `disabled`: it would say its reason to nobody.
          aria-disabled={isArchived || undefined}
          data-disabled={isArchived || undefined}
          onClick={isArchived ? undefined : onRemove}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Tooltip>
    </fieldset>
  );
}
