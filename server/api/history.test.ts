import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEvent } from '#api/schemas.ts';
import { update } from '../storage/documents.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: true });
});
afterAll(() => server.close());

const T0 = Date.UTC(2026, 0, 1);
const form = (id: string, language: string, name: string) => ({
  ...{ _id: `form_${id}`, type: 'form', name: id, language, currency: 'chf', vat: 810 },
  options: [{ id: 'o1x', name, clientCount: 1 }],
  metadata: { createdAt: T0, updatedAt: T0 },
});

it('tells products as people call them, in the language of who reads [HISTORY-05]', async () => {
  const { eventId, dbName } = await server.event();
  const write = async (...docs: object[]): Promise<void> => {
    const answer = await server.call<object[]>('POST', `/db/${dbName}/_bulk_docs`, {
      ...{ as: server.manager, body: { docs } },
    });
    expect(answer.body.filter((one) => 'error' in one)).toEqual([]);
    await server.worker?.idle();
  };
  const session = (product: object, at: number) => ({
    ...{ _id: 'session_a', type: 'session', title: 'Dinner', status: 'upcoming', date: T0 },
    clients: [{ clientId: 'client_a', product, updatedTime: at }],
    metadata: { createdAt: T0, updatedAt: at },
  });
  const guest = { _id: 'client_a', type: 'client', forename: 'Ada', surname: 'Rey', category: 'indiv' };
  await write(form('z', 'en', 'Gala evening'), form('a', 'fr', 'Soirée de gala'), {
    ...{ ...guest, language: 'en', metadata: { createdAt: T0, updatedAt: T0 } },
  });
  await write(session({ optionId: 'o1x', kind: 'adult' }, T0 + 1));
  const { body: stored } = await server.call<{ _rev: string }>('GET', `/db/${dbName}/session_a`, {
    as: server.manager,
  });
  await write({ ...session({ optionId: 'o1x', kind: 'child' }, T0 + 2), _rev: stored._rev });
  const told = async (language: string): Promise<string[]> => {
    const { body } = await server.call<{ historyEvents: HistoryEvent[] }>(
      ...(['GET', `/api/historyEvents/${eventId}`] as const),
      { as: server.manager, headers: { 'accept-language': language } },
    );
    return body.historyEvents.map(({ change }) => change.replaceAll('\u00a0', ' '));
  };
  expect(await told('en')).toContain('Ada Rey, product: Gala evening · adult → Gala evening · child');
  expect(await told('fr')).toContain(
    'Produit modifié : Ada Rey, Soirée de gala · adulte → Soirée de gala · enfant',
  );
});

it('tells days as the event’s clocks do, not the server’s', async () => {
  const { eventId, dbName } = await server.event();
  const db = await server.storage.open(dbName);
  // Noon of the third and of the fourth there.
  const dates = [3, 4].map((day) => Date.UTC(2027, 3, day - 1, 22));
  const session = { _id: 'session_a', type: 'session', title: 'Dinner', status: 'upcoming', clients: [] };
  const at = (time: number) => ({ createdAt: T0, updatedAt: T0 + time });
  await update(db, 'event', (stored) => ({ ...stored, timeZone: 'Pacific/Kiritimati' }));
  const { rev } = await db.put({ ...session, date: dates[0], metadata: at(1) } as never);
  await server.worker?.idle();
  await db.put({ ...session, _rev: rev, date: dates[1], metadata: at(2) } as never);
  await server.worker?.idle();
  const { body } = await server.call<{ historyEvents: HistoryEvent[] }>(
    ...(['GET', `/api/historyEvents/${eventId}`] as const),
    { as: server.manager, headers: { 'accept-language': 'en' } },
  );
  const changes = body.historyEvents.map(({ change }) => change);
  expect(changes).toContain('Session changed: date: April 3, 2027 → April 4, 2027');
});
