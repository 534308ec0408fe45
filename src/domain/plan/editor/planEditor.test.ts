import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan as planSchema } from '../../documents/session.ts';
import { boundsOf } from '../hit.ts';
import { PlanDriver } from '../../testing/planDriver.ts';
import { align, distribute } from './edits.ts';
import { committedPlan, redo, undo } from './model.ts';
import { addTables } from './tables.ts';
import { defaultPlan, TABLE_TEMPLATES } from './templates.ts';

const free = { free: true };
const driver = () => new PlanDriver();
/** Two tables and a third, all round, at (30, 30), (100, 30), (60, 70). */
function three(): PlanDriver {
  const d = driver().add(0);
  for (const [id, x, y] of [
    ['0', 30, 30],
    ['1', 100, 30],
    ['2', 60, 70],
  ] as const) {
    d.state = { ...d.state, selection: [id] };
    d.edit({ position: { x, y } });
  }
  return d.press('Escape');
}

describe('defaults', () => {
  it('a new plan is 160 wide with two round tables of five [PLAN-08, PLAN-09, PLAN-10]', () => {
    const plan = defaultPlan();
    expect(plan.ratio).toBe(1.6);
    expect(Object.values(plan.state.tables)).toMatchObject([
      { type: 'circle', seats: 5, number: 1, scale: 1 },
      { type: 'circle', seats: 5, number: 2, scale: 1 },
    ]);
    expect(planSchema.parse(plan)).toEqual(plan);
    const d = driver();
    d.drag(d.at('1'), { x: 190, y: 50 }, free);
    expect(boundsOf(d.table('1')).maxX).toBeCloseTo(160);
  });
  it('the palette: circle 5, rectangle 6, semicircle 4, single 1 [PLAN-11]', () => {
    expect(TABLE_TEMPLATES.map(({ type, seats }) => [type, seats])).toEqual([
      ['circle', 5],
      ['rectangle', 6],
      ['semicircle', 4],
      ['single', 1],
    ]);
  });
});

describe('selecting [PLAN-01]', () => {
  it('a click selects, one on the ground clears, Shift adds and takes away', () => {
    const d = three();
    expect(d.click(d.at('0')).state.selection).toEqual(['0']);
    expect(d.click(d.at('1')).state.selection).toEqual(['1']);
    expect(d.click(d.at('2'), { additive: true }).state.selection).toEqual(['1', '2']);
    expect(d.click(d.at('1'), { additive: true }).state.selection).toEqual(['2']);
    expect(d.click({ x: 5, y: 95 }).state.selection).toEqual([]);
    expect(d.state.past).toEqual(three().state.past);
  });
  it('a box selects what lies wholly in it; Esc brings the selection back', () => {
    const d = three().drag({ x: 5, y: 5 }, { x: 120, y: 45 });
    expect(d.state.selection.toSorted()).toEqual(['0', '1']);
    d.down({ x: 5, y: 95 }).to({ x: 90, y: 50 });
    expect(d.state.selection).toEqual(['2']);
    d.press('Escape');
    expect(d.state.selection.toSorted()).toEqual(['0', '1']);
    d.drag({ x: 5, y: 95 }, { x: 90, y: 50 }, { additive: true });
    expect(d.state.selection.toSorted()).toEqual(['0', '1', '2']);
  });
});

