import type { CentralEvent, EventDoc } from '#domain/documents/event.ts';
import { databaseName, EVENT_DOC_ID, idFromBytes } from '#domain/ids.ts';
import { forgetEvent } from '../customers/customers.ts';
import { installDesign } from '../storage/design.ts';
import { remove, update } from '../storage/documents.ts';
import { DATABASES, historyDatabase, type Storage } from '../storage/types.ts';
import { updateCentral } from './central.ts';

/** A creation that has not ended after this time (ms) has crashed. */
const CREATION_ABANDONED_AFTER = 5 * 60_000;

interface Job {
  type: 'create' | 'delete';
  eventId: string;
  startedAt: number;
}
const jobId = (job: Job['type'], eventId: string): string => `${job}_${eventId}`;

/**
 * Creates an event's database and then names it in `central`, nobody authorised (specification 1 §7, PUT /event).
 * Only that last write makes it visible; a crash before leaves a note of the intent, and the next start tidies up.
 * Every step may be there already: whoever got no answer asks again with the same id and gets the same event.
 */
export async function createEvent(
  storage: Storage,
  input: {
    title: string;
    date: number;
    author: { id: string; name: string };
    eventId?: string;
    bringsBack?: boolean;
  },
  now: number,
): Promise<{ eventId: string; dbName: string }> {
  const eventId = input.eventId ?? idFromBytes(crypto.getRandomValues(new Uint8Array(16)));
  const dbName = databaseName(eventId);
  const jobs = await storage.open(DATABASES.jobs);
  await update(jobs, jobId('create', eventId), () => ({ type: 'create', eventId, startedAt: now }));
  const db = await storage.open(dbName);
  await installDesign(db, 'event');
  const doc: EventDoc = {
    _id: EVENT_DOC_ID,
    type: 'event',
    id: eventId,
    title: input.title,
    dbName,
    date: input.date,
    paymentTypes: ['none'],
    invoiceNextIndex: 0,
    adminContact: false,
    metadata: { author: input.author, createdAt: now, updatedAt: now },
  };
  // One of the server's own would compete with the one that is brought.
  if (input.bringsBack !== true) await update(db, EVENT_DOC_ID, (stored) => (stored === null ? doc : null));
  const entry: CentralEvent = {
    ...{ id: eventId, dbName, title: input.title, date: input.date },
    ...{ status: 'upcoming', authorized: [], sessions: [] },
  };
  await updateCentral(storage, (events) =>
    events.some(({ id }) => id === eventId) ? null : [...events, entry],
  );
  await remove(jobs, jobId('create', eventId));
  return { eventId, dbName };
}

/**
 * Deletes an event: first from `central`, so that nobody can reach it any more, then its database, its history, the
 * settings of its services and what guests' accounts hold of it (irreversible, specification 1 §4). A crash in the
 * middle is finished by the next start.
 */
export async function deleteEvent(storage: Storage, eventId: string, now: number): Promise<void> {
  const jobs = await storage.open(DATABASES.jobs);
  const id = jobId('delete', eventId);
  await update(jobs, id, (stored) => stored ?? { type: 'delete', eventId, startedAt: now });
  await updateCentral(storage, (events) => {
    const rest = events.filter((event) => event.id !== eventId);
    return rest.length === events.length ? null : rest;
  });
  await destroyDatabases(storage, eventId);
  await forgetEvent(storage, eventId);
  // Passwords and keys of the event's services.
  await remove(await storage.open(DATABASES.services), eventId);
  await remove(jobs, id);
}

/** At the start: finishes deletions and undoes creations that a crash has cut off. `alone`: no other server runs. */
export async function finishJobs(
  storage: Storage,
  known: ReadonlySet<string>,
  { now, alone }: { now: number; alone: boolean },
): Promise<void> {
  const jobs = await storage.open(DATABASES.jobs);
  const { rows } = await jobs.allDocs({ include_docs: true });
  for (const { id, doc } of rows) {
    const job = doc as unknown as Job | undefined;
    if (job?.type === 'delete') await deleteEvent(storage, job.eventId, now);
    if (job?.type !== 'create') continue;
    if (!alone && now - job.startedAt < CREATION_ABANDONED_AFTER) continue;
    if (!known.has(job.eventId)) await destroyDatabases(storage, job.eventId);
    await remove(jobs, id);
  }
}

async function destroyDatabases(storage: Storage, eventId: string): Promise<void> {
  for (const name of [databaseName(eventId), historyDatabase(eventId)]) {
    if (await storage.exists(name)) await storage.destroy(name);
  }
}
