import { canonical } from '../canonical.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { withRegisters } from '../entries/layChanges.ts';
import { mergePlans } from './mergePlan.ts';
import { joinRegisters, registersOfEntry, registersOfRemoval, type Registers } from '../entries/registers.ts';

/**
 * Merges two versions of a session document (specification 2 §4: per client entry, the newest `updatedTime` wins).
 * Every part is the maximum of a total order, so the merge is commutative, associative and idempotent, and its result
 * is byte-identical on every device. Files are a set that only grows: who names a file on one device and who renames
 * the session on another both keep what they did. Revisions and attachments are not its business: `_rev`, `_conflicts`
 * and `_attachments` are dropped.
 */
export function mergeSessions(one: Session, other: Session): Session {
  const [a, b] = [filled(one), filled(other)];
  const registers = new Map<string, Registers>();
  for (const session of [a, b]) {
    for (const [clientId, own] of registersOfSession(session)) {
      registers.set(clientId, joinRegisters(registers.get(clientId) ?? {}, own));
    }
  }
  const sorted = new Map([...registers].sort(([x], [y]) => (x < y ? -1 : 1)));
  const { clients, removedClients, lateRegisters } = withRegisters(NOBODY, sorted);
  const details = newest(a, b, detailsAt, detailsOf);
  const { times, ...plan } = mergePlans(a, b);
  const latest = newest(a, b, updatedAt, authorship);
  const metadata = {
    ...authorship(latest),
    ...maxOf('detailsAt', a, b),
    ...times,
    ...minOf('createdAt', a, b),
  };
  return ordered({
    ...detailsOf(details),
    ...plan,
    clients,
    removedClients,
    ...(lateRegisters === undefined ? {} : { lateRegisters }),
    files: [...new Set([...a.files, ...b.files])].sort(),
    metadata,
  } as unknown as Session);
}

/** Merges any number of versions, in any order. */
export function mergeAllSessions(versions: readonly [Session, ...Session[]]): Session {
  const [first, ...others] = versions;
  // Merging the first with itself brings even a single version into the canonical form.
  return others.reduce(mergeSessions, mergeSessions(first, first));
}

/** Leaves are merged as they were stored, and what a script wrote may lack fields that have a default. */
function filled(stored: Partial<Session>): Session {
  const { clients = [], removedClients = {}, files = [], metadata = {}, ...rest } = stored;
  return {
    ...rest,
    clients: clients.map((entry: Partial<SessionEntry>) => ({ updatedTime: 0, ...entry })),
    ...{ removedClients, files, metadata },
  } as Session;
}

const NOBODY = { clients: [], removedClients: {} } as unknown as Session;

/** What a version says of each client: one that is both there and removed counts as what is newer. */
function* registersOfSession(session: Session): Iterable<[clientId: string, registers: Registers]> {
  for (const entry of session.clients) yield [entry.clientId, registersOfEntry(entry)];
  for (const [clientId, time] of Object.entries(session.removedClients)) {
    yield [clientId, registersOfRemoval(time, session.lateRegisters?.[clientId])];
  }
}

// A missing time counts as 0, not as `createdAt`: that one merges by itself, which would make the order matter.
const detailsAt = (session: Session): number => session.metadata.detailsAt ?? 0;
const updatedAt = (session: Session): number => session.metadata.updatedAt ?? 0;

/** Metadata without the times that merge by themselves. */
function authorship(session: Session): object {
  const { detailsAt: _details, createdAt: _created, ...others } = session.metadata;
  const { planAt: _plan, tableTimes: _tables, planRestAt: _planRest, ...rest } = others;
  return rest;
}

function newest(
  a: Session,
  b: Session,
  at: (session: Session) => number,
  part: (session: Session) => unknown,
): Session {
  if (at(a) !== at(b)) return at(a) > at(b) ? a : b;
  return canonical(part(a)) >= canonical(part(b)) ? a : b;
}

const OWN = new Set([
  '_rev',
  '_conflicts',
  '_revisions',
  '_attachments',
  'clients',
  'removedClients',
  'lateRegisters',
  'files',
  'plan',
  'metadata',
]);

/** Everything that merges as one: title, date, times, status, settings and unknown fields. */
function detailsOf(session: Session): Record<string, unknown> {
  return Object.fromEntries(Object.entries(session).filter(([key]) => !OWN.has(key)));
}

type TimeKey = 'detailsAt' | 'createdAt';

function times(key: TimeKey, a: Session, b: Session): number[] {
  return [a.metadata[key], b.metadata[key]].filter((time) => time !== undefined);
}
function maxOf(key: TimeKey, a: Session, b: Session): Partial<Record<TimeKey, number>> {
  const known = times(key, a, b);
  return known.length === 0 ? {} : { [key]: Math.max(...known) };
}
function minOf(key: TimeKey, a: Session, b: Session): Partial<Record<TimeKey, number>> {
  const known = times(key, a, b);
  return known.length === 0 ? {} : { [key]: Math.min(...known) };
}

/** Fixed order of keys at every level, so that equal content is equal text. */
function ordered(session: Session): Session {
  return JSON.parse(canonical(session)) as Session;
}
