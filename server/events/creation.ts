import type { CentralEvent, EventDoc } from '#domain/documents/event.ts';
import { databaseName, EVENT_DOC_ID } from '#domain/ids.ts';
import { HttpError, isConflict } from '../base/errors.ts';
import { newId } from '../base/newId.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { installDesign } from '../storage/design.ts';
import { update } from '../storage/documents.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';
import { centralEvents, takeFromCentral, updateCentral } from './central.ts';
import { destroyDatabases } from './deletion.ts';

/**
 * What remains of a creation that did not come to its end: databases that nobody knows of, or, where the creation slept until they were
 * taken away, the name of an event that has none.
 */
export const undoCreation: JobKind<{ existed: boolean }> = {
  name: 'undoCreation',
  looks: true,
  atOnce: 2,
  ...{ attempts: Infinity, firstWait: 1000, longestWait: 3_600_000 },
  async run({ storage, eventId, payload }) {
    if (eventId === null || payload.existed) return;
    const isNamed = (await centralEvents(storage)).some(({ id }) => id === eventId);
    if (!isNamed) return destroyDatabases(storage, eventId);
    if (!(await storage.exists(databaseName(eventId)))) await takeFromCentral(storage, eventId);
  },
};

/** Documents written at once; larger batches only cost memory. One with files is written alone. */
const PORTION = 500;

export interface NewEvent {
  title: string;
  date: number;
  author: { id: string; name: string };
  eventId?: string;
  bringsBack?: boolean;
  /** What the event has from the start, its own document among them; they are there before anybody sees the event. */
  documents?: Iterable<AnyDoc> | AsyncIterable<AnyDoc>;
}

/**
 * Creates an event's database and then names it in `central`, nobody authorised (specification 1 §7, PUT /event).
 * Only that last write makes it visible; what was cut off before is undone by a job. Every step may be there already: whoever got
 * no answer asks again with the same id and gets the same event.
 */
export async function createEvent(
  storage: Storage,
  jobs: Jobs,
  input: NewEvent,
  now: number,
): Promise<{ eventId: string; dbName: string }> {
  const eventId = input.eventId ?? newId();
  const dbName = databaseName(eventId);
  // What lay there before is not this creation's to take away: devices may be bringing an event back to it.
  const undoing = { eventId, key: '', payload: { existed: await storage.exists(dbName) } };
  await jobs.guard(undoCreation, undoing, async (signal, isMine) => {
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
    await writeNew(db, input.documents ?? []);
    // One of the server's own would compete with the one that is brought.
    if (input.bringsBack !== true) await update(db, EVENT_DOC_ID, (stored) => (stored === null ? doc : null));
    // It took too long, and somebody may be undoing it.
    if (signal.aborted) throw cutOff();
    const entry: CentralEvent = {
      ...{ id: eventId, dbName, title: input.title, date: input.date },
      ...{ status: 'upcoming', authorized: [], sessions: [] },
    };
    await updateCentral(storage, (events) =>
      events.some(({ id }) => id === eventId) ? null : [...events, entry],
    );
    // Had this process slept before that write, the database might be gone.
    if (!(await isMine())) throw cutOff();
  });
  return { eventId, dbName };
}

const cutOff = (): HttpError => new HttpError(503, 'unavailable', 'the creation was cut off');

/** In portions. What lies there already is an earlier try's, or has been changed since: it stays. */
async function writeNew(db: Database, documents: Iterable<AnyDoc> | AsyncIterable<AnyDoc>): Promise<void> {
  let portion: AnyDoc[] = [];
  const write = async (): Promise<void> => {
    const docs = portion;
    portion = [];
    for (const reply of docs.length === 0 ? [] : await db.bulkDocs(docs)) {
      if ('error' in reply && !isConflict(reply))
        throw new HttpError(503, 'unavailable', `${reply.id} was not written`);
    }
  };
  for await (const doc of documents) {
    portion.push(doc);
    if (portion.length === PORTION || '_attachments' in doc) await write();
  }
  await write();
}
