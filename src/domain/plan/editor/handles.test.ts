import { describe, expect, it } from 'vitest';
import { handleAt, handlesOf } from './handles.ts';
import { mapTables } from './tables.ts';
import { defaultPlan } from './templates.ts';

const UNIT = 0.5;
const FINGER = { unit: UNIT, reach: 24 * UNIT };
const MOUSE = { unit: UNIT, reach: 12 * UNIT };

/** A table as small as they are on a phone that shows a whole hall: 4 units wide. */
const small = {
  plan: mapTables(defaultPlan(), ['0'], (table) => ({ ...table, scale: 0.5, position: { x: 50, y: 50 } })),
  selection: ['0'],
};

describe('the handles of a selection', () => {
  it('a pointer on them has them, one beside them has not', () => {
    const handles = handlesOf(small, UNIT);
    if (handles === null) throw new Error('no handles');
    for (const kind of ['scale', 'rotate'] as const) {
      expect(handleAt(small, handles[kind], MOUSE)).toBe(kind);
      expect(handleAt(small, handles[kind], FINGER)).toBe(kind);
    }
    expect(handleAt(small, { x: 80, y: 50 }, FINGER)).toBeNull();
    expect(handleAt({ ...small, selection: [] }, handles.scale, MOUSE)).toBeNull();
  });

  it('a finger on a small table has the table, though a handle is within its reach', () => {
    const scale = handlesOf(small, UNIT)?.scale ?? { x: 0, y: 0 };
    expect(Math.hypot(scale.x - 50, scale.y - 50)).toBeLessThan(FINGER.reach);
    expect(handleAt(small, { x: 50, y: 50 }, FINGER)).toBeNull();
    expect(handleAt(small, { x: 51, y: 51 }, FINGER)).toBeNull();
    expect(handleAt(small, { x: scale.x - 0.5, y: scale.y - 0.5 }, FINGER)).toBe('scale');
  });
});
