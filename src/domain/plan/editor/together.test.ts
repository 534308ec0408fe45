import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanTable } from '../../documents/session.ts';
import { commit, startEditor, undo } from './model.ts';
import { changedByBoth, goOnWith, layOver, stillApart, takeTables } from './together.ts';

const table = (x: number): PlanTable => ({
  ...{ type: 'circle' as const, number: x, seats: 5, position: { x, y: 50 }, rotation: 0, scale: 1 },
});
/** The tables' places by id. */
const planOf = (places: Readonly<Record<string, number>>, ratio = 1.6): Plan => ({
  ratio,
  state: {
    nextTableIndex: 10,
    tables: Object.fromEntries(Object.entries(places).map(([id, x]) => [id, table(x)])),
  },
});
const placesOf = ({ state }: Plan) =>
  Object.fromEntries(Object.entries(state.tables).map(([id, { position }]) => [id, position.x]));
const BEGUN = planOf({ 0: 40, 1: 80, 2: 120 });

describe('two plans of one beginning', () => {
  it('are put together: who moves, adds or deletes tables apart keeps it', () => {
    const mine = planOf({ 0: 41, 1: 80, 2: 120, 5: 10 });
    const theirs = planOf({ 0: 40, 2: 121, 7: 11 }, 2);
    const both = layOver(BEGUN, mine, theirs);
    expect([placesOf(both), both.ratio]).toEqual([{ 0: 41, 2: 121, 5: 10, 7: 11 }, 2]);
    expect(changedByBoth(BEGUN, mine, theirs)).toEqual([]);
  });

  it('a table that both have changed stays as mine, is named, and can be taken from the other', () => {
    const mine = planOf({ 0: 41, 1: 81, 2: 122 });
    const theirs = planOf({ 0: 42, 1: 81 });
    expect(changedByBoth(BEGUN, mine, theirs)).toEqual(['0', '2']);
    const both = layOver(BEGUN, mine, theirs);
    expect(placesOf(both)).toEqual({ 0: 41, 1: 81, 2: 122 });
    expect(stillApart(['0', '1', '2'], both, theirs)).toEqual(['0', '2']);
    expect(takeTables(both, theirs, ['0', '2'])).toBe(theirs);
  });

  it('nothing of mine leaves theirs, and nothing of theirs leaves mine', () => {
    const plans = fc
      .dictionary(fc.constantFrom('0', '1', '2', '3', '4'), fc.integer({ min: 1, max: 4 }))
      .map((places) => planOf(places));
    fc.assert(
      fc.property(plans, plans, plans, (begun, mine, theirs) => {
        expect(layOver(begun, begun, theirs)).toBe(theirs);
        expect(placesOf(layOver(begun, mine, begun))).toEqual(placesOf(mine));
      }),
    );
    // Without a table that both changed it does not matter who is laid over whom.
    fc.assert(
      fc.property(plans, plans, plans, (begun, mine, theirs) => {
        fc.pre(changedByBoth(begun, mine, theirs).length === 0);
        expect(placesOf(layOver(begun, mine, theirs))).toEqual(placesOf(layOver(begun, theirs, mine)));
      }),
    );
  });

  it('undo goes back in what one has done, and leaves theirs', () => {
    const moved = planOf({ 0: 41, 1: 80, 2: 120 });
    const again = planOf({ 0: 43, 1: 80, 2: 120 });
    const theirs = planOf({ 0: 40, 1: 88, 2: 120 });
    const state = goOnWith(commit(commit(startEditor(BEGUN), moved), again), BEGUN, theirs);
    expect(placesOf(state.plan)).toEqual({ 0: 43, 1: 88, 2: 120 });
    expect(placesOf(undo(state).plan)).toEqual({ 0: 41, 1: 88, 2: 120 });
    expect(undo(undo(state)).plan).toBe(theirs);
  });
});
