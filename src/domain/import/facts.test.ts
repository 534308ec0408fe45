import { expect, it } from 'vitest';
import { session as sessionSchema, type Session } from '../documents/session.ts';
import { isSameForImport } from './facts.ts';

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
