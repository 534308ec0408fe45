import { expect, it } from 'vitest';
import { session as sessionSchema, type Session } from '../documents/session.ts';
import type { Client } from '../documents/client.ts';
import { newDocument } from '../documents/new.ts';
import { areSameForImport, isSameForImport } from './facts.ts';
import { areSameRegistrations, knownRegistrations } from './orders.ts';

const sessionWith = (more: object, entry: object = {}): Session =>
  sessionSchema.parse({
    ...{ _id: 'session_1', type: 'session', title: 'Dinner', date: 1, status: 'ongoing' },
    clients: [{ clientId: 'client_1', placement: { tableId: 't1', seatIndex: 0 }, ...entry }],
    ...more,
  });

it('rows are checked alike after a check-in and a fold of it, and not after what they depend on', () => {
  const before = sessionWith({});
  expect(isSameForImport(before, sessionWith({ _rev: '2-a' }, { checkInTime: 5 }))).toBe(true);
  for (const other of [
    sessionWith({ title: 'Gala' }),
    sessionWith({ titleFrench: 'Dîner' }),
    sessionWith({ status: 'archived' }),
    sessionWith({ clients: [] }),
    sessionWith({}, { clientId: 'client_2' }),
    sessionWith({}, { placement: { tableId: 't1', seatIndex: 1 } }),
    sessionWith({}, { placement: null }),
    sessionWith({ plan: { ratio: 2, state: { nextTableIndex: 0, tables: {} } } }),
  ]) {
    expect(isSameForImport(before, other)).toBe(false);
  }
});

it('guests are compared alike while only what the check does not read is changed', () => {
  const ada = newDocument('client', {
    ...{ _id: 'client_ada', forename: 'Ada', surname: 'Frei', number: 'A1', metadata: {} },
  });
  const known = (...clients: Client[]) => new Map(clients.map((one) => [one._id, one]));
  const same = (more: Partial<Client>) => areSameForImport(known(ada), known({ ...ada, ...more }));
  expect(same({ _rev: '2-a', metadata: { updatedAt: 5 } })).toBe(true);
  for (const more of [
    ...[{ forename: 'Eva' }, { email: 'a@example.org' }, { diet: 'vegan' }, { number: 'A2' }],
    ...[{ consumerId: 'consumer_b' }, { formerNumbers: ['A0'] }],
  ])
    expect(same(more)).toBe(false);
  expect(areSameForImport(known(ada), known(ada, { ...ada, _id: 'client_b' }))).toBe(false);
  expect(areSameForImport(known(ada), known({ ...ada, _id: 'client_b' }))).toBe(false);
});

it('and registrations, while they are paid', () => {
  const one = newDocument('consumer', { _id: 'consumer_a', orderCode: 'A1', metadata: {} });
  const same = (more: Partial<typeof one>) =>
    areSameRegistrations(knownRegistrations([one]), knownRegistrations([{ ...one, ...more }]));
  expect(same({ status: 'invoice_paid' })).toBe(true);
  for (const more of [{ status: 'canceled' as const }, { orderCode: 'B2' }, { _id: 'consumer_b' }])
    expect(same(more)).toBe(false);
});
