import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { openSessions } from '#domain/clients/clients.ts';
import { FILE_MAX_BYTES, nameOfFile, PDF_TYPE, startsAsPdf } from '#domain/documents/file.ts';
import { inputPattern, LIMITS } from '#domain/text/text.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { EventProvider, useEvent, useLive, useOpenEvent } from '#hooks/data/event.tsx';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { FormFoot } from '#ui/forms/Form.tsx';
import { notify } from '#ui/components/notify.tsx';
import { Page } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { startOf } from '#ui/files/startOf.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import classes from './FileCreationPage.module.css';
import { FileField } from './FileField.tsx';

/**
 * A PDF for the guests of some sessions (specification 1 §2, File creation). The route names no event: it begins with
 * the one visited last, and another one can be chosen (readings, no. 19).
 */
export function FileCreationPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const events = useEvents();
  const last = useLastEventId();
  const [chosen, setChosen] = useState<string | null>(null);
  const eventId = chosen ?? last ?? (events?.length === 1 ? (events[0]?.id ?? null) : null);
  const opening = useOpenEvent(eventId);
  const errorText = useErrorText();
  const known = events?.find(({ id }) => id === eventId);
  return (
    <Page
      title={t('file_creation.title')}
      subtitle={t('file_creation.lead')}
      back={
        known === undefined
          ? { to: hrefs.home(), label: t('home.title') }
          : { to: hrefs.event(known.id), label: format.title(known) }
      }
      narrow
    >
      {events?.length === 0 ? (
        <EmptyState icon={IconCalendarPlus} title={t('file_creation.noEvent')} />
      ) : (
        <div className={classes.form}>
          <NativeSelect
            label={t('file_creation.event')}
            value={eventId ?? ''}
            onChange={(change) => setChosen(change.currentTarget.value)}
            data={[
              ...(eventId === null ? [{ value: '', label: t('file_creation.eventPick') }] : []),
              ...(events ?? []).map((event) => ({ value: event.id, label: format.title(event) })),
            ]}
          />
          {eventId !== null && opening.state === 'loading' && <Skeleton h={160} />}
          {opening.state === 'failed' && <p className={classes.error}>{errorText(opening.failure)}</p>}
          {opening.state === 'ready' && (
            <EventProvider event={opening.event}>
              <FileForm key={eventId} />
            </EventProvider>
          )}
        </div>
      )}
    </Page>
  );
}

type Problem = 'no_file' | 'file_type' | 'file_size' | 'file_unreadable';

function FileForm() {
  const { t } = useTranslation();
  const format = useEventFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { id, repository } = useEvent();
  // Archived ones are offered nowhere (SESSION-10).
  const sessions = openSessions(useLive((store) => store.sessions()));
  const { busy, run } = useAction();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [ticked, setTicked] = useState<readonly string[]>([]);
  // One may be archived on another device while its box is ticked here.
  const picked = ticked.filter((id) => sessions.some(({ _id }) => _id === id));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [noSession, setNoSession] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const form = useValidatedForm(save);

  /** A PDF by its type and by what it begins with (specification 1 §5). */
  async function choose(next: File): Promise<void> {
    const start = await startOf(next);
    if (start === null) return setProblem('file_unreadable');
    if (next.type !== PDF_TYPE || !startsAsPdf(start)) return setProblem('file_type');
    if (next.size > FILE_MAX_BYTES) return setProblem('file_size');
    setProblem(null);
    setFile(next);
    if (name === '') setName(nameOfFile(next.name));
  }

  /** True when the picks are complete; says what is missing and leads there. */
  function checkPicks(): boolean {
    if (file === null) setProblem('no_file');
    setNoSession(picked.length === 0);
    if (file === null) root.current?.querySelector<HTMLElement>('[data-first-field]')?.focus();
    else if (picked.length === 0) {
      root.current?.querySelector<HTMLElement>('input[type="checkbox"]')?.focus();
    }
    return file !== null && picked.length > 0;
  }

  async function save(): Promise<void> {
    if (file === null || picked.length === 0) return;
    const saved = await run(
      () =>
        repository.addFile({ name: name.trim() || nameOfFile(file.name), blob: file, sessionIds: picked }),
      ({ code }) => {
        if (code === 'file_unreadable') setProblem(code);
        return code === 'file_unreadable';
      },
    );
    if (saved === null) return;
    notify.success(t('file_creation.saved', { name: saved.name }));
    await navigate(hrefs.event(id));
  }

  const fileError =
    problem === null
      ? null
      : problem === 'no_file'
        ? t('file_creation.error_no_file')
        : errorText({ code: problem });
  if (sessions.length === 0) {
    return (
      <EmptyState
        icon={IconCalendarPlus}
        title={t('event.noSessionsTitle')}
        text={t('file_creation.noSessions')}
        action={
          <Button component={Link} to={hrefs.eventUpdate(id)}>
            {t('event.addSession')}
          </Button>
        }
      />
    );
  }
  return (
    <form
      {...form.formProps}
      ref={root}
      className={classes.form}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (checkPicks()) form.formProps.onSubmit(submit);
      }}
    >
      <FileField
        file={file}
        error={fileError}
        onChoose={(next) => void choose(next)}
        onDelete={() => {
          setFile(null);
          setName('');
        }}
      />
      {file !== null && (
        <TextInput
          name="name"
          label={t('file_creation.name')}
          required
          pattern={inputPattern('text')}
          maxLength={LIMITS.freename}
          data-kind="text"
          autoComplete="off"
          value={name}
          error={form.errorOf('name')}
          onChange={(change) => setName(change.currentTarget.value)}
        />
      )}
      <Checkbox.Group
        label={t('file_creation.sessions')}
        error={noSession ? t('file_creation.error_no_session') : undefined}
        value={picked}
        onChange={(next) => {
          setTicked(next);
          if (next.length > 0) setNoSession(false);
        }}
      >
        <div className={classes.sessions}>
          {sessions.map((session) => (
            <Checkbox
              key={session._id}
              value={session._id}
              label={`${format.title(session)} · ${format.date(session.date)}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      <FormFoot message={fileError ?? (noSession ? t('file_creation.error_no_session') : null)}>
        <Button variant="default" component={Link} to={hrefs.event(id)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('file_creation.submit')}
        </Button>
      </FormFoot>
    </form>
  );
}
