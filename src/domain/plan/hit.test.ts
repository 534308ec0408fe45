import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanTable } from '../documents/session.ts';
import { planWidth, seatPoints } from './geometry.ts';
import { boundsOf, rowLabelOf, seatAt, seatsOnPlan, tableAt, toPlan, toTable } from './hit.ts';
import {
  clampViewport,
  coveredBy,
  isInSight,
  MIN_ZOOM,
  pointOf,
  revealing,
  wholePlan,
  zoomAt,
} from './viewport.ts';

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

  it('what is over the view takes the smallest part of it, and whatever is beside it nothing', () => {
    const view = { left: 10, top: 60, right: 810, bottom: 560 };
    const none = { left: 0, top: 0, right: 0, bottom: 0 };
    expect(coveredBy(view, { left: 0, top: 400, right: 900, bottom: 700 })).toEqual({ ...none, bottom: 160 });
    expect(coveredBy(view, { left: 30, top: 200, right: 330, bottom: 540 })).toEqual({ ...none, left: 320 });
    expect(coveredBy(view, { left: 600, top: 0, right: 900, bottom: 700 })).toEqual({ ...none, right: 210 });
    expect(coveredBy(view, { left: 820, top: 0, right: 900, bottom: 700 })).toEqual(none);
    expect(coveredBy(view, { left: 0, top: 0, right: 0, bottom: 0 })).toEqual(none);
  });

  it('a point is in sight away from the edges and from what lies over the view', () => {
    const view = { x: 40, y: 50, zoom: 4 };
    const at = (x: number, y: number) => pointOf(plan, size, view, { x, y });
    const covered = { left: 0, top: 0, right: 0, bottom: 300 };
    const [middle, corner] = [at(size.width / 2, size.height / 2), at(5, 5)];
    expect(isInSight(plan, size, view, middle)).toBe(true);
    expect(isInSight(plan, size, view, corner)).toBe(false);
    expect(isInSight(plan, { ...size, covered: { ...covered, bottom: size.height / 2 } }, view, middle)).toBe(
      false,
    );
  });

  it('any point of the plan comes into what is free of the view, and back once nothing covers it', () => {
    const [cover, share] = [fc.integer({ min: 0, max: 300 }), fc.double({ min: 0, max: 1, noNaN: true })];
    fc.assert(
      fc.property(cover, cover, share, share, fc.integer({ min: 1, max: 9 }), (left, bottom, x, y, zoom) => {
        const covered = { left, top: 0, right: 0, bottom };
        const point = { x: x * 160, y: y * 100 };
        const view = revealing(plan, { ...size, covered }, { x: 80, y: 50, zoom: 1 }, point, zoom);
        const origin = pointOf(plan, size, view, { x: 0, y: 0 });
        const unit = pointOf(plan, size, view, { x: 1, y: 0 }).x - origin.x;
        const at = { x: (point.x - origin.x) / unit, y: (point.y - origin.y) / unit };
        expect(at.x).toBeGreaterThanOrEqual(left);
        expect(at.x).toBeLessThanOrEqual(size.width);
        expect(at.y).toBeGreaterThanOrEqual(0);
        expect(at.y).toBeLessThanOrEqual(size.height - bottom);
        const bare = revealing(plan, size, view, point);
        expect(bare).toEqual(clampViewport(plan, size, { ...point, zoom: view.zoom }));
      }),
    );
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
