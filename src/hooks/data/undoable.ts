import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { UndoConflict } from '#domain/clients/undo.ts';
import type { EventRepository } from '#data/types.ts';
import type { ManyAct, Undoable } from '#domain/work/undoable.ts';
import { fullName } from '#ui/words/format.ts';
import { useEventFormat } from './calendar.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { holdingTab } from '../platform/useLeaving.ts';
import { useAppData } from './appData.tsx';
import { useEvent } from './event.tsx';
import { useAction } from './useAction.ts';
import { useActWords } from './actWords.ts';

/** Of each open event; absent until what the device keeps was asked for. */
const last = new WeakMap<EventRepository, Undoable | null>();
/** 0..1 of those that are being taken back: whoever goes to another screen meanwhile sees it there. */
const running = new WeakMap<EventRepository, { progress: number; stop: () => void }>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
function tell(): void {
  for (const listener of listeners) listener();
}
function set(repository: EventRepository, undoable: Undoable | null): void {
  last.set(repository, undoable);
  tell();
}
function runs(repository: EventRepository, now: { progress: number; stop: () => void } | null): void {
  if (now === null) running.delete(repository);
  else running.set(repository, now);
  tell();
}

const NAMES = 3;
const idsOf = (conflicts: readonly UndoConflict[]): string[] => [...new Set(conflicts.map(({ id }) => id))];

/** The one undo of the route's event, shared by the screens that work on many clients. */
export function useUndoable() {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id, repository, store } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const wordsOf = useActWords();
  useEffect(() => {
    if (last.has(repository)) return;
    last.set(repository, null);
    const read = async (): Promise<void> => {
      const kept = await repository.keptUndo();
      // What was done meanwhile is newer.
      if (kept !== null && last.get(repository) === null) set(repository, kept);
    };
    read().catch((cause: unknown) => logError('the last act was not read', cause));
  }, [repository]);
  const write = (next: Undoable | null): Promise<void> =>
    repository.keepUndo(next).catch((cause: unknown) => logError('the last act was not kept', cause));
  /** In memory at once; on the device a moment later. */
  function keep(next: Undoable | null): Promise<void> {
    set(repository, next);
    return write(next);
  }
  const undoable = useSyncExternalStore(subscribe, () => last.get(repository) ?? null);
  const labelOf = ({ label, whole, isBrokenOff = false }: Undoable): string => {
    if (whole !== undefined) return t('bulk.halfUndone', { label });
    return isBrokenOff ? t('bulk.brokenOff', { label }) : label;
  };
  /** In the language of now. */
  const shown =
    undoable?.act === undefined
      ? undoable
      : { ...undoable, label: labelOf({ ...undoable, label: wordsOf(undoable.act) }) };
  const now = useSyncExternalStore(subscribe, () => running.get(repository) ?? null);
  const progress = now?.progress ?? null;

  function namesOf(conflicts: readonly UndoConflict[]): string {
    const clients = store.documents('client');
    const names = idsOf(conflicts).map((docId) => {
      const client = clients.get(docId) ?? [...clients.values()].find((one) => one.consumerId === docId);
      return client === undefined ? docId : fullName(client);
    });
    const shown = names.slice(0, NAMES).join(', ');
    return names.length > NAMES ? t('bulk.andMore', { names: shown, count: names.length - NAMES }) : shown;
  }

  const titlesOf = (conflicts: readonly UndoConflict[]): string => {
    const titleOf = format.titlesAmong(store.sessions());
    return [...new Set(conflicts.map(({ sessionId }) => sessionId))]
      .flatMap((sessionId) => store.session(sessionId ?? '') ?? [])
      .map((session) => t('bulk.quoted', { title: titleOf(session) }))
      .join(', ');
  };

  const halfDone = ({ label, whole = label, ...others }: Undoable): Undoable => ({
    ...{ ...others, whole },
    label: t('bulk.halfUndone', { label: whole }),
  });

  return {
    undoable: shown,
    busy: busy || progress !== null,
    /** 0..1 while it is being taken back. */
    progress,
    /** Ends it on the way; the rest can be taken back later. */
    stop: now?.stop ?? null,
    remember: (record: Undoable['record'], act: ManyAct): Promise<void> =>
      keep({ record, act, label: wordsOf(act) }),
    /** Of an act under way, before each write of it: whoever comes back after its tab ended can take it back. */
    noteUnderway: (record: Undoable['record'], act: ManyAct): Promise<void> =>
      write({ record, act, label: wordsOf(act), isBrokenOff: true }),
    /** It came to nothing: what was done before it is the last again. */
    noteNothing: (): Promise<void> => write(last.get(repository) ?? null),
    forget: (): void => void keep(null),
    /** True when it was taken back, wholly or in part. */
    async undo(): Promise<boolean> {
      if (undoable === null || running.has(repository)) return false;
      const { record } = undoable;
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      runs(repository, { progress: 0, stop });
      const half = halfDone(undoable);
      let [isHalf, written] = [false, Promise.resolve()];
      const onProgress = (at: number, total: number): void => {
        // Whoever comes back after the page ended finds what is left of it.
        if (at > 0 && !isHalf) written = write(half);
        isHalf ||= at > 0;
        runs(repository, { progress: at / total, stop });
      };
      const done = await run(() =>
        holdingTab(() => repository.undoMany(record, { onProgress, signal: controller.signal })),
      );
      await written;
      runs(repository, null);
      if (done === null || done.stopped === true) {
        if (isHalf) set(repository, half);
        if (done !== null) notify.info(t('bulk.stopped'), 'undo-stopped');
        void sync.syncNow(id);
        return false;
      }
      const { conflicts, left } = done;
      const of = (...reasons: UndoConflict['reason'][]) =>
        conflicts.filter(({ reason }) => reasons.includes(reason));
      const seats = of('seat_taken');
      const kept = of('changed_since', 'deleted_since', 'number_taken');
      const reached = of('message_sent');
      const archived = of('session_archived');
      const names = namesOf(archived);
      const words = { count: idsOf(archived).length, names, sessions: titlesOf(archived) };
      void keep(left === undefined ? null : { record: left, label: t('bulk.archived', words) });
      if (done.restored > 0) notify.success(t('bulk.undone', { count: done.restored }));
      if (kept.length > 0)
        notify.info(t('bulk.conflicts', { count: kept.length, names: namesOf(kept) }), 'undo-conflicts');
      if (reached.length > 0)
        notify.info(t('bulk.reached', { count: reached.length, names: namesOf(reached) }), 'undo-reached');
      if (seats.length > 0)
        notify.info(t('bulk.seats', { count: seats.length, names: namesOf(seats) }), 'undo-seats');
      void sync.syncNow(id);
      return true;
    },
  };
}
