import { describe, expect, it } from 'vitest';
import type { PlanTable } from '#domain/documents/session.ts';
import { drawTable } from './drawTable.ts';
import { LIGHT } from './palette.ts';

/** The widths of the lines that are drawn in the colour of a free seat's ring, in plan units of the seat. */
function rings(scale: number, tableScale: number): number[] {
  const widths: number[] = [];
  const state = { strokeStyle: '', lineWidth: 0 };
  const ctx = new Proxy(state, {
    get: (target, key): unknown => {
      if (key === 'stroke')
        return () => void (target.strokeStyle === LIGHT.seatLine && widths.push(target.lineWidth));
      return key in target ? Reflect.get(target, key) : () => undefined;
    },
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  const table = {
    ...{ type: 'single' as const, number: 1, seats: 1, position: { x: 0, y: 0 } },
    ...{ rotation: 0, scale: tableScale },
  } as PlanTable;
  const drawing = { table, label: '', looks: [] };
  drawTable(ctx as unknown as CanvasRenderingContext2D, drawing, { ...LIGHT, line: '#000000' }, scale);
  return widths;
}

describe('the ring of a free seat', () => {
  it('has its width in plan units, but can be seen where the whole of a large plan is shown', () => {
    expect(rings(20, 1)).toContain(0.16);
    const [thin = 0] = rings(4, 0.5);
    expect(thin * 0.5 * 4).toBeCloseTo(0.75);
    // It stays a ring, however small.
    expect(rings(1, 0.1)).toContain(0.5);
  });
});
