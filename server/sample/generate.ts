import type { Author } from '#domain/documents/common.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import type { Session } from '#domain/documents/session.ts';
import { databaseName, EVENT_DOC_ID } from '#domain/ids.ts';
import { createRandom } from './random.ts';
import { makeRegistrations } from './registrations.ts';
import { makeCheckins, makeSession, type SampleSession } from './sessions.ts';

/*
 * Sample events for the demo, tests and benchmarks. Pure: the same options give the same documents, ids included.
 */

const DAY = 86_400_000;
/** 2026-01-15, noon UTC: used where no time is handed in. */
const SAMPLE_NOW = Date.UTC(2026, 0, 15, 12);

export interface SampleOptions {
  clients: number;
  /** How many sessions, one a day from yesterday on, or each by itself. */
  sessions: number | readonly SampleSession[];
  /** Entries of each session that does not say otherwise; at most `clients`. */
  entriesPerSession: number;
  seed: number;
  eventId?: string;
  /** How many registrations stand behind the clients; 70 % of them when absent. */
  consumers?: number;
  /** ms; check-ins lie before it. */
  now?: number;
  author?: Author;
  door?: Author;
  event?: Partial<EventDoc>;
  formId?: string;
}

export interface SampleEvent {
  event: EventDoc;
  clients: Client[];
  consumers: Consumer[];
  sessions: Session[];
  checkins: Checkin[];
  /** All of them, sessions after the clients they name. */
  documents: ({ _id: string } & Record<string, unknown>)[];
}

/** Documents of one event. Check-ins are not folded: that is the worker's part. */
export function makeEvent(options: SampleOptions): SampleEvent {
  const random = createRandom(options.seed);
  const now = options.now ?? SAMPLE_NOW;
  const author = options.author ?? { id: 'sample-author', name: 'sample' };
  const door = options.door ?? author;
  const eventId = options.eventId ?? `sample${options.seed}`;
  const sessionPlans =
    typeof options.sessions === 'number' ? sampleSessions(options.sessions, now) : options.sessions;
  const consumerCount = Math.min(options.consumers ?? Math.ceil(options.clients * 0.7), options.clients);
  const { clients, consumers } = makeRegistrations(random, { ...options, consumerCount, now, author });
  const canceled = new Set(consumers.flatMap(({ _id, status }) => (status === 'canceled' ? [_id] : [])));
  const stayAway = new Set(
    clients.flatMap(({ _id, consumerId }) => (canceled.has(consumerId ?? '') ? [_id] : [])),
  );
  const made = sessionPlans.map((plan, index) => {
    const session = makeSession(random, plan, {
      clients,
      defaultCount: options.entriesPerSession,
      now,
      author,
      index,
    });
    return { session, checkins: makeCheckins(random, session, plan, { now, door, stayAway }) };
  });
  const sessions = made.map(({ session }) => session);
  const checkins = made.flatMap((one) => one.checkins);
  const event: EventDoc = {
    _id: EVENT_DOC_ID,
    type: 'event',
    id: eventId,
    title: 'Sample event',
    dbName: databaseName(eventId),
    date: sessions.length === 0 ? now : Math.min(...sessions.map(({ date }) => date)),
    paymentTypes: ['card', 'cash', 'none', 'transfer'],
    invoiceNextIndex: 0,
    adminContact: false,
    metadata: { author, createdAt: now - 60 * DAY, updatedAt: now - 60 * DAY },
    ...options.event,
  };
  const documents = [event, ...consumers, ...clients, ...sessions, ...checkins] as SampleEvent['documents'];
  return { event, clients, consumers, sessions, checkins, documents };
}

function sampleSessions(count: number, now: number): SampleSession[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Session ${index + 1}`,
    titleFrench: `Session ${index + 1}`,
    date: now + (index - 1) * DAY,
    status: index === 0 && count > 1 ? 'archived' : index <= 1 ? 'ongoing' : 'upcoming',
  }));
}
