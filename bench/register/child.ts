/* The server in a process of its own, with a form that anybody may call; the bench register starts it and calls it. */
import { createClient, type NewClientInput } from '#domain/commands/createClient.ts';
import type { AnyDoc } from '../../server/storage/types.ts';
import { buildServer } from '../../server/app.ts';
import { readConfig } from '../../server/base/config.ts';
import { ownPerson } from '../../server/commands/own.ts';

export interface Registration {
  eventId: string;
  input: NewClientInput;
}

const person = ownPerson({ id: 'server-desk', name: 'Registration page' });
const device = { id: 'server', name: 'Server' };
const { app, registrar, storage } = await buildServer({ config: readConfig(process.env) });

app.post('/bench/register', (request) => {
  const { eventId, input } = request.body as Registration;
  return registrar.call({ eventId, person, device }, createClient, input);
});

/** The session is rewritten for each guest, one after the other, as before there were small documents. */
let turn: Promise<unknown> = Promise.resolve();
let count = 0;
app.post('/bench/rewrite', (request) => {
  const { eventId, input } = request.body as Registration;
  const mine = turn.then(() => rewrite(eventId, input));
  turn = mine.catch(() => undefined);
  return mine;
});

async function rewrite(eventId: string, { fields, registrations }: NewClientInput): Promise<{ ok: true }> {
  const db = await storage.open(`event-${eventId}`);
  const [number, metadata] = [`R${count++}`, { createdAt: Date.now(), updatedAt: Date.now() }];
  const [clientId, consumerId] = [`client_bench${number}`, `consumer_bench${number}`];
  const docs = [
    { ...fields, _id: clientId, type: 'client', number, consumerId, metadata },
    { _id: consumerId, type: 'consumer', date: Date.now(), person: fields, metadata },
  ];
  await db.bulkDocs(docs as never);
  for (const { sessionId } of registrations) {
    const session = (await db.get(sessionId)) as AnyDoc & { clients: object[] };
    const entry = { clientId, checkInTime: null, placement: null, product: null, updatedTime: Date.now() };
    await db.put({ ...session, clients: [...session.clients, entry] } as never);
  }
  return { ok: true };
}

process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
