import { freshNumber, takenNumbers } from '#domain/clients/clientNumbers.ts';
import type { Client } from '#domain/documents/client.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { newDocument } from '#domain/documents/new.ts';
import { docId } from '#domain/ids.ts';
import type { PastedRow } from '#domain/import/pastedRows.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';
import { registerClients } from './entries.ts';
import { stampFor } from './sessions.ts';

/**
 * Creates a client and a consumer per row and registers the clients for the session. Rows with an error are left out.
 * Clients are durable before the session names them: a crash in between leaves guests without a registration, never
 * a registration without a guest. Fails with `event_archived` for an archived session, `number_exists`,
 * `nothing_to_do`.
 */
export async function addPastedClients(
  context: RepositoryContext,
  sessionId: string,
  rows: readonly PastedRow[],
): Promise<Result<{ created: number }, Failure>> {
  const { store, db, newId } = context;
  const good = rows.filter((row) => row.error === null);
  if (good.length === 0) return err({ code: 'nothing_to_do' });
  const session = store.session(sessionId);
  if (session === null) return err({ code: 'not_found' });
  if (session.status === 'archived') return err({ code: 'event_archived' });

  const taken = takenNumbers(store.clients());
  const stamp = stampFor(context, session);
  const metadata = { author: stamp.author, createdAt: stamp.time, updatedAt: stamp.time };
  const clients: Client[] = [];
  const docs: (Client | Consumer)[] = [];
  for (const row of good) {
    if (row.number !== '' && taken.has(row.number))
      return err({ code: 'number_exists', message: row.number });
    const number = row.number === '' ? freshNumber(newId, taken) : row.number;
    taken.add(number);
    const person = { forename: row.forename, surname: row.surname, company: row.company, email: row.email };
    const consumerId = docId('consumer', newId());
    const _id = docId('client', newId());
    const client = newDocument('client', { ...person, _id, number, consumerId, metadata });
    const consumer = newDocument('consumer', { _id: consumerId, date: stamp.time, person, metadata });
    clients.push(client);
    docs.push(client, consumer);
  }
  for (const doc of docs) {
    const verdict = judge(context, doc, null);
    if (!verdict.ok) return verdict;
  }
  const saved = await db.use((pouch) => pouch.bulkDocs(docs as NewDoc[]));
  const revs = new Map(
    saved.flatMap((row) => ('rev' in row && row.id !== undefined ? [[row.id, row.rev]] : [])),
  );
  if (revs.size < docs.length) return err({ code: 'unknown', message: 'some clients could not be saved' });
  store.apply(docs.map((doc) => ({ ...doc, _rev: revs.get(doc._id) }) as unknown as StoredDoc));

  const ids = clients.map((client) => client._id);
  const registered = await registerClients(context, [sessionId], ids);
  return registered.ok ? ok({ created: clients.length }) : registered;
}
