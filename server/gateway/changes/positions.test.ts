import { expect, it } from 'vitest';
import { isFresh, outdated, readStanding, writeStanding } from './positions.ts';

const OWN = '12-g1AAAACbeJzLYWBg_-x';
const FEED = '15-g1AAAACbeJzLYWBh-y_z';

it.each([false, true])('a position of two parts is read as it was written (told before: %s)', (again) => {
  const standing = { own: OWN, told: { feed: FEED, at: 1_700_000_000_000, again } };
  expect(readStanding(writeStanding(standing))).toEqual(standing);
});

it("CouchDB's own positions, and what is none, are taken as they come", () => {
  for (const own of ['0', OWN, 12]) expect(readStanding(own)).toEqual({ own, told: null });
  expect(readStanding(`${OWN}~${FEED}~!`)).toEqual({ own: OWN, told: null });
});

it('an old one is moved on, also when the clock was set back', () => {
  const told = { feed: FEED, at: 100_000, again: false };
  expect(isFresh(told, 110_000)).toBe(true);
  expect(isFresh(told, 200_000)).toBe(false);
  expect(isFresh(told, 10_000)).toBe(false);
  const moved = outdated(told);
  expect(isFresh(readStanding(writeStanding({ own: OWN, told: moved })).told, 110_000)).toBe(false);
  expect(moved?.feed).toBe(FEED);
});
