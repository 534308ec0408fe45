import { expect, it } from 'vitest';
import { idFromBytes } from '#domain/ids.ts';
import { startTestServer } from '../testing/server.ts';

const HOUR = 3_600_000;

it('of hubs and doors there are so many at once; those that are over do not count', async () => {
  const server = await startTestServer({ storage: 'memory' });
  try {
    const { eventId } = await server.event();
    const users = await server.storage.open('users');
    const now = Date.now();
    const add = (many: number, what: object) =>
      users.bulkDocs(
        Array.from({ length: many }, () => ({
          ...{ _id: idFromBytes(crypto.getRandomValues(new Uint8Array(16))), type: 'user', username: 'X' },
          ...{ role: 'host', email: null, phone: null, metadata: { createdAt: now, updatedAt: now } },
          ...what,
        })),
      );
    const ask = async (path: string, more: object = {}): Promise<unknown[]> => {
      const body = { name: 'Y', until: now + HOUR, ...more };
      const reply = await server.call('POST', path, { as: server.manager, body });
      return [reply.status, reply.body['error']];
    };
    for (const [path, most, made, more] of [
      ['/api/hubs', 50, (until: number) => ({ role: 'member', hub: { until } }), { eventIds: [eventId] }],
      [`/api/event/${eventId}/doors`, 200, (until: number) => ({ door: { eventId, until } }), {}],
    ] as const) {
      await add(most, made(now - HOUR));
      expect([path, ...(await ask(path, more))]).toEqual([path, 200, undefined]);
      await add(most, made(now + HOUR));
      expect([path, ...(await ask(path, more))]).toEqual([path, 409, 'too_many']);
    }
  } finally {
    await server.close();
  }
});
