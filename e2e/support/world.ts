import { z } from 'zod';
import { historyReply, type HistoryEvent } from '#api/schemas.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Session } from '#domain/documents/session.ts';
import type { Role } from '#domain/rights/roles.ts';
import { makeEvent, type SampleOptions } from '../../server/sample/generate.ts';
import { ADMIN } from './foyer.ts';
import { createEvent, createUser, login, writeDocs, type Api } from './http.ts';

/** Somebody with an account. */
export interface Person extends Api {
  readonly username: string;
  readonly password: string;
}

/** An event that is on the server, made without a browser. */
export interface MadeEvent {
  readonly id: string;
  readonly dbName: string;
  readonly title: string;
  readonly sessions: readonly Session[];
  readonly clients: readonly Client[];
}

export interface EventOptions extends Partial<Pick<SampleOptions, 'clients' | 'sessions' | 'event' | 'now'>> {
  title?: string;
  /** Who may see it besides managers. */
  for?: readonly Person[];
  /** Other documents to be written with it. */
  extra?: readonly object[];
}

/** Prepares a server over its API: what happened before the test begins. */
export interface World {
  readonly url: string;
  /** The first manager. */
  readonly manager: Person;
  person(role: Role): Promise<Person>;
  /** Guests and sessions; nobody is checked in. */
  event(options?: EventOptions): Promise<MadeEvent>;
  authorize(person: Person, event: { id: string }, allowed?: boolean): Promise<void>;
  checkins(event: { dbName: string }): Promise<Checkin[]>;
  sessions(event: { dbName: string }): Promise<Session[]>;
  documents(dbName: string, prefix?: string): Promise<StoredDoc[]>;
  history(event: { id: string }): Promise<HistoryEvent[]>;
}
export type StoredDoc = Record<string, unknown> & { _id: string };

const rows = z.object({ rows: z.array(z.object({ doc: z.looseObject({ _id: z.string() }) })) });
let serial = 0;

export async function createWorld(url: string): Promise<World> {
  const enter = async (username: string, password: string): Promise<Person> => ({
    ...(await login(url, username, password)),
    username,
    password,
  });
  const manager = await enter(ADMIN.username, ADMIN.password);

  async function documents(dbName: string, prefix = ''): Promise<StoredDoc[]> {
    const range = prefix === '' ? '' : `&startkey=${quoted(prefix)}&endkey=${quoted(`${prefix}\ufff0`)}`;
    const answer = await manager.call('GET', `/db/${dbName}/_all_docs?include_docs=true${range}`);
    return rows.parse(answer.body).rows.map(({ doc }) => doc);
  }

  async function authorize(person: Person, event: { id: string }, allowed = true): Promise<void> {
    const body = { userId: person.userId, authorizations: [[event.id, allowed]] };
    const { status } = await manager.call('PUT', '/api/authorizations', body);
    if (status !== 200) throw new Error(`authorizations answered ${status}`);
  }

  return {
    url,
    manager,
    documents,
    authorize,
    async person(role) {
      const username = `${role}${letters(++serial)}`;
      const password = 'Foyer2026';
      await createUser(manager, username, password, role);
      return enter(username, password);
    },
    async event(options = {}) {
      const title = options.title ?? `Event ${++serial}`;
      const now = options.now ?? Date.now();
      const { eventId, dbName } = await createEvent(manager, title, now);
      const sample = makeEvent({
        seed: ++serial,
        eventId,
        clients: options.clients ?? 20,
        sessions: options.sessions ?? [
          { title: 'Dinner', titleFrench: 'Dîner', date: now, status: 'ongoing' },
        ],
        entriesPerSession: options.clients ?? 20,
        now,
        author: { id: manager.userId, name: manager.username },
      });
      const [stored] = await documents(dbName, 'event');
      const event = { ...sample.event, ...options.event, title, _rev: stored?._rev };
      // Everybody of it is expected: who is cancelled has no seat and is not counted.
      const docs = sample.documents
        .filter(({ _id }) => _id !== 'event' && !_id.startsWith('checkin_'))
        .map((doc) => (doc['status'] === 'canceled' ? { ...doc, status: 'registered' } : doc));
      await writeDocs(manager, dbName, [event, ...docs, ...(options.extra ?? [])]);
      for (const person of options.for ?? []) await authorize(person, { id: eventId });
      return { id: eventId, dbName, title, sessions: sample.sessions, clients: sample.clients };
    },
    checkins: async ({ dbName }) => (await documents(dbName, 'checkin_')) as unknown as Checkin[],
    sessions: async ({ dbName }) => (await documents(dbName, 'session_')) as unknown as Session[],
    async history({ id }) {
      const answer = await manager.call('GET', `/api/historyEvents/${id}`);
      return historyReply.parse(answer.body).historyEvents;
    },
  };
}

/** User names have letters only. */
const letters = (n: number): string =>
  String(n)
    .padStart(3, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));

const quoted = (text: string): string => encodeURIComponent(JSON.stringify(text));

/** What a test at a door begins with: a host, an event that is the host's, its first session and the guests of it. */
export async function atTheDoor(world: World, options: EventOptions = {}) {
  const host = await world.person('host');
  const event = await world.event({ for: [host], ...options });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  return { host, event, session, names: guestNames(event, session) };
}

/** The guests of a session whose names nobody else in it has, as the screens say them. */
export function guestNames(event: MadeEvent, session: Session): string[] {
  const byId = new Map(event.clients.map((client) => [client._id, `${client.forename} ${client.surname}`]));
  const names = session.clients.map(({ clientId }) => byId.get(clientId) ?? '');
  return names.filter((name) => names.filter((other) => other.includes(name)).length === 1);
}
