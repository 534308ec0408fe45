import { databaseName } from '#domain/ids.ts';
import { forgetEvent } from '../customers/customers.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { remove } from '../storage/documents.ts';
import { DATABASES, historyDatabase, outboxDatabase, type Storage } from '../storage/types.ts';
import { takeFromCentral } from './central.ts';

/** What remains of a deletion that did not come to its end. It is never given up: what is half deleted must go. */
export const deletion: JobKind<null> = {
  name: 'deleteEvent',
  atOnce: 2,
  ...{ attempts: Infinity, firstWait: 1000, longestWait: 3_600_000 },
  async run({ storage, eventId }) {
    if (eventId !== null) await takeAway(storage, eventId);
  },
};

/** Deletes an event (irreversible, specification 1 §4). Where it is cut off in the middle, a job ends it. */
export async function deleteEvent(storage: Storage, jobs: Jobs, eventId: string): Promise<void> {
  await jobs.guard(deletion, { eventId, key: '', payload: null }, () => takeAway(storage, eventId));
}

/**
 * First from `central`, so that nobody can reach it any more, then its database, its history, its outbox, the settings of its services
 * and what guests' accounts hold of it. May be repeated.
 */
async function takeAway(storage: Storage, eventId: string): Promise<void> {
  await takeFromCentral(storage, eventId);
  await destroyDatabases(storage, eventId);
  await forgetEvent(storage, eventId);
  // Passwords and keys of the event's services.
  await remove(await storage.open(DATABASES.services), eventId);
}

export async function destroyDatabases(storage: Storage, eventId: string): Promise<void> {
  for (const name of [databaseName(eventId), historyDatabase(eventId), outboxDatabase(eventId)]) {
    if (await storage.exists(name)) await storage.destroy(name);
  }
}
