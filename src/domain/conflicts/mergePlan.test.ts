import { describe, expect, it } from 'vitest';
import type { Plan, PlanTable, Session } from '../documents/session.ts';
import { setPlan } from '../sessions/sessionEdits.ts';
import { mergeSessions } from './mergeSession.ts';

const table = (x: number): PlanTable => ({
  ...{ type: 'circle', number: null, position: { x, y: 1 }, rotation: 0, scale: 1, seats: 8 },
});
const planOf = (tables: Record<string, PlanTable>, more: Partial<Plan> = {}): Plan => ({
  ...{ ratio: 1.6, state: { nextTableIndex: Object.keys(tables).length + 1, tables }, ...more },
});
const bare = {
  ...{
    _id: 'session_s',
    type: 'session',
    title: 'Gala',
    date: 1,
    clients: [],
    removedClients: {},
    files: [],
  },
  metadata: {},
} as unknown as Session;
const saved = (session: Session, plan: Plan, time: number): Session =>
  setPlan(session, plan, { author: { id: `u${time}`, name: 'A' }, time });
const first = saved(bare, planOf({ '1': table(1), '2': table(2), '3': table(3) }), 100);
const merged = (a: Session, b: Session): Plan => {
  const plan = mergeSessions(a, b).plan as Plan;
  expect(mergeSessions(b, a).plan).toEqual(plan);
  return plan;
};
const places = ({ state }: Plan): Record<string, number> =>
  Object.fromEntries(Object.entries(state.tables).map(([id, { position }]) => [id, position.x]));

describe('a plan that two devices change apart [SYNC-10]', () => {
  it('has the tables that each of them moved, added and took away', () => {
    const one = saved(first, planOf({ '1': table(10), '2': table(2), '3': table(3), '40': table(4) }), 200);
    const other = saved(first, planOf({ '1': table(1), '2': table(20), '50': table(5) }), 300);
    expect(places(merged(one, other))).toEqual({ '1': 10, '2': 20, '40': 4, '50': 5 });
    // Before this a later change of another table had all the rest as it was before.
    const later = saved(other, planOf({ '1': table(1), '2': table(21), '50': table(5) }), 400);
    expect(places(merged(one, later))).toEqual({ '1': 10, '2': 21, '40': 4, '50': 5 });
  });

  it('has of one table what was done last, also where that is that it is gone', () => {
    const moved = saved(first, planOf({ '1': table(10), '2': table(2), '3': table(3) }), 200);
    const gone = saved(first, planOf({ '2': table(2), '3': table(3) }), 300);
    expect(places(merged(moved, gone))).toEqual({ '2': 2, '3': 3 });
    const back = saved(moved, planOf({ '1': table(11), '2': table(2), '3': table(3) }), 400);
    expect(places(merged(back, gone))).toEqual({ '1': 11, '2': 2, '3': 3 });
  });

  it('keeps a change of the whole beside one of a table, and never gives an id twice', () => {
    const tables = { '1': table(1), '2': table(2), '3': table(3) };
    const wider = saved(first, planOf(tables, { ratio: 2 }), 200);
    const counted = saved(
      first,
      { ratio: 1.6, state: { nextTableIndex: 90, tables: { ...tables, '1': table(10) } } },
      300,
    );
    const plan = merged(wider, counted);
    expect([plan.ratio, plan.state.nextTableIndex, places(plan)['1']]).toEqual([2, 90, 10]);
    expect(merged(wider, counted).state.nextTableIndex).toBe(90);
  });

  it('is the newer one as a whole where both made theirs from nothing', () => {
    const [one, other] = [
      saved(bare, planOf({ '1': table(10), '2': table(20) }), 200),
      saved(bare, planOf({ '1': table(11) }), 300),
    ];
    expect(places(merged(one, other))).toEqual({ '1': 11 });
    expect(places(merged(one, bare))).toEqual({ '1': 10, '2': 20 });
  });

  it('cannot be held for ever by a time that is later than the plan', () => {
    const held = { ...first, metadata: { ...first.metadata, tableTimes: { '1': 1e15 }, planRestAt: 1e15 } };
    const moved = saved(first, planOf({ '1': table(10), '2': table(2), '3': table(3) }, { ratio: 2 }), 200);
    expect([places(merged(held, moved))['1'], merged(held, moved).ratio]).toEqual([10, 2]);
  });
});
