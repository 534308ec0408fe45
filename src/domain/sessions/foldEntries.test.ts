import { describe, expect, it } from 'vitest';
import type { Session } from '../documents/session.ts';
import { registersByClient } from '../entries/layChanges.ts';
import { foldEntries } from './foldEntries.ts';
import { setPlan } from './sessionEdits.ts';

const table = { type: 'circle', position: { x: 0, y: 0 }, rotation: 0, scale: 1, seats: 4 } as const;
const session = (planAt: number): Session =>
  setPlan(
    {
      ...{ _id: 'session_s', clients: [], removedClients: {}, metadata: {} },
    } as unknown as Session,
    { ratio: 1, state: { nextTableIndex: 2, tables: { t1: table } } },
    { author: { id: 'u', name: 'ada' }, time: planAt },
  );
const seated = (tableId: string, time: number) =>
  registersByClient([{ time, rows: [{ clientId: 'client_a', in: true, placement: { tableId } }] }]);

describe('entry changes folded into a session', () => {
  it('a place that the plan has lost since is none; one that somebody chose later stays as it is', () => {
    const place = (tableId: string, time: number, planAt: number) =>
      foldEntries(session(planAt), seated(tableId, time)).clients[0]?.placement;
    expect(place('t1', 5, 10)).toEqual({ tableId: 't1' });
    expect(place('t9', 5, 10)).toBeNull();
    expect(place('t9', 11, 10)).toEqual({ tableId: 't9' });
  });

  it('folding again changes nothing', () => {
    const acts = seated('t9', 5);
    const folded = foldEntries(session(10), acts);
    expect(foldEntries(folded, acts)).toBe(folded);
  });
});
