import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanTable } from '../documents/session.ts';
import { planWidth, seatPoints } from './geometry.ts';
import { boundsOf, rowLabelOf, seatAt, seatsOnPlan, tableAt, toPlan, toTable } from './hit.ts';
import { clampViewport, MIN_ZOOM, pointOf, wholePlan, zoomAt } from './viewport.ts';

const table = (more: Partial<PlanTable> = {}): PlanTable => ({
  ...{ type: 'circle', seats: 5, position: { x: 40, y: 40 }, rotation: 0, scale: 1 },
  ...more,
});
const planOf = (...tables: PlanTable[]): Plan => ({
  ratio: 1.6,
  state: { nextTableIndex: 9, tables: Object.fromEntries(tables.map((one, at) => [`t${at}`, one])) },
});
const anyTable = fc.record({
  type: fc.constantFrom('circle' as const, 'rectangle' as const, 'semicircle' as const, 'single' as const),
  seats: fc.integer({ min: 1, max: 12 }),
  position: fc.record({ x: fc.integer({ min: 0, max: 160 }), y: fc.integer({ min: 0, max: 100 }) }),
  rotation: fc.integer({ min: -360, max: 360 }),
  scale: fc.double({ min: 0.02, max: 5, noNaN: true }),
});

describe('what is under a point', () => {
  it('every seat of every table is found where it is drawn', () => {
    fc.assert(
      fc.property(anyTable, (one) => {
        const plan = planOf(one);
        for (const [seatIndex, point] of seatsOnPlan(one).entries()) {
          expect(seatAt(plan, point)).toEqual({ tableId: 't0', seatIndex });
          expect(tableAt(plan, point)).toBe('t0');
          const { minX, minY, maxX, maxY } = boundsOf(one);
          expect(point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY).toBe(true);
        }
        const there = toTable(one, toPlan(one, { x: 3, y: -2 }));
        expect(there.x).toBeCloseTo(3);
        expect(there.y).toBeCloseTo(-2);
      }),
    );
  });

  it('a seat moved by hand is where it was moved to; the topmost table wins', () => {
    const moved = table({ seatProps: [null, { position: { x: 10, y: 0 }, scale: 2 }] });
    const [, second] = seatPoints(table());
    const there = toPlan(moved, { x: (second?.x ?? 0) + 10, y: second?.y ?? 0 });
    expect(seatAt(planOf(moved), there)).toEqual({ tableId: 't0', seatIndex: 1 });
    expect(seatAt(planOf(moved), { x: there.x + 1.5, y: there.y })?.seatIndex).toBe(1);
    expect(tableAt(planOf(table(), table()), { x: 40, y: 40 })).toBe('t1');
    expect(tableAt(planOf(table()), { x: 90, y: 90 })).toBeNull();
  });
});

describe('viewport', () => {
  const plan = planOf();
  const size = { width: 800, height: 500 };

  it('the plan is 100 high and 100 times its ratio wide [PLAN-08]', () => {
    expect(planWidth(plan)).toBe(160);
    expect(wholePlan(plan)).toEqual({ x: 80, y: 50, zoom: 1 });
  });

  it('zooms to the point, never below 1 [VALID-65]', () => {
    const at = { x: 100, y: 400 };
    const near = zoomAt(plan, size, { x: 80, y: 50, zoom: 4 }, 2, at);
    const before = pointOf(plan, size, { x: 80, y: 50, zoom: 4 }, at);
    const after = pointOf(plan, size, near, at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    expect(zoomAt(plan, size, near, 0.01, at).zoom).toBe(MIN_ZOOM);
    expect(clampViewport(plan, size, { x: -500, y: 50, zoom: 0.2 })).toEqual({ x: 80, y: 50, zoom: 1 });
  });
});

describe('where a row is called', () => {
  const row = (rotation: number, seats = 5): PlanTable => ({
    ...{ type: 'single', seats, position: { x: 50, y: 50 }, rotation, scale: 1 },
  });
  it('is before its first seat, whichever way it runs', () => {
    const ahead = rowLabelOf(row(0));
    expect(ahead?.align).toBe('right');
    expect(ahead?.at.x).toBeCloseTo(48.45);
    expect(ahead?.at.y).toBeCloseTo(50);
    expect(rowLabelOf(row(180))?.align).toBe('left');
    expect(rowLabelOf(row(180))?.at.x).toBeCloseTo(51.55);
    expect(rowLabelOf(row(90))?.align).toBe('center');
    expect(rowLabelOf(row(90))?.at.y).toBeCloseTo(48.45);
  });
  it('is nowhere for what has an outline, and for a single seat', () => {
    expect(rowLabelOf({ ...row(0), type: 'circle' })).toBeNull();
    expect(rowLabelOf(row(0, 1))).toBeNull();
  });
});
