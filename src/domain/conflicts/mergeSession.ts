import { canonical } from '../canonical.ts';
import type { Session, SessionEntry } from '../documents/session.ts';

/**
 * Merges two versions of a session document (specification 2 §4: per client entry, the newest `updatedTime` wins).
 * Every part is the maximum of a total order, so the merge is commutative, associative and idempotent, and its result
 * is byte-identical on every device. Files are a set that only grows: who names a file on one device and who renames
 * the session on another both keep what they did. Revisions and attachments are not its business: `_rev`, `_conflicts`
 * and `_attachments` are dropped.
 */
export function mergeSessions(one: Session, other: Session): Session {
  const [a, b] = [filled(one), filled(other)];
  const entries = new Map<string, Version>();
  for (const version of [...versionsOf(a), ...versionsOf(b)]) {
    const known = entries.get(version.clientId);
    if (known === undefined || isNewer(version, known)) entries.set(version.clientId, version);
  }
  const clients: SessionEntry[] = [];
  const removedClients: Record<string, number> = {};
  for (const clientId of [...entries.keys()].sort()) {
    const version = entries.get(clientId);
    if (version?.entry) clients.push(version.entry);
    else if (version) removedClients[clientId] = version.time;
  }
  const details = newest(a, b, detailsAt, detailsOf);
  const plan = newest(a, b, planAt, (session) => session.plan ?? null);
  const latest = newest(a, b, updatedAt, authorship);
  const metadata = {
    ...latest.metadata,
    ...maxOf('detailsAt', a, b),
    ...maxOf('planAt', a, b),
    ...minOf('createdAt', a, b),
  };
  const { plan: _plan, ...rest } = detailsOf(details);
  return ordered({
    ...rest,
    ...(plan.plan === undefined ? {} : { plan: plan.plan }),
    clients,
    removedClients,
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

interface Version {
  clientId: string;
  time: number;
  /** null is a tombstone. */
  entry: SessionEntry | null;
}

function versionsOf(session: Session): Version[] {
  return [
    ...session.clients.map((entry) => ({ clientId: entry.clientId, time: entry.updatedTime, entry })),
    ...Object.entries(session.removedClients).map(([clientId, time]) => ({ clientId, time, entry: null })),
  ];
}

/** At equal times an entry beats a tombstone, a check-in beats none, and then the text decides. */
function isNewer(a: Version, b: Version): boolean {
  if (a.time !== b.time) return a.time > b.time;
  if ((a.entry === null) !== (b.entry === null)) return a.entry !== null;
  const checkIn = (a.entry?.checkInTime ?? -1) - (b.entry?.checkInTime ?? -1);
  if (checkIn !== 0) return checkIn > 0;
  return canonical(a.entry) > canonical(b.entry);
}

// A missing time counts as 0, not as `createdAt`: that one merges by itself, which would make the order matter.
const detailsAt = (session: Session): number => session.metadata.detailsAt ?? 0;
const planAt = (session: Session): number => session.metadata.planAt ?? 0;
const updatedAt = (session: Session): number => session.metadata.updatedAt ?? 0;

/** Metadata without the times that merge by themselves. */
function authorship(session: Session): unknown {
  const { detailsAt: _details, planAt: _plan, createdAt: _created, ...rest } = session.metadata;
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
  'files',
  'plan',
  'metadata',
]);

/** Everything that merges as one: title, date, times, status, settings and unknown fields. */
function detailsOf(session: Session): Record<string, unknown> {
  return Object.fromEntries(Object.entries(session).filter(([key]) => !OWN.has(key)));
}

type TimeKey = 'detailsAt' | 'planAt' | 'createdAt';

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
