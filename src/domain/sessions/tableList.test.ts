import { expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import { tableList } from './tableList.ts';

const table = (number: number | string, seats = 4) => ({
  ...{ type: 'circle' as const, number, seats, position: { x: 0, y: 0 } },
});
const entry = (id: string, tableId: string | null, seatIndex: number | null = null) => ({
  ...{ clientId: `client_${id}`, checkInTime: null, updatedTime: 1 },
  placement: tableId === null ? null : { tableId, seatIndex, onTable: seatIndex === null },
});

it('tables come by number, their guests by seat; who has no table is not lost', () => {
  const session = newDocument('session', {
    ...{ _id: 'session_s', title: 'Dinner', date: 1, metadata: {} },
    plan: { ratio: 1, state: { nextTableIndex: 4, tables: { a: table(10), b: table(2), c: table(1, 0) } } },
    clients: [
      ...[entry('whole', 'a'), entry('third', 'a', 2), entry('first', 'a', 0)],
      ...[entry('lost', 'gone', 1), entry('none', null)],
    ],
  } as never);
  const { tables, without } = tableList(session);
  expect(tables.map(({ number, seats }) => [number, seats])).toEqual([
    ['1', 0],
    ['2', 4],
    ['10', 4],
  ]);
  expect(tables[2]?.entries.map(({ clientId }) => clientId)).toEqual([
    ...['client_first', 'client_third', 'client_whole'],
  ]);
  expect(without.map(({ clientId }) => clientId)).toEqual(['client_lost', 'client_none']);
});

it('a stage is no table, a row of seats says that it is one', () => {
  const stage = { type: 'image' as const, name: 'Stage', seats: 0, position: { x: 0, y: 0 } };
  const row = { ...table(5, 12), type: 'single' as const, name: 'Balcony' };
  const session = newDocument('session', {
    ...{ _id: 'session_s', title: 'Dinner', date: 1, metadata: {} },
    plan: { ratio: 1, state: { nextTableIndex: 3, tables: { s: stage, r: row, t: table(1) } } },
    clients: [entry('one', 'r', 0)],
  } as never);
  expect(tableList(session).tables.map(({ number, name, isBench }) => [number, name, isBench])).toEqual([
    ['1', '', false],
    ['5', 'Balcony', true],
  ]);
});