describe('moving', () => {
  it('begins after more than 3 units [PLAN-02]', () => {
    const d = three();
    d.down({ x: 30, y: 30 }).to({ x: 33, y: 30 }, free);
    expect(d.at('0')).toEqual({ x: 30, y: 30 });
    d.to({ x: 33.01, y: 30 }, free);
    expect(d.at('0').x).toBeCloseTo(33.01);
    // Once begun, small ways count too.
    d.to({ x: 31, y: 30.5 }, free).up();
    expect(d.at('0')).toEqual({ x: 31, y: 30.5 });
  });
  it('closer up the hand goes the same way, and tables hold as near on the screen [PLAN-02]', () => {
    const d = three();
    const close = { free: true, zoom: 6 };
    d.down({ x: 30, y: 30 }).to({ x: 30.5, y: 30 }, close);
    expect(d.at('0').x).toBe(30);
    d.to({ x: 30.51, y: 30 }, close);
    expect(d.at('0').x).toBeCloseTo(30.51);
    d.to({ x: 59.5, y: 40 }, { zoom: 6 });
    expect(d.at('0').x).toBe(59.5);
    d.to({ x: 59.9, y: 40 }, { zoom: 6 });
    expect(d.at('0').x).toBe(60);
  });
  it('moves the whole selection, as one step', () => {
    const d = three().drag({ x: 5, y: 5 }, { x: 120, y: 45 });
    const steps = d.state.past.length;
    d.drag(d.at('0'), { x: 40, y: 36 }, free);
    expect([d.at('0'), d.at('1'), d.at('2')]).toEqual([
      { x: 40, y: 36 },
      { x: 110, y: 36 },
      { x: 60, y: 70 },
    ]);
    expect(d.state.past).toHaveLength(steps + 1);
  });
  it('holds at the middles of other tables and of the plan, with guides', () => {
    const d = three();
    d.down(d.at('0')).to({ x: 59.4, y: 49.2 });
    expect(d.at('0')).toEqual({ x: 60, y: 50 });
    expect(d.state.gesture).toMatchObject({ guides: { x: 60, y: 50 } });
    d.to({ x: 59.4, y: 49.2 }, free);
    expect(d.at('0')).toEqual({ x: 59.4, y: 49.2 });
  });
  it('what is dropped outside is deleted [PLAN-07]', () => {
    const d = three().click({ x: 30, y: 30 });
    d.down({ x: 30, y: 30 }).to({ x: 30, y: -4 }, { outside: true });
    expect(d.state.gesture).toMatchObject({ type: 'moving', outside: true });
    d.up(true);
    expect(d.ids).toEqual(['1', '2']);
    expect(d.press('ctrl+z').at('0')).toEqual({ x: 30, y: 30 });
  });
  it('what is dropped off the plan, but in the view, comes back onto it', () => {
    const d = three().click({ x: 30, y: 30 }).drag({ x: 30, y: 30 }, { x: 30, y: -40 }, free);
    expect(d.ids).toEqual(['0', '1', '2']);
    expect(d.at('0').x).toBe(30);
    expect(boundsOf(d.table('0')).minY).toBeCloseTo(0);
    expect(d.press('ctrl+z').at('0')).toEqual({ x: 30, y: 30 });
  });
  it('nothing lies half over an edge: it stands still there, and no line holds what the edge keeps off it', () => {
    const d = three();
    d.down(d.at('0')).to({ x: 30, y: 98 }, free);
    expect(boundsOf(d.table('0')).maxY).toBeCloseTo(100);
    // A table of before, whose middle is nearer to the edge than that of the moved one may be.
    d.cancel().edit({ position: { x: 60, y: 99 } });
    d.state = { ...d.state, selection: ['1'] };
    d.edit({ position: { x: 120, y: 99 } }).press('Escape');
    d.down(d.at('0')).to({ x: 120.4, y: 98.8 });
    expect(d.state.gesture).toMatchObject({ guides: { x: 120, y: null } });
    d.up();
    expect(d.at('0').x).toBe(120);
    expect(boundsOf(d.table('0')).maxY).toBeCloseTo(100);
  });
  it('what lies over an edge already, as other programs place it, goes no further, and is not pulled in', () => {
    const d = three();
    d.state = { ...d.state, selection: ['0'] };
    d.edit({ position: { x: 30, y: 99 } });
    d.press('ArrowRight').press('ArrowDown');
    expect(d.at('0')).toEqual({ x: 31, y: 99 });
    d.drag(d.at('0'), { x: 60, y: 130 }, free);
    expect(d.at('0')).toEqual({ x: 60, y: 99 });
    d.drag(d.at('0'), { x: 60, y: 60 }, free).drag(d.at('0'), { x: 60, y: 130 }, free);
    expect(boundsOf(d.table('0')).maxY).toBeCloseTo(100);
  });
  it('the others of a group stay on the plan', () => {
    const d = three().press('ctrl+a');
    d.drag(d.at('1'), { x: 20, y: 30 }, free);
    expect(boundsOf(d.table('0')).minX).toBeCloseTo(0);
    expect(d.ids).toHaveLength(3);
  });
});

