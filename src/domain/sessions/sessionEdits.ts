import type { SessionStatus } from '../config.ts';
import type { Author } from '../documents/common.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { planTimes } from './planTimes.ts';

/** What every edit carries: who and when (hybrid clock). */
export interface Stamp {
  author: Author;
  time: number;
}

/** Registers clients for the session; those already registered stay as they are. */
export function addEntries(
  session: Session,
  clientIds: readonly string[],
  stamp: Stamp,
  product: SessionEntry['product'] = null,
): Session {
  const wanted = new Set(clientIds);
  const known = new Set<string>();
  for (const { clientId } of session.clients) if (wanted.has(clientId)) known.add(clientId);
  const added = clientIds.filter((clientId) => !known.has(clientId));
  if (added.length === 0) return session;
  const removedClients = { ...session.removedClients };
  for (const clientId of added) delete removedClients[clientId];
  return touched(
    {
      ...session,
      removedClients,
      clients: [
        ...session.clients,
        ...added.map((clientId) => ({
          clientId,
          checkInTime: null,
          placement: null,
          product,
          // A re-registration must be newer than the removal it undoes.
          updatedTime: Math.max(stamp.time, (session.removedClients[clientId] ?? 0) + 1),
        })),
      ],
    },
    stamp,
  );
}

/** Takes a client off the session and leaves a tombstone. */
export function removeEntry(session: Session, clientId: string, stamp: Stamp): Session {
  const entry = session.clients.find((candidate) => candidate.clientId === clientId);
  if (entry === undefined) return session;
  return touched(
    {
      ...session,
      clients: session.clients.filter((candidate) => candidate !== entry),
      removedClients: { ...session.removedClients, [clientId]: Math.max(stamp.time, entry.updatedTime + 1) },
    },
    stamp,
  );
}

type EntryChange = Partial<Pick<SessionEntry, 'placement' | 'product' | 'checkInTime'>>;

/** Changes one entry's placement or product; the same session when the client is not registered. */
export const editEntry = (session: Session, clientId: string, change: EntryChange, stamp: Stamp): Session =>
  editEntries(session, new Map([[clientId, change]]), stamp);

/** The same for several, by client id. */
export function editEntries(
  session: Session,
  changes: ReadonlyMap<string, EntryChange>,
  stamp: Stamp,
): Session {
  let found = false;
  const clients = session.clients.map((entry) => {
    const change = changes.get(entry.clientId);
    if (change === undefined) return entry;
    found = true;
    return { ...entry, ...change, updatedTime: Math.max(stamp.time, entry.updatedTime + 1) };
  });
  return found ? touched({ ...session, clients }, stamp) : session;
}

/**
 * Takes these clients' places away because the plan lost them. That is no change of the entry: the place keeps its time, at
 * which no place counts more, so that wherever somebody was moved meanwhile they stay (`domain/entries`).
 */
export const clearPlaces = (session: Session, clientIds: ReadonlySet<string>): Session =>
  clientIds.size === 0
    ? session
    : {
        ...session,
        clients: session.clients.map((entry) =>
          clientIds.has(entry.clientId) ? { ...entry, placement: null } : entry,
        ),
      };

export type SessionDetails = Partial<
  Pick<
    Session,
    'title' | 'titleFrench' | 'date' | 'timeStart' | 'timeEnd' | 'capacity' | 'autoSave' | 'autoSaveDelay'
  >
>;

/** Changes title, date, times, places or settings, which merge as one. */
export const editDetails = (session: Session, details: SessionDetails, stamp: Stamp): Session =>
  touched({ ...session, ...details }, stamp, 'detailsAt');

export function setStatus(session: Session, status: SessionStatus, stamp: Stamp): Session {
  if (session.status === status) return session;
  const { archivedAt: _before, ...open } = session;
  const archive = status === 'archived' ? { archivedAt: stamp.time } : {};
  return touched({ ...open, status, ...archive }, stamp, 'detailsAt');
}

/**
 * Names a file in the session. No change of the details: a file named later than a title is changed elsewhere must not
 * bring the old title back. A file is never taken away; who makes that possible gives it tombstones, as clients have.
 */
export const addFileId = (session: Session, fileId: string, stamp: Stamp): Session =>
  session.files.includes(fileId)
    ? session
    : touched({ ...session, files: [...session.files, fileId] }, stamp);

export function setPlan(session: Session, plan: Session['plan'], stamp: Stamp): Session {
  const metadata = { ...session.metadata, ...planTimes(session, plan, stamp.time) };
  return touched({ ...session, plan, metadata }, stamp, 'planAt');
}

function touched(session: Session, stamp: Stamp, part?: 'detailsAt' | 'planAt'): Session {
  return {
    ...session,
    metadata: {
      ...session.metadata,
      author: stamp.author,
      updatedAt: stamp.time,
      ...(part === undefined ? {} : { [part]: stamp.time }),
    },
  };
}
