import { vi } from 'vitest';
import { clientDoc, sessionDoc } from './documents.ts';
import { hubCode, hubPlace, startTestHub, type TestHub, type TestHubOptions } from './hub.ts';
import { startLine, type Line } from './line.ts';
import { startTestServer, type Login, type Reply, type TestServer } from './server.ts';

export type Asked = Pick<TestServer, 'call'>;
type Doc = Record<string, unknown> & { _id: string };
type Written = { ok?: true; id: string; error?: string; reason?: string };

/** How long two servers are waited for. */
export const HALL_PATIENCE = { timeout: 15_000, interval: 30 };

/** A central server and a hub that holds its event, with a network between them that can be cut. */
export interface Hall {
  central: TestServer;
  line: Line;
  /** Another one after `restart`. */
  hub: TestHub;
  eventId: string;
  dbName: string;
  /** A member of the event, logged in at the central server. */
  ada: Login;
  ids(server: Asked, as?: Login): Promise<string[]>;
  write(server: Asked, as: Login, docs: Doc[], more?: object): Promise<Reply<Written[]>>;
  /** Resolves when the two held the same at some time after this call. */
  met(): Promise<void>;
  /** The hub ends, `between` happens, and a hub starts in the same place. */
  restart(options?: Partial<TestHubOptions> & { between?: () => Promise<void> }): Promise<void>;
  close(): Promise<void>;
}

export async function startHall(): Promise<Hall> {
  const central = await startTestServer({ storage: 'memory', worker: true });
  const line = await startLine(central.url);
  const { eventId, dbName } = await central.event();
  const ada = await central.person('Ada', 'member', eventId);
  const place = await hubPlace();
  const hall: Hall = {
    ...{ central, line, eventId, dbName, ada },
    hub: await startTestHub({ upstream: line.url, code: await hubCode(central, [eventId]), place }),
    async ids(server, as = ada) {
      const reply = await server.call<{ rows?: { id: string }[] }>('GET', `/db/${dbName}/_all_docs`, { as });
      return (reply.body.rows ?? []).map(({ id }) => id);
    },
    write: (server, as, docs, more = {}) =>
      server.call('POST', `/db/${dbName}/_bulk_docs`, { as, body: { docs, ...more } }),
    async met() {
      const before = Date.now();
      await vi.waitUntil(() => (hall.hub.link?.met() ?? 0) > before, HALL_PATIENCE);
    },
    async restart({ between, ...options } = {}) {
      await hall.hub.close();
      await between?.();
      hall.hub = await startTestHub({ upstream: line.url, place, ...options });
    },
    async close() {
      await hall.hub.close();
      await place.remove();
      await line.close();
      await central.close();
    },
  };
  const docs = [clientDoc('a'), clientDoc('b'), sessionDoc('s', { clients: [] })];
  await hall.write(central, ada, docs);
  await vi.waitUntil(async () => (await hall.ids(hall.hub)).includes('client_b'), HALL_PATIENCE);
  return hall;
}
