import { canonical } from '../canonical.ts';
import type { Session, SessionEntry } from '../documents/session.ts';
import { withRegisters } from '../entries/layChanges.ts';
import { mergePlans } from './mergePlan.ts';
import { mergeDetails } from './sessionDetails.ts';
import { joinRegisters, registersOfEntry, registersOfRemoval, type Registers } from '../entries/registers.ts';

/**
 * Merges two versions of a session document (specification 2 §4: per client entry, the newest `updatedTime` wins).
 * Every part is the maximum of a total order, so the merge is commutative, associative and idempotent, and its result
 * is byte-identical on every device; but for `detailsAt`, which a merge of details that no version had makes one later
 * (`mergeRegisters`). Files are a set that only grows. Revisions and attachments are not its business: `_rev`,
 * `_conflicts` and `_attachments` are dropped.
 */
export function mergeSessions(one: Session, other: Session): Session {
  return mergedOf([one, other]);
}

/** Merges any number of versions, in any order. */
export function mergeAllSessions(versions: readonly [Session, ...Session[]]): Session {
  const [first] = versions;
  // Merging the first with itself brings even a single version into the canonical form.
  return mergedOf([first, ...versions]);
}

function mergedOf(versions: readonly Session[]): Session {
  const all = versions.map(filled);
  const bare = all.map(
    ({ clients: _clients, removedClients: _removed, lateRegisters: _late, ...rest }) => rest as Session,
  );
  return ordered({ ...bare.reduce(mergeRest), ...entriesOf(all) } as Session);
}

/** Of all versions together: two after the other would go through everything that was merged before, for each of them. */
function entriesOf(versions: readonly Session[]): Partial<Session> {
  const registers = new Map<string, Registers>();
  for (const session of versions) {
    for (const [clientId, own] of registersOfSession(session)) {
      registers.set(clientId, joinRegisters(registers.get(clientId) ?? {}, own));
    }
  }
  const sorted = new Map([...registers].sort(([x], [y]) => (x < y ? -1 : 1)));
  const { clients, removedClients, lateRegisters } = withRegisters(NOBODY, sorted);
  return { clients, removedClients, ...(lateRegisters === undefined ? {} : { lateRegisters }) };
}

/** What is not of single guests. */
function mergeRest(a: Session, b: Session): Session {
  const { metadata: edited, ...details } = mergeDetails(a, b);
  const { times, ...plan } = mergePlans(a, b);
  const latest = newest(a, b, updatedAt, authorship);
  const metadata = {
    ...authorship(latest),
    ...edited,
    ...times,
    ...minOf('createdAt', a, b),
  };
  return {
    ...details,
    ...plan,
    files: [...new Set([...a.files, ...b.files])].sort(),
    metadata,
  } as unknown as Session;
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

function minOf(key: 'createdAt', a: Session, b: Session): Partial<Session['metadata']> {
  const known = [a.metadata[key], b.metadata[key]].filter((time) => time !== undefined);
  return known.length === 0 ? {} : { [key]: Math.min(...known) };
}

/** Fixed order of keys at every level, so that equal content is equal text. */
function ordered(session: Session): Session {
  return JSON.parse(canonical(session)) as Session;
}