describe('new tables', () => {
  it('follow the pointer from the palette and get the next number [PLAN-03]', () => {
    const d = driver().pick(1, { x: -10, y: 50 });
    d.to({ x: 20, y: 20 }, free).up();
    expect(d.table('2')).toMatchObject({
      type: 'rectangle',
      seats: 6,
      number: 3,
      position: { x: 20, y: 20 },
    });
    expect(d.state.selection).toEqual(['2']);
    expect(d.press('ctrl+z').ids).toEqual(['0', '1']);
  });
  it('dropped outside they never were', () => {
    const d = driver();
    const before = d.state;
    d.pick(0, { x: -10, y: 50 }).to({ x: 20, y: 20 }).up(true);
    expect(d.state).toEqual(before);
  });
  it('by keyboard they stand beside the selection, never on another table', () => {
    const d = driver().add(0);
    d.press('Escape').add(0);
    expect(d.at('2')).not.toEqual(d.at('3'));
    for (let n = 0; n < 60; n++) d.add(n % 4);
    const boxes = d.ids.map((id) => boundsOf(d.table(id)));
    const covers = boxes.filter((one, at) =>
      boxes.some(
        (other, index) =>
          index !== at &&
          one.minX < other.maxX &&
          other.minX < one.maxX &&
          one.minY < other.maxY &&
          other.minY < one.maxY,
      ),
    );
    expect(covers).toEqual([]);
    for (const { minX, minY, maxX, maxY } of boxes) {
      expect(Math.min(minX, minY, 160 - maxX, 100 - maxY)).toBeGreaterThanOrEqual(-0.02);
    }
  });
  it('on a full plan one more still comes', () => {
    const d = driver();
    for (let n = 0; n < 200; n++) d.add(0);
    expect(d.ids).toHaveLength(202);
  });
  it('come to an end, and to ids, in a plan whose counter stands at the last number that there is', () => {
    const [table] = Object.values(defaultPlan().state.tables);
    if (table === undefined) throw new Error('a new plan has tables');
    const state = { nextTableIndex: Number.MAX_SAFE_INTEGER, tables: { 7: table } };
    const { plan, ids } = addTables({ ratio: 1.6, state }, [table, table, table]);
    expect(ids).toEqual(['8', '9', '10']);
    expect(plan.state.nextTableIndex).toBe(11);
  });

  it('an id is never used again', () => {
    const d = driver().add(0).press('Delete').add(0);
    expect(d.ids).toEqual(['0', '1', '3']);
  });
});

describe('scaling and turning', () => {
  it('scales about the middle, never below 0.02 [PLAN-04, VALID-64]', () => {
    const d = three().click({ x: 30, y: 30 });
    d.drag({ x: 34, y: 30 }, { x: 38, y: 30 }, {}, 'scale');
    expect(d.table('0')).toMatchObject({ scale: 2, position: { x: 30, y: 30 } });
    d.drag({ x: 38, y: 30 }, { x: 30, y: 30 }, {}, 'scale');
    expect(d.table('0').scale).toBe(0.02);
    d.press('ctrl+a').drag({ x: 150, y: 90 }, { x: 65, y: 50 }, {}, 'scale');
    for (const id of d.ids) expect(d.table(id).scale).toBeGreaterThanOrEqual(0.02);
  });
  it('turns in steps of 15 degrees, freely with Alt', () => {
    const d = three().click({ x: 30, y: 30 });
    d.drag({ x: 30, y: 20 }, { x: 39, y: 31 }, {}, 'rotate');
    expect(d.table('0').rotation).toBe(90);
    d.drag({ x: 40, y: 30 }, { x: 40, y: 31 }, free, 'rotate');
    expect(d.table('0').rotation).toBeCloseTo(95.71);
  });
  it('a group turns about its middle', () => {
    const d = three().drag({ x: 5, y: 5 }, { x: 120, y: 45 });
    d.drag({ x: 65, y: 20 }, { x: 75, y: 30 }, {}, 'rotate');
    expect(d.at('0').x).toBeCloseTo(65, 0);
    expect(d.table('1').rotation).toBe(90);
  });
});

describe('the details of a table [PLAN-05]', () => {
  it('change as one step while one field is typed into', () => {
    const d = three().click({ x: 30, y: 30 });
    const steps = d.state.past.length;
    for (const name of ['H', 'He', 'Hea', 'Head']) d.edit({ name });
    d.edit({ seats: 8 }).edit({ note1: 'by the door' });
    expect(d.table('0')).toMatchObject({ name: 'Head', seats: 8, note1: 'by the door' });
    expect(d.state.past).toHaveLength(steps + 3);
    d.press('ctrl+z').press('ctrl+z').press('ctrl+z');
    expect(d.table('0').name).toBeUndefined();
  });
});

describe('keys', () => {
  it('copies lie 5 units further, each paste once more, with numbers of their own [PLAN-12]', () => {
    const d = three().click({ x: 30, y: 30 }).press('ctrl+c').press('ctrl+v').press('ctrl+v');
    expect([d.at('3'), d.at('4')]).toEqual([
      { x: 35, y: 35 },
      { x: 40, y: 40 },
    ]);
    expect([d.table('3').number, d.table('4').number]).toEqual([4, 5]);
    d.click(d.at('1')).press('ctrl+d');
    expect(d.at('5')).toEqual({ x: 105, y: 35 });
  });
  it('at the edge a copy lies 5 units to the other side: on the plan, and not on what was copied [PLAN-12]', () => {
    const d = three();
    d.drag(d.at('1'), { x: 155, y: 95 }, free).press('ctrl+c').press('ctrl+v');
    expect(d.at('3')).toEqual({ x: d.at('1').x - 5, y: d.at('1').y - 5 });
  });
  it('Delete removes, arrows nudge in one step, Shift+arrow goes five', () => {
    const d = three().click({ x: 30, y: 30 });
    const steps = d.state.past.length;
    d.press('ArrowRight').press('ArrowRight').press('ArrowDown').press('shift+ArrowLeft');
    expect(d.at('0')).toEqual({ x: 27, y: 31 });
    expect(d.state.past).toHaveLength(steps + 1);
    expect(d.press('Delete').ids).toEqual(['1', '2']);
    expect(d.press('ctrl+z').press('ctrl+z').at('0')).toEqual({ x: 30, y: 30 });
    expect(d.press('ctrl+y').press('ctrl+shift+z').ids).toEqual(['1', '2']);
  });
  it('arrows without a selection are left to the canvas', () => {
    const d = three();
    const before = d.state;
    expect(d.press('ArrowRight').state).toBe(before);
  });
});

