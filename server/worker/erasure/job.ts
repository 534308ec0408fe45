import { erased, isErased } from '#domain/documents/erasure.ts';
import { databaseName, idRange, typeOfId } from '#domain/ids.ts';
import { contactKey } from '#domain/notifications/audience.ts';
import { isSettled } from '#domain/notifications/row.ts';
import { forgetPerson } from '../../customers/customers.ts';
import type { JobKind } from '../../jobs/job.ts';
import { eraseOptOuts } from '../../outbox/ledger/optOuts.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { update } from '../../storage/documents.ts';
import {
  DATABASES,
  historyDatabase,
  outboxDatabase,
  type AnyDoc,
  type Database,
  type Storage,
} from '../../storage/types.ts';
import { getMany } from '../couch.ts';
import { eraseHistory, endTraces, tracesOf } from './history.ts';
import { ERASE } from './kind.ts';
import { noteDone, readRows, writeDown } from './ledger.ts';

/** A message that is on its way, and what the worker has just been told, is waited for so long, ms. */
const SOON = 5000;

/**
 * Takes away what is left of people who were erased: documents that a backup brought back, the history's sentences, messages as
 * they were sent, guests' accounts. Issued invoices stay, as the law asks. The file comes before all else: from then on nothing of
 * it is forgotten.
 */
export const erase = (outbox: Outbox, dataDir: string): JobKind<null> => ({
  ...ERASE,
  async run({ eventId, storage, now }) {
    if (eventId === null) return undefined;
    const rows = (await readRows(storage, eventId)).filter(({ doneAt }) => doneAt === null);
    if (rows.length === 0) return undefined;
    await writeDown(dataDir, rows);
    if (!(await storage.exists(databaseName(eventId)))) return undefined;
    const db = await storage.openExisting(databaseName(eventId));
    let isBack = false;
    for (const { docId, erasedAt } of rows) {
      await update(db, docId, (doc) => {
        if (doc === null || isErased(doc)) return null;
        isBack = true;
        return withoutPerson(doc, erasedAt);
      });
    }
    // The history is to hear of it first: then it says under which name it told of them.
    if (isBack) return { again: now() + SOON };
    const ids = rows.map(({ docId }) => docId);
    const historyDb = await storage.open(historyDatabase(eventId));
    const traces = await tracesOf(historyDb, ids);
    await eraseHistory(historyDb, traces);
    const consumerIds = await registrationsOf(db, ids);
    const isSent = await eraseMessages(storage, outbox, eventId, { consumerIds, db });
    for (const id of ids) if (typeOfId(id) === 'consumer') await forgetPerson(storage, eventId, id);
    if (!isSent) return { again: now() + SOON };
    await endTraces(historyDb, ids);
    await compact(storage, eventId);
    await noteDone(storage, rows, now());
    return undefined;
  },
});

/** As the command does it: what was sent to them opens nothing any more. */
function withoutPerson(doc: AnyDoc, erasedAt: number): AnyDoc {
  const left = erased(doc, erasedAt);
  return doc['type'] === 'consumer' ? { ...left, linkVersion: Number(doc['linkVersion'] ?? 0) + 1 } : left;
}

/** What was sent to a registration may name each of its guests. */
async function registrationsOf(db: Database, ids: readonly string[]): Promise<string[]> {
  const stored = await getMany(db, ids);
  return [
    ...new Set(
      [...stored].flatMap(([id, { doc }]) => {
        if (typeOfId(id) === 'consumer') return [id];
        return typeof doc?.['consumerId'] === 'string' ? [doc['consumerId']] : [];
      }),
    ),
  ];
}

/** False while one of them is being sent. */
async function eraseMessages(
  storage: Storage,
  outbox: Outbox,
  eventId: string,
  { consumerIds, db }: { consumerIds: readonly string[]; db: Database },
): Promise<boolean> {
  if (!(await storage.exists(outboxDatabase(eventId)))) return true;
  const ledger = await outbox.ledger(eventId);
  await ledger.refresh();
  let isSent = true;
  for (const consumerId of consumerIds) {
    for (const row of [...ledger.of(consumerId)]) {
      // Whoever has not got it yet has no address any more; what is meant is made anew for those who are left.
      const isStill = isSettled(row) || row.state === 'queued';
      if (!isStill || (await ledger.forget(row)) === null) isSent = false;
    }
  }
  await eraseOptOuts(ledger.db, ledger.optedOut, () => addressesIn(db));
  return isSent;
}

/** Where registrations that are not erased get their messages. */
async function addressesIn(db: Database): Promise<ReadonlySet<string>> {
  const range = { ...idRange('consumer_'), include_docs: true };
  const { rows } = await db.allDocs(range);
  const people = rows.flatMap(({ doc }) => (doc === undefined || isErased(doc) ? [] : [doc as AnyDoc]));
  const contacts = people.flatMap(({ person }) => {
    const { email, phone } = (person ?? {}) as { email?: unknown; phone?: unknown };
    return [email, phone].filter((one) => typeof one === 'string');
  });
  return new Set(contacts.map(contactKey));
}

/** Embedded databases let go of former versions by themselves. */
async function compact(storage: Storage, eventId: string): Promise<void> {
  if (storage.kind !== 'couchdb') return;
  for (const name of [
    databaseName(eventId),
    historyDatabase(eventId),
    outboxDatabase(eventId),
    DATABASES.customers,
  ])
    if (await storage.exists(name)) await (await storage.open(name)).compact();
}
