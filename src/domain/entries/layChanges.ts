import type { EntryChange } from '../documents/entrychange.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import {
  covers,
  entryOf,
  joinRegisters,
  lateOf,
  registersOfEntry,
  registersOfRemoval,
  registersOfRow,
  type Registers,
} from './registers.ts';

/** What the acts of one session say, by client: kept up to date act by act, whatever the order they come in. */
export type RegistersByClient = ReadonlyMap<string, Registers>;

/** Adds an act; returns the clients of whom it says something new. */
export function addChange(
  known: Map<string, Registers>,
  change: Pick<EntryChange, 'time' | 'rows'>,
): string[] {
  const touched: string[] = [];
  for (const row of change.rows) {
    const said = registersOfRow(row, change.time);
    const before = known.get(row.clientId) ?? {};
    if (covers(before, said)) continue;
    known.set(row.clientId, joinRegisters(before, said));
    touched.push(row.clientId);
  }
  return touched;
}

export function registersByClient(
  changes: Iterable<Pick<EntryChange, 'time' | 'rows'>>,
): Map<string, Registers> {
  const known = new Map<string, Registers>();
  for (const change of changes) addChange(known, change);
  return known;
}

/** What a stored session itself says of a client. */
function storedRegisters(
  { removedClients, lateRegisters }: Session,
  clientId: string,
  entry: SessionEntry | undefined,
): Registers {
  const removedAt = removedClients[clientId];
  const removed = removedAt === undefined ? {} : registersOfRemoval(removedAt, lateRegisters?.[clientId]);
  return entry === undefined ? removed : joinRegisters(removed, registersOfEntry(entry));
}

/**
 * The session with the acts laid over its entries. The same object where they say nothing new, so laying them over a
 * session that was folded already costs no write. Entries keep their order; new ones follow in the order of their ids.
 */
export function layChanges(session: Session, changes: RegistersByClient): Session {
  const entries = entriesOf(session, changes);
  const next = new Map<string, Registers>();
  for (const [clientId, said] of changes) {
    const stored = storedRegisters(session, clientId, entries.get(clientId));
    const joined = joinRegisters(stored, said);
    // A seat of somebody who was never registered is told by its act alone.
    if (joined.in !== undefined && !covers(stored, said)) next.set(clientId, joined);
  }
  return next.size === 0 ? session : withRegisters(session, next);
}

/** The entries of these clients. One act among 5,000 entries must not cost an index of them all. */
export function entriesOf(
  { clients }: Pick<Session, 'clients'>,
  wanted: Pick<ReadonlySet<string>, 'has'>,
): Map<string, SessionEntry> {
  const entries = new Map<string, SessionEntry>();
  for (const entry of clients) if (wanted.has(entry.clientId)) entries.set(entry.clientId, entry);
  return entries;
}

/** One client's entry with what the acts say of it: the stored one itself where that is nothing new, null for nobody. */
export function laidEntry(
  session: Session,
  clientId: string,
  stored: SessionEntry | undefined,
  said: Registers = {},
): SessionEntry | null {
  const known = storedRegisters(session, clientId, stored);
  if (covers(known, said)) return stored ?? null;
  return entryOf(clientId, joinRegisters(known, said));
}

/** The session with these clients' entries and removals set to what the registers say. */
export function withRegisters(session: Session, changed: RegistersByClient): Session {
  const removedClients = { ...session.removedClients };
  const late = { ...session.lateRegisters };
  const made = new Map<string, SessionEntry | null>();
  for (const [clientId, registers] of changed) {
    const entry = entryOf(clientId, registers);
    made.set(clientId, entry);
    delete removedClients[clientId];
    delete late[clientId];
    if (entry !== null || registers.in === undefined) continue;
    removedClients[clientId] = registers.in.time;
    const later = lateOf(registers);
    if (later !== null) late[clientId] = later;
  }
  const kept: SessionEntry[] = [];
  for (const entry of session.clients) {
    const replaced = made.get(entry.clientId);
    if (replaced === undefined) kept.push(entry);
    else {
      made.delete(entry.clientId);
      if (replaced !== null) kept.push(replaced);
    }
  }
  const added = [...made].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entry]) => entry ?? []);
  const { lateRegisters: _, ...rest } = session;
  return {
    ...rest,
    clients: [...kept, ...added],
    removedClients,
    ...(Object.keys(late).length === 0 ? {} : { lateRegisters: late }),
  };
}

/** Whether the session says already all that the act says: then a first pull need not bring it. */
export const isFolded = (
  session: Session,
  entries: ReadonlyMap<string, SessionEntry>,
  change: Pick<EntryChange, 'time' | 'rows'>,
): boolean =>
  change.rows.every((row) =>
    covers(
      storedRegisters(session, row.clientId, entries.get(row.clientId)),
      registersOfRow(row, change.time),
    ),
  );
