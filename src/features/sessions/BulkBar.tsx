import { Button, Progress } from '@mantine/core';
import { IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, LANGUAGES } from '#domain/config.ts';
import type { Session } from '#domain/documents/session.ts';
import type { BulkChange } from '#domain/commands/changeMany.ts';
import { useReadable } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useUndoable } from '#hooks/data/undoable.ts';
import { UndoNote } from '#ui/components/UndoNote.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './BulkBar.module.css';
import { Choices, type Choice } from './BulkChoices.tsx';
import { StatusOfMany } from './StatusOfMany.tsx';
import { useBulk } from './useBulk.ts';
import type { Selection } from './useSelection.ts';

interface BulkBarProps {
  /** Whose list it is; null for the list of all clients. */
  session: Session | null;
  selection: Selection;
  /** What else can be done with them. */
  more?: ReactNode;
}

/** What can be done with the selected clients, and the undo of what was done last. */
export function BulkBar({ session, selection, more }: BulkBarProps) {
  const { undoable, busy, progress, stop, undo, forget } = useUndoable();
  const selected = selection.ids.size;
  if (selected === 0 && undoable === null) return null;
  return (
    <div className={classes.dock} data-dock data-screen-only>
      {undoable !== null && (
        <UndoNote
          label={undoable.label}
          isPart={undoable.isBrokenOff === true || undoable.whole !== undefined}
          busy={busy}
          progress={progress}
          onStop={stop}
          onUndo={() => void undo()}
          onDismiss={forget}
        />
      )}
      {selected > 0 && <Tools session={session} selection={selection} more={more} />}
    </div>
  );
}

function Tools({ session, selection, more }: BulkBarProps) {
  const { t } = useTranslation();
  const { sync } = useEvent();
  const { busy, progress, change } = useBulk();
  const full = useReadable(sync).mode === 'full';
  const ids = [...selection.ids];
  const choice = (label: string, what: BulkChange): Choice => ({
    label,
    run: () => void change(ids, what),
  });
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('bulk.toolbar')}>
      <strong className={classes.count} role="status" data-numeric>
        {t('bulk.selected', { count: ids.length })}
        {selection.hidden > 0 && <small>{t('bulk.hidden', { count: selection.hidden })}</small>}
      </strong>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={16} aria-hidden />}
        onClick={selection.clear}
      >
        {t('bulk.clear')}
      </Button>
      {selection.state !== 'all' && selection.shown > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={selection.toggleAll}>
          {t('bulk.selectCount', { count: selection.shown })}
        </Button>
      )}
      <div className={classes.acts}>
        <StatusOfMany
          ids={selection.ids}
          disabled={busy}
          onPick={(value, others) => void change(ids, { kind: 'status', value }, others)}
        />
        <Choices
          label={t('bulk.category')}
          disabled={busy}
          choices={CATEGORIES.map((value) => choice(t(`categories.${value}`), { kind: 'category', value }))}
        />
        <Choices
          label={t('bulk.language')}
          disabled={busy}
          choices={LANGUAGES.map((value) => choice(t(`languages.${value}`), { kind: 'language', value }))}
        />
        <SessionChoices session={session} disabled={busy} choice={choice} />
        {/* Not in sync mode, as on the client's page (specification 1 §2). It can be undone, so nothing is asked. */}
        {!full && (
          <Button
            size="compact-md"
            fz="sm"
            variant="default"
            disabled={busy}
            className={classes.danger ?? ''}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void change(ids, { kind: 'delete' })}
          >
            {t('bulk.delete')}
          </Button>
        )}
        {more}
      </div>
      {progress !== null && (
        <Progress
          className={classes.progress ?? ''}
          value={(progress.done / Math.max(1, progress.total)) * 100}
          aria-label={t('bulk.working')}
        />
      )}
    </div>
  );
}

interface SessionChoicesProps {
  session: Session | null;
  disabled: boolean;
  choice: (label: string, what: BulkChange) => Choice;
}

function SessionChoices({ session, disabled, choice }: SessionChoicesProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const sessions = useLive((store) => store.sessions());
  // An archived one keeps its guests, and takes none (SESSION-11).
  const openOnes = sessions.filter(({ status }) => status !== 'archived');
  const others = openOnes.filter(({ _id }) => _id !== session?._id);
  if (openOnes.length === 0) return null;
  const titleOf = format.titlesAmong(sessions);
  const one = (kind: 'register' | 'unregister', other: Session) =>
    choice(titleOf(other), { kind, sessionIds: [other._id] });
  return (
    <Choices
      label={t('bulk.sessions')}
      disabled={disabled}
      choices={others.map((other) => one('register', other))}
      heading={others.length === 0 ? undefined : t('bulk.registerIn')}
      more={{
        heading: t('bulk.removeFrom'),
        choices: [...openOnes.filter(({ _id }) => _id === session?._id), ...others].map((other) =>
          one('unregister', other),
        ),
      }}
    />
  );
}
