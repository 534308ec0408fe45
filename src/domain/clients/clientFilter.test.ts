import { describe, expect, it } from 'vitest';
import { client } from '../documents/client.ts';
import { consumerDocument } from '../documents/consumer.ts';
import { session } from '../documents/session.ts';
import { isWished, listedClient, paymentState, readWishes, sessionsByClient } from './clientFilter.ts';

const guest = (id: string, more: object = {}) =>
  client.parse({ _id: `client_${id}`, type: 'client', forename: 'T', surname: id, ...more });
const billed = (id: string, amount: number, more: object = {}) =>
  consumerDocument.schema.parse({
    _id: `consumer_${id}`,
    type: 'consumer',
    registration: { amount },
    ...more,
  });

const clients = [
  guest('open', { consumerId: 'consumer_open', category: 'sponsor' }),
  guest('paid', { consumerId: 'consumer_paid' }),
  guest('back', { consumerId: 'consumer_back' }),
  guest('free', { consumerId: 'consumer_free' }),
  guest('alone'),
];
const consumers = new Map(
  [
    billed('open', 5_000),
    billed('paid', 5_000, { status: 'invoice_paid' }),
    billed('back', 5_000, { status: 'canceled', settlement: { paid: 5_000 } }),
    billed('free', 0),
  ].map((one) => [one._id, one]),
);
const sessions = [['day', ['open', 'paid']] as const, ['night', ['open']] as const].map(([id, ids]) =>
  session.parse({
    ...{ _id: `session_${id}`, type: 'session', title: id, date: 0 },
    clients: ids.map((one) => ({ clientId: `client_${one}`, updatedTime: 1 })),
  }),
);
const sessionsOf = sessionsByClient(sessions);
const listed = (one: (typeof clients)[number]) => listedClient(one, sessionsOf, consumers);

const ANY = { status: '', category: '', session: '', payment: '' };
const found = (said: Partial<typeof ANY>): string[] =>
  clients
    .filter((one) => isWished(one, listed(one), readWishes({ ...ANY, ...said })))
    .map(({ surname }) => surname);

describe('what a list of all clients is narrowed to', () => {
  it('is everybody, whatever an address says that is not known', () => {
    expect(found({})).toHaveLength(5);
    expect(found({ status: 'nonsense', category: 'nonsense', payment: 'nonsense' })).toHaveLength(5);
  });

  it('is a status, a category, a session or none, and what of the payment', () => {
    expect(found({ status: 'invoice_paid' })).toEqual(['paid']);
    expect(found({ category: 'sponsor' })).toEqual(['open']);
    expect(found({ session: 'session_day' })).toEqual(['open', 'paid']);
    expect(found({ session: 'session_night' })).toEqual(['open']);
    expect(found({ session: 'none' })).toEqual(['back', 'free', 'alone']);
    expect(clients.map((one) => paymentState(listed(one).settlement))).toEqual([
      ...['open', 'paid', 'credit', 'free', 'free'],
    ]);
    expect(found({ payment: 'open', session: 'session_day' })).toEqual(['open']);
  });
});
