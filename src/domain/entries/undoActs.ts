import type { EntryChange, EntryRow } from '../documents/entrychange.ts';
import type { SessionEntry } from '../documents/session.ts';

/** Entries of one session. */
export interface SessionEntries {
  sessionId: string;
  entries: readonly SessionEntry[];
}

/** What acts did, as it is taken back: each row tells what stood there before. */
export interface ActsDone {
  /** Registrations that were made, as they were made. */
  added: readonly SessionEntries[];
  /** Registrations that were taken away, as they were. */
  removed: readonly SessionEntries[];
  /** Registrations that stayed and lost their place, as they were. */
  unseated: readonly SessionEntries[];
}

export function doneBy(acts: readonly EntryChange[]): ActsDone {
  const added = new Map<string, SessionEntry[]>();
  const removed = new Map<string, SessionEntry[]>();
  const unseated = new Map<string, SessionEntry[]>();
  for (const { sessionId, time, rows } of acts) {
    for (const { clientId, in: isIn, placement, product, from = {} } of rows) {
      const entry = (of: Pick<EntryRow, 'placement' | 'product'>): SessionEntry => ({
        ...{ clientId, checkInTime: null, updatedTime: time },
        ...{ placement: of.placement ?? null, product: of.product ?? null },
      });
      if (isIn === true && from.in !== true) push(added, sessionId, entry({ placement, product }));
      else if (isIn === false) push(removed, sessionId, entry(from));
      else if (placement === null && from.placement != null) push(unseated, sessionId, entry(from));
    }
  }
  return { added: listed(added), removed: listed(removed), unseated: listed(unseated) };
}

function push(map: Map<string, SessionEntry[]>, sessionId: string, entry: SessionEntry): void {
  const list = map.get(sessionId);
  if (list === undefined) map.set(sessionId, [entry]);
  else list.push(entry);
}

const listed = (map: ReadonlyMap<string, SessionEntry[]>): SessionEntries[] =>
  [...map].map(([sessionId, entries]) => ({ sessionId, entries }));
