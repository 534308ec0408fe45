import { expect, it } from 'vitest';
import type { SessionEntry } from '../documents/session.ts';
import { besideSeat, neighboursOf, seatsBeside } from './neighbours.ts';

it.each([
  ['circle', 8, 0, [7, 1]],
  ['circle', 2, 0, [1]],
  ['circle', 1, 0, []],
  ['semicircle', 5, 0, [1]],
  ['semicircle', 5, 4, [3]],
  ['single', 4, 2, [1, 3]],
  // Six above and five below: the ends do not touch.
  ['rectangle', 11, 5, [4]],
  ['rectangle', 11, 6, [7]],
  ['rectangle', 11, 10, [9]],
  ['image', 4, 1, [0]],
] as const)('beside seat of a %s of %i, %i: %j', (type, seats, seat, beside) => {
  expect(seatsBeside({ type, seats }, seat)).toEqual(beside);
});

const entry = (clientId: string, tableId: string | null, seatIndex: number | null): SessionEntry => ({
  ...{ clientId, checkInTime: null, updatedTime: 1 },
  placement: tableId === null ? null : { tableId, seatIndex, onTable: seatIndex === null },
});

it('names those at the same table only, two on one seat too, and nobody for whom has no seat', () => {
  const table = { type: 'circle', number: 1, seats: 4, position: { x: 0, y: 0 } } as const;
  const plan = { ratio: 1, state: { nextTableIndex: 2, tables: { a: table, b: table } } } as never;
  const clients = [
    ...[entry('own', 'a', 0), entry('right', 'a', 1), entry('over', 'a', 2), entry('left', 'a', 3)],
    ...[entry('also', 'a', 1), entry('else', 'b', 1), entry('table', 'a', null), entry('none', null, null)],
  ];
  const besideOf = (clientId: string): string[] =>
    neighboursOf(
      { plan, clients },
      clients.find((one) => one.clientId === clientId) ?? entry('', null, null),
    ).map((one) => one.clientId);
  expect(besideOf('own')).toEqual(['right', 'also', 'left']);
  expect(besideOf('right')).toEqual(['own', 'over']);
  expect([besideOf('table'), besideOf('none'), besideOf('else')]).toEqual([[], [], []]);
  const beside = (seatIndex: number) =>
    besideSeat({ plan, clients }, { tableId: 'a', seatIndex }).map((one) => one.clientId);
  expect(beside(2)).toEqual(['right', 'also', 'left']);
});
