import { EVENT_ID_PATTERN, idRange } from '#domain/ids.ts';
import { HEAVY_TYPES, type CopyMode } from '#domain/devices/light.ts';
import { isInScope, MEMBERS_ONLY_PREFIXES, scopeOf, type CopyScope } from '#domain/rights/reach.ts';
import { masked } from '#domain/services/secrets.ts';
import type { Author } from '#domain/documents/common.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { forbidden, notFound } from '../base/errors.ts';
import type { Access, Person } from '../auth/access.ts';
import { projectEvents } from '../events/central.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';

export type TargetKind = 'central' | 'users' | 'services' | 'event';

/** A database as one person may see it. */
export interface Target {
  name: string;
  kind: TargetKind;
  /** The event's id, for an event's database. */
  eventId: string | null;
  db: Database;
  person: Person;
  /** Which of the event's documents exist for this person (decision 17). */
  scope: CopyScope;
  /** For what a hub brings (decision 41). */
  speaksFor?: {
    /** Who brought a document to the hub, where that is not its author: user ids by `<id> <revision>`. */
    brought: ReadonlyMap<string, string>;
    /** The person of an id, if they may write such a document here: for nobody else a hub speaks. */
    author(userId: string, docId: string): Promise<Author | null>;
  };
  /** A command of the server itself writes here: what is new, no device has yet. */
  isOwn?: boolean;
  /** What is written together is one write of the database: where one document may not be written, none is. */
  isWhole?: boolean;
  /** Each document passes through this on its way out. */
  show<T extends AnyDoc>(doc: T): T;
}

const EVENT_PREFIX = 'event-';

/**
 * Who may open what (specification 1 §6, 2 §7): `central` everyone, `users` and `services` managers, an event's
 * database whoever may see the event. Throws 404 for the server's own and for
 * unknown databases, 403 for the others, and to whoever is no manager for every event that is not theirs, known or not.
 */
export async function allow(access: Access, person: Person, name: string): Promise<TargetKind> {
  if (name === DATABASES.central) return 'central';
  if (name === DATABASES.users || name === DATABASES.services) {
    if (person.role !== 'manager') throw forbidden();
    return name;
  }
  const eventId = name.startsWith(EVENT_PREFIX) ? name.slice(EVENT_PREFIX.length) : '';
  if (!EVENT_ID_PATTERN.test(eventId)) throw notFound('no such database');
  await access.event(person, eventId);
  return 'event';
}

export async function openTarget(
  storage: Storage,
  access: Access,
  person: Person,
  name: string,
): Promise<Target> {
  const kind = await allow(access, person, name);
  // Whoever reads a list of events that is too old takes the newer ones for gone.
  if (kind === 'central') await storage.assertMajority?.();
  return {
    name,
    kind,
    eventId: kind === 'event' ? name.slice(EVENT_PREFIX.length) : null,
    db: await storage.openExisting(name),
    person,
    scope: kind === 'event' ? scopeOf(person.role) : 'all',
    show: shownTo(person, kind),
  };
}

/** To whom a document may not show, it is not there. */
export function assertSeen(target: Target, id: string): void {
  if (!isInScope(target.scope, id)) throw notFound();
}

/** How many documents are not there for this person, or not in a copy of this kind. */
export async function countUnseen({ db, scope }: Target, mode: CopyMode = 'full'): Promise<number> {
  const prefixes = new Set<string>([
    ...(scope === 'all' ? [] : MEMBERS_ONLY_PREFIXES),
    ...(mode === 'full' ? [] : HEAVY_TYPES.map((type) => `${type}_`)),
  ]);
  let unseen = 0;
  for (const prefix of prefixes) unseen += (await db.allDocs(idRange(prefix))).rows.length;
  return unseen;
}

/** What is shown of a document: secrets of services to nobody, of `central` to each their own. */
function shownTo(person: Person, kind: TargetKind): Target['show'] {
  if (kind === 'services') return masked;
  return kind === 'central' && person.role !== 'manager' ? projection(person.id) : (doc) => doc;
}

/** Below manager, `central` shows each person their own events; the revision stays, so that it replicates. */
function projection(userId: string) {
  return <T extends AnyDoc>(doc: T): T => {
    if (!Array.isArray(doc['events'])) return doc;
    return { ...doc, events: projectEvents(doc['events'] as CentralEvent[], userId) };
  };
}
