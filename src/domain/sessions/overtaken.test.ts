import { describe, expect, it } from 'vitest';
import type { EntryChange, EntryRow } from '../documents/entrychange.ts';
import { overtaken } from './overtaken.ts';
import { placementAt } from './placement.ts';

const act = (device: string, time: number, row: Omit<EntryRow, 'clientId'>): EntryChange => ({
  ...{ _id: `entrychange_s_${time}-${device}`, type: 'entrychange', sessionId: 'session_s', time },
  ...{ device: { id: device, name: device }, author: { id: 'a', name: 'A' } },
  rows: [{ clientId: 'client_ada', ...row }],
});
const at = (tableId: string, seatIndex: number) => ({ placement: placementAt(tableId, seatIndex) });
/** Of what was done in this order, the time at which the last of it undid what this tablet did; null for nothing to tell. */
const told = (...acts: EntryChange[]): number | null =>
  overtaken(acts.toReversed(), 'client_ada', 'mine')?.act.time ?? null;

describe('what another device does with whom this one has just seated', () => {
  it('is told when it is another place, or none', () => {
    expect(told(act('mine', 1, at('t1', 0)), act('other', 2, at('t2', 0)))).toBe(2);
    expect(told(act('mine', 1, at('t1', 0)), act('other', 2, { placement: null }))).toBe(2);
    expect(told(act('mine', 1, at('t1', 0)), act('other', 2, { in: false }))).toBe(2);
    expect(told(act('mine', 1, { placement: null }), act('other', 2, at('t1', 0)))).toBe(2);
  });
  it('is everyday business when this one said nothing, the last word, long ago, or the same', () => {
    expect(told(act('other', 2, at('t2', 0)))).toBeNull();
    expect(told(act('other', 1, at('t2', 0)), act('mine', 2, at('t1', 0)))).toBeNull();
    expect(told(act('mine', 1, at('t1', 0)), act('other', 3_600_000, at('t2', 0)))).toBeNull();
    expect(told(act('mine', 1, at('t1', 0)), act('other', 2, at('t1', 0)))).toBeNull();
    expect(told(act('mine', 1, at('t1', 0)), act('other', 2, { product: null }))).toBeNull();
  });
});
