import { expect, it } from 'vitest';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { newDocument } from '../documents/new.ts';
import { session as sessionSchema } from '../documents/session.ts';
import { doubledPeople } from './doubledPeople.ts';

const guest = (id: string, consumer: string | null, more: Partial<Client> = {}): Client =>
  newDocument('client', {
    ...{ _id: `client_${id}`, forename: 'Ada', surname: 'Frei', email: 'ada@example.org', metadata: {} },
    ...(consumer === null ? {} : { consumerId: `consumer_${consumer}` }),
    ...more,
  } as never);
const session = (id: string, ids: string[], more: object = {}) =>
  sessionSchema.parse({
    ...{ _id: `session_${id}`, type: 'session', title: id, date: 1, ...more },
    clients: ids.map((one) => ({ clientId: `client_${one}`, checkInTime: null, updatedTime: 1 })),
  });
const found = (
  clients: Client[],
  sessions: ReturnType<typeof session>[],
  canceled: string[] = [],
): string[][] => {
  const consumers = new Map(
    clients.flatMap(({ consumerId }): [string, Consumer][] => {
      if (consumerId == null) return [];
      const status = canceled.includes(consumerId) ? 'canceled' : 'registered';
      return [[consumerId, newDocument('consumer', { _id: consumerId, metadata: {}, status })]];
    }),
  );
  return doubledPeople(clients, consumers, sessions).map((one) => one.map(({ _id }) => _id));
};

it('names who has two places in one session by different registrations', () => {
  const imported = guest('b', null, { forename: 'Frei', surname: 'ADA', email: ' Ada@Example.org' });
  expect(found([imported, guest('a', 'web')], [session('s', ['a', 'b'])])).toEqual([
    ['client_a', 'client_b'],
  ]);
});

it('and nobody of one registration, of another name or address, in different sessions, or where one does not count', () => {
  const both = [session('s', ['a', 'b'])];
  const web = guest('a', 'web');
  for (const other of [
    guest('b', 'web'),
    guest('b', 'x', { surname: 'Frey' }),
    guest('b', 'x', { email: 'ada@example.com' }),
    guest('b', 'x', { email: '' }),
    guest('b', 'x', { erasedAt: 1 }),
  ])
    expect(found([web, other], both)).toEqual([]);
  const other = guest('b', 'x');
  expect(found([web, other], both, ['consumer_x'])).toEqual([]);
  expect(found([web, other], [session('s', ['a']), session('t', ['b'])])).toEqual([]);
  expect(found([web, other], [session('s', ['a', 'b'], { status: 'archived' })])).toEqual([]);
});