describe('aligning and distributing', () => {
  it('brings edges and middles onto one line', () => {
    const { state } = three().press('ctrl+a');
    const lefts = (plan: typeof state.plan) =>
      Object.values(plan.state.tables).map((table) => Math.round(boundsOf(table).minX * 10));
    expect(new Set(lefts(align(state, 'left').plan)).size).toBe(1);
    const middles = Object.values(align(state, 'middle').plan.state.tables).map(({ position }) => position.y);
    expect(new Set(middles).size).toBe(1);
  });
  it('gives the middles equal distances', () => {
    const d = three().press('ctrl+a');
    d.state = distribute(d.state, 'x');
    expect(d.at('2').x).toBe(65);
  });
});

type Act = (d: PlanDriver) => unknown;
const point = fc.record({ x: fc.integer({ min: -10, max: 170 }), y: fc.integer({ min: -10, max: 110 }) });
const keys = fc.record({ additive: fc.boolean(), free: fc.boolean() });
const gesture: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(point, point, keys).map(
    ([a, b, k]): Act =>
      (d) =>
        d.down(a, k).to(b, k),
  ),
  fc.tuple(fc.nat(9), point, keys).map(([n, b, k]): Act => (d) => {
    const id = d.ids[n % Math.max(1, d.ids.length)];
    return id === undefined ? d : d.down(d.at(id), k).to(b, k);
  }),
  fc.tuple(point, point, fc.constantFrom('scale' as const, 'rotate' as const), keys).map(
    ([a, b, handle, k]): Act =>
      (d) =>
        d.down(a, k, handle).to(b, k),
  ),
  fc.tuple(fc.nat(3), point, point).map(
    ([n, a, b]): Act =>
      (d) =>
        d.pick(n, a).to(b),
  ),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(gesture, point, fc.boolean()).map(([begin, end, outside]): Act => (d) => {
    begin(d);
    d.to(end).up(outside);
  }),
  gesture,
  fc.nat(3).map(
    (n): Act =>
      (d) =>
        d.add(n),
  ),
  fc
    .constantFrom(
      ...['Escape', 'Delete', 'ArrowLeft', 'shift+ArrowDown', 'ctrl+a', 'ctrl+c', 'ctrl+v', 'ctrl+d'],
      ...['ctrl+z', 'ctrl+y'],
    )
    .map(
      (key): Act =>
        (d) =>
          d.press(key),
    ),
  fc.nat(100).map(
    (seats): Act =>
      (d) =>
        d.edit({ seats }),
  ),
);
const acts = fc.array(act, { maxLength: 40 });

describe('whatever is done [PLAN-06]', () => {
  it('undoing all of it leads to the start, redoing all of it back', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const d = driver();
        const start = d.state.plan;
        for (const one of list) one(d);
        const end = committedPlan(d.cancel().state);
        let state = d.state;
        const steps = state.past.length;
        while (state.past.length > 0) state = undo(state);
        expect(state.plan).toBe(start);
        for (let step = 0; step < steps; step++) state = redo(state);
        expect(state.plan).toEqual(end);
      }),
    );
  });
  it('a cancelled gesture changes nothing', () => {
    fc.assert(
      fc.property(acts, gesture, (list, begin) => {
        const d = driver();
        for (const one of list) one(d);
        d.cancel();
        const { plan, selection, past, future } = d.state;
        begin(d);
        expect(committedPlan(d.state)).toBe(plan);
        expect(d.cancel().state).toMatchObject({ gesture: { type: 'idle' } });
        expect(d.state.plan).toBe(plan);
        expect(d.state.selection).toEqual(selection);
        expect([d.state.past, d.state.future]).toEqual([past, future]);
      }),
    );
  });
  it('the plan stays valid, with every table on it', () => {
    fc.assert(
      fc.property(acts, (list) => {
        const d = driver();
        for (const one of list) one(d);
        const plan = committedPlan(d.state);
        expect(planSchema.safeParse(plan).success).toBe(true);
        for (const { position } of Object.values(plan.state.tables)) {
          expect(position.x).toBeGreaterThanOrEqual(0);
          expect(position.x).toBeLessThanOrEqual(160);
          expect(position.y).toBeGreaterThanOrEqual(0);
          expect(position.y).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
