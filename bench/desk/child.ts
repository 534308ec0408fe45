/* The server in a process of its own, with its public desk; the bench desk-burst starts it and calls it. */
import { isConflict } from '../../server/base/errors.ts';
import type { AnyDoc } from '../../server/storage/types.ts';
import { buildServer } from '../../server/app.ts';
import { readConfig } from '../../server/base/config.ts';

export interface Attempt {
  dbName: string;
  sessionId: string;
  id: string;
}

const { app, storage } = await buildServer({ config: readConfig(process.env) });

app.post('/bench/check', (request) => check(request.body as Attempt));

/** Reads the session, looks whether there is a place, writes; again from the beginning where somebody else was faster. */
async function check({ dbName, sessionId, id }: Attempt): Promise<{ ok: true; success: boolean }> {
  const db = await storage.open(dbName);
  for (;;) {
    const session = (await db.get(sessionId)) as AnyDoc & { capacity: number; clients: object[] };
    if (session.clients.length >= session.capacity) return { ok: true, success: false };
    const clientId = `client_${id}`;
    const entry = { clientId, checkInTime: null, placement: null, product: null, updatedTime: Date.now() };
    try {
      await db.put({ ...session, clients: [...session.clients, entry] } as never);
    } catch (error) {
      if (isConflict(error)) continue;
      throw error;
    }
    const metadata = { createdAt: Date.now(), updatedAt: Date.now() };
    await db.bulkDocs([
      { _id: clientId, type: 'client', number: id, consumerId: `consumer_${id}`, metadata },
      { _id: `consumer_${id}`, type: 'consumer', date: Date.now(), status: 'registered', metadata },
    ] as never);
    return { ok: true, success: true };
  }
}

process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
