import { canonical } from '../canonical.ts';
import type { Author } from '../documents/common.ts';
import { MAX_ROWS, type EntryChange, type EntryRow } from '../documents/entrychange.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { entryChangeId } from '../ids.ts';
import { entriesOf, type RegistersByClient } from './layChanges.ts';
import { timeOf } from './registers.ts';

/** Who acts, when and on what; `suffix` makes a new end of an id. */
export interface ActStamp {
  author: Author;
  /** Hybrid clock, ms. */
  time: number;
  device: EntryChange['device'];
  suffix(): string;
}

/** What is known of a session's entries: as the acts are laid over it, and what the acts alone say. */
export interface KnownEntries {
  session: Session;
  acts: RegistersByClient;
}

/**
 * What an edit of a session's entries comes to, as documents: one per act, or several for more rows than one holds. Their
 * time is later than all that is known of their clients, so that they count wherever that is known too.
 */
export function actsBetween(
  { session, acts }: KnownEntries,
  edited: Session,
  stamp: ActStamp,
): EntryChange[] {
  const rows = rowsBetween(session, edited);
  if (rows.length === 0) return [];
  const entries = entriesOf(session, new Set(rows.map(({ clientId }) => clientId)));
  const time = rows.reduce((latest, { clientId }) => {
    const late = session.lateRegisters?.[clientId] ?? {};
    const known = Math.max(
      entries.get(clientId)?.updatedTime ?? -1,
      session.removedClients[clientId] ?? -1,
      timeOf(late),
      timeOf(acts.get(clientId) ?? {}),
    );
    return Math.max(latest, known + 1);
  }, stamp.time);
  return actsOf(session._id, rows, { ...stamp, time });
}

/**
 * Registers clients who were never anywhere: nothing is known of them that the act would have to be later than, so no entry
 * of the session is looked at, of which there may be 5,000.
 */
export const firstActs = (
  sessionId: string,
  entries: readonly Pick<SessionEntry, 'clientId' | 'product'>[],
  stamp: ActStamp,
): EntryChange[] =>
  actsOf(
    sessionId,
    entries.map(({ clientId, product }) => registration({ clientId, product })),
    stamp,
  );

const actsOf = (
  sessionId: string,
  rows: readonly EntryRow[],
  { time, author, device, suffix }: ActStamp,
): EntryChange[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, part) => ({
    _id: entryChangeId(sessionId, time, suffix()),
    type: 'entrychange',
    sessionId,
    time,
    device: { id: device.id, name: device.name },
    author: { id: author.id, name: author.name },
    rows: rows.slice(part * MAX_ROWS, (part + 1) * MAX_ROWS),
  }));

/** The rows that lead from one state of the entries to another; nothing for who stays as they are. */
export function rowsBetween(before: Session, after: Session): EntryRow[] {
  const rows: EntryRow[] = [];
  // An edit leaves most entries as they are, and where they are: an index of 5,000 costs more than the rest of an act.
  let place = 0;
  for (const entry of after.clients) {
    const was = before.clients[place];
    if (was?.clientId !== entry.clientId) break;
    const row = was === entry ? null : change(was, entry);
    if (row !== null) rows.push(row);
    place += 1;
  }
  const known = new Map(before.clients.slice(place).map((entry) => [entry.clientId, entry]));
  for (const entry of after.clients.slice(place)) {
    const was = known.get(entry.clientId);
    known.delete(entry.clientId);
    const row = was === undefined ? registration(entry) : was === entry ? null : change(was, entry);
    if (row !== null) rows.push(row);
  }
  for (const was of known.values()) rows.push({ clientId: was.clientId, in: false, from: stateOf(was) });
  return rows;
}

const registration = ({
  clientId,
  placement,
  product,
}: Pick<SessionEntry, 'clientId' | 'placement' | 'product'>): EntryRow => ({
  clientId,
  in: true,
  ...(placement == null ? {} : { placement }),
  ...(product == null ? {} : { product }),
  from: { in: false },
});

function change(was: SessionEntry, is: SessionEntry): EntryRow | null {
  const row: EntryRow = { clientId: is.clientId };
  const from: EntryRow['from'] = {};
  for (const key of ['placement', 'product'] as const) {
    const [old, now] = [was[key] ?? null, is[key] ?? null];
    if (canonical(old) === canonical(now)) continue;
    Object.assign(row, { [key]: now });
    Object.assign(from, { [key]: old });
  }
  return Object.keys(from).length === 0 ? null : { ...row, from };
}

const stateOf = ({ placement, product }: SessionEntry): NonNullable<EntryRow['from']> => ({
  in: true,
  placement: placement ?? null,
  product: product ?? null,
});
