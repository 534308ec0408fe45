import { useEffect, useState } from 'react';
import type { EventFileEntry, Outcome } from '#data/types.ts';
import { useAppData, useReadable } from './appData.tsx';
import { useEvent, useLive } from './event.tsx';
import { useSyncOf } from './session.ts';

export interface Files {
  list: readonly EventFileEntry[];
  /** `server`: the list lacks what only the server has, because it does not answer. */
  missing: 'nothing' | 'loading' | 'server';
  /** The PDF, from this device or from the server. */
  content(fileId: string): Outcome<Blob>;
}

const byName = (a: EventFileEntry, b: EventFileEntry): number =>
  a.name.localeCompare(b.name) || (a._id < b._id ? -1 : 1);

/**
 * The event's files. A light copy has only those that were added on this device, so the others are asked of the server,
 * again when the network is back (ARCHITECTURE.md, "Light and full").
 */
export function useFiles(): Files {
  const data = useAppData();
  const { id: eventId, sync, repository } = useEvent();
  const isLight = useReadable(sync).mode === 'light';
  const online = useSyncOf((status) => status.online);
  const here = useLive((store) => store.documents('file'));
  const [answer, setAnswer] = useState<{ eventId: string; list: readonly EventFileEntry[] | null } | null>(
    null,
  );

  useEffect(() => {
    if (!isLight || !online) return undefined;
    let gone = false;
    void data.serverFiles(eventId).then((reply) => {
      if (gone) return;
      setAnswer((before) => {
        if (reply.ok) return { eventId, list: reply.value };
        // What was listed once stays while the network is away.
        return before?.eventId === eventId ? before : { eventId, list: null };
      });
    });
    return () => {
      gone = true;
    };
  }, [data, eventId, isLight, online]);

  const known = answer?.eventId === eventId ? answer : null;
  const all = new Map<string, EventFileEntry>();
  if (isLight) for (const file of known?.list ?? []) all.set(file._id, file);
  for (const file of here.values()) all.set(file._id, file);
  const isListed = !isLight || (known?.list ?? null) !== null;
  const isAsking = online && known === null;
  return {
    list: [...all.values()].sort(byName),
    missing: isListed ? 'nothing' : isAsking ? 'loading' : 'server',
    async content(fileId) {
      const blob = await repository.fileContent(fileId);
      return blob === null ? data.serverFile(eventId, fileId) : { ok: true, value: blob };
    },
  };
}
