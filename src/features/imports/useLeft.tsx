import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWindowEvent } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { whoStays, type LeftOfImports, type TakenBack } from '#domain/work/importLeft.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { logError } from '#ui/platform/log.ts';
import { notify } from '#ui/components/notify.tsx';
import { UndoNote } from '#ui/components/UndoNote.tsx';
import { fullName } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Import.module.css';

const NAMES = 3;

/** Guests who stay of imports that came to no end: in words, and the way to take them back. */
export function useLeft() {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, repository, store } = useEvent();
  const { sync } = useAppData();
  const { busy, run } = useAction();
  const clients = useLive((now) => now.clients());
  useLive((now) => now.sessions());
  const [noted, setNoted] = useState<LeftOfImports | null>(null);
  const [turn, setTurn] = useState(0);
  const look = useCallback(() => setTurn((before) => before + 1), []);
  const looking = useRef({ isBusy: false, again: false });
  // The import of another tab is heard of by the guests that come and go.
  useEffect(() => {
    const { current } = looking;
    current.again = current.isBusy;
    if (current.isBusy) return;
    current.isBusy = true;
    repository
      .leftOfImports()
      .then(setNoted)
      .catch((cause: unknown) => logError('what imports have left was not read', cause))
      .finally(() => {
        current.isBusy = false;
        if (current.again) look();
      });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- see above
  }, [repository, clients, turn, look]);
  // What is left may have been kept or taken back there: nothing tells of that, but whoever was there comes back here.
  useWindowEvent('focus', look);

  const titleOf = (sessionId: string): string => {
    const session = store.session(sessionId);
    return session === null ? '' : format.title(session);
  };

  /** What became of an import that was stopped or failed; null where that is not known yet, or will not be tried as the person may not any more. */
  function wordsOf(back: TakenBack | null, isRefused = false): string {
    if (back === null) return t(isRefused ? 'imports.notMineToTakeBack' : 'imports.notTakenBack');
    const counts = new Map<string, number>();
    for (const { sessionId } of back.held)
      if (sessionId) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
    const words = [
      ...(back.kept > 0 ? [t('imports.touchedKept', { count: back.kept })] : []),
      ...(back.reached > 0 ? [t('imports.reachedKept', { count: back.reached })] : []),
      ...[...counts].map(([sessionId, count]) =>
        t('imports.archivedKept', { count, session: titleOf(sessionId) }),
      ),
    ];
    return words.length > 0 ? words.join(' ') : t('imports.nothingKept');
  }

  const there = useMemo(() => {
    if (noted === null) return [];
    const registered = new Map([...clients.values()].map((client) => [client.consumerId, client]));
    return noted.guests.flatMap(({ id: guest, sessionId }) => {
      const client = clients.get(guest) ?? registered.get(guest);
      return client === undefined ? [] : [{ id: client._id, name: fullName(client), sessionId }];
    });
  }, [noted, clients]);
  // Of a guest there may be several sessions, and their registration's address.
  const names = [...new Map(there.map(({ id: guest, name }) => [guest, name])).values()];
  const archived = [...new Set(there.map(({ sessionId }) => sessionId ?? ''))].filter(
    (sessionId) => store.session(sessionId)?.status === 'archived',
  );
  const shown = names.slice(0, NAMES).join(', ');
  const more = names.length - NAMES;
  const label = [
    t('imports.left', {
      count: names.length,
      names: more > 0 ? t('bulk.andMore', { names: shown, count: more }) : shown,
    }),
    ...(archived.length > 0
      ? [
          t('imports.leftArchived', {
            sessions: archived.map((one) => t('bulk.quoted', { title: titleOf(one) })).join(', '),
          }),
        ]
      : []),
  ].join(' ');

  return {
    wordsOf,
    look,
    busy,
    label: names.length > 0 ? label : null,
    async takeBack(): Promise<void> {
      const done = await run(() => repository.takeBackLeft());
      look();
      if (done === null) return;
      const back = whoStays(done.conflicts);
      if (done.restored > 0) notify.success(t('bulk.undone', { count: done.restored }));
      if (done.conflicts.length > 0) notify.info(wordsOf(back), 'import-left');
      void sync.syncNow(id);
    },
    async keep(): Promise<void> {
      await run(async () => ({ ok: true, value: await repository.keepLeft() }));
      look();
    },
  };
}

export function LeftNote({ left }: { left: ReturnType<typeof useLeft> }) {
  if (left.label === null) return null;
  return (
    <div className={classes.undo}>
      <UndoNote
        label={left.label}
        busy={left.busy}
        onUndo={() => void left.takeBack()}
        onDismiss={() => void left.keep()}
      />
    </div>
  );
}

/** The same where nothing can be imported, as all sessions are archived: just then guests are left. */
export function LeftHere() {
  const left = useLeft();
  return left.label === null ? null : (
    <div className={classes.leftHere}>
      <LeftNote left={left} />
    </div>
  );
}
