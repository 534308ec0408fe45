import { freshNumber, takenNumbers } from '#domain/clients/clientNumbers.ts';
import { newConsumer } from '#domain/clients/clients.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { docId } from '#domain/ids.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Stamp } from '#domain/sessions/sessionEdits.ts';
import { addPlaced, NOTHING_TO_UNDO, type CreatedClient, type NewEntry } from '#domain/clients/undo.ts';
import type { BulkOptions, ImportOutcome } from '../bulkTypes.ts';
import type { Failure } from '../types.ts';
import { insertMany, meterOf } from './batches.ts';
import type { NewDoc, RepositoryContext } from './context.ts';
import { clearJournal, lockImport, writeJournal } from './importJournal.ts';
import { changeEntries, type EntryEdit } from './entries.ts';
import { stampFor } from './sessions.ts';
import { goneClients, undoMany } from './undo.ts';

interface Made {
  client: Client;
  consumer: Consumer;
  plan: PlannedClient;
}

/**
 * Creates a client and a consumer per planned row (status registered, rate 100, payment none: specification 1 §4, §9),
 * in batches, then registers them in one write. Clients are durable before an entry names them. When
 * told to stop, at a failure, or when the page ended on the way, what was written is taken back: all or nothing. Fails
 * with `number_exists` when another device was faster with a number, `event_archived`, `nothing_to_do`.
 */
export async function importClients(
  context: RepositoryContext,
  rows: readonly PlannedClient[],
  options?: BulkOptions,
): Promise<Result<ImportOutcome, Failure>> {
  if (rows.length === 0) return err({ code: 'nothing_to_do' });
  const release = await lockImport(context);
  try {
    const result = await importLocked(context, rows, options);
    if (result.ok) await clearJournal(context.db);
    return result;
  } finally {
    release();
  }
}

async function importLocked(
  context: RepositoryContext,
  rows: readonly PlannedClient[],
  options: BulkOptions | undefined,
): Promise<Result<ImportOutcome, Failure>> {
  const bySession = new Map<string, { made: Made; placement: NewEntry['placement'] }[]>();
  const all = makeClients(context, rows, stampFor(context));
  if (!all.ok) return all;
  for (const made of all.value) {
    for (const { sessionId, placement } of made.plan.registrations) {
      const list = bySession.get(sessionId);
      if (list === undefined) bySession.set(sessionId, [{ made, placement }]);
      else list.push({ made, placement });
    }
  }
  for (const sessionId of bySession.keys()) {
    const session = context.store.session(sessionId);
    if (session === null) return err({ code: 'not_found' });
    if (session.status === 'archived') return err({ code: 'event_archived' });
  }

  const pairs = all.value.map(({ client, consumer }) => [client._id, consumer._id] as const);
  await writeJournal(context.db, { pairs, acts: [] });
  const docs = all.value.flatMap(({ client, consumer }) => [client, consumer]);
  const meter = meterOf(docs.length + 1, options);
  const { revs, failure } = await insertMany(context, docs as unknown as NewDoc[], meter, options?.signal);
  const created = all.value.flatMap(({ client, consumer }) => createdOf(client, consumer, revs));
  if (failure !== null || options?.signal?.aborted === true) {
    return takeBack(context, created, failure);
  }

  const gone = goneClients(context);
  let unplaced = 0;
  const edits = [...bySession].map(([sessionId, list]): EntryEdit => {
    const wanted = list.map(({ made, placement }) => ({ clientId: made.client._id, placement }));
    return {
      sessionId,
      edit(session, stamp) {
        const outcome = addPlaced(session, wanted, gone, stamp);
        unplaced += outcome.unplaced.length;
        return ok(outcome.session);
      },
    };
  });
  // All of them are written together: whoever finds one after a crash has them all.
  const registered = await changeEntries(context, edits, (documents) => ({
    ...documents,
    async write(acts) {
      await writeJournal(context.db, { pairs, acts: acts.map(({ _id }) => _id) });
      return documents.write(acts);
    },
  }));
  if (!registered.ok) return takeBack(context, created, registered.error);
  meter.advance(1);
  return ok({
    created: created.length,
    unplaced,
    canceled: false,
    undo: { ...NOTHING_TO_UNDO, created, acts: registered.value.map(({ _id }) => _id) },
  });
}

function createdOf(client: Client, consumer: Consumer, revs: ReadonlyMap<string, string>): CreatedClient[] {
  const [clientRev, consumerRev] = [revs.get(client._id), revs.get(consumer._id)];
  if (clientRev === undefined || consumerRev === undefined) return [];
  return [{ clientId: client._id, clientRev, consumerId: consumer._id, consumerRev }];
}

async function takeBack(
  context: RepositoryContext,
  created: readonly CreatedClient[],
  failure: Failure | null,
): Promise<Result<ImportOutcome, Failure>> {
  if (created.length > 0) {
    const undone = await undoMany(context, { ...NOTHING_TO_UNDO, created });
    if (!undone.ok && failure === null) return undone;
  }
  if (failure !== null) return err(failure);
  return ok({ created: 0, unplaced: 0, canceled: true, undo: NOTHING_TO_UNDO });
}

function makeClients(
  context: RepositoryContext,
  rows: readonly PlannedClient[],
  stamp: Stamp,
): Result<Made[], Failure> {
  const taken = takenNumbers(context.store.clients());
  // Given numbers first, so that a made-up one cannot take one of them.
  for (const { number } of rows) {
    if (number === '') continue;
    if (taken.has(number)) return err({ code: 'number_exists', message: number });
    taken.add(number);
  }
  const metadata = { author: stamp.author, createdAt: stamp.time, updatedAt: stamp.time };
  return ok(
    rows.map((plan) => {
      const { line: _line, registrations: _registrations, address, number, ...fields } = plan;
      const given = number === '' ? freshNumber(context.newId, taken) : number;
      taken.add(given);
      const consumerId = docId('consumer', context.newId());
      const client: Client = {
        _id: docId('client', context.newId()),
        type: 'client',
        ...fields,
        number: given,
        consumerId,
        metadata,
      };
      const { category: _category, notes: _notes, ...person } = fields;
      return { plan, client, consumer: newConsumer(consumerId, { person, address }, metadata) };
    }),
  );
}
