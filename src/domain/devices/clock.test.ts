import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, isSkewed, SKEW_WARNING_MS } from './clock.ts';

describe('the hybrid clock', () => {
  it('never repeats or goes back, whatever the wall does and others say', () => {
    const step = fc.oneof(
      fc.record({ wall: fc.integer({ min: 0, max: 1e9 }) }),
      fc.record({ seen: fc.integer({ min: 0, max: 1e9 }) }),
      fc.record({ offset: fc.integer({ min: -1e6, max: 1e6 }) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let wall = 1000;
        const clock = createClock({ wall: () => wall });
        let last = clock.now();
        for (const one of steps) {
          if ('wall' in one) wall = one.wall;
          else if ('seen' in one) clock.observe(one.seen);
          else clock.setOffset(one.offset);
          const next = clock.now();
          expect(next).toBeGreaterThan(last);
          last = next;
        }
      }),
    );
  });

  it('is later than what it saw, unless that lies more than ten minutes ahead', () => {
    const clock = createClock({ wall: () => 1000 });
    clock.observe(1000 + SKEW_WARNING_MS);
    expect(clock.now()).toBe(1001 + SKEW_WARNING_MS);
    const other = createClock({ wall: () => 1000 });
    other.observe(1001 + SKEW_WARNING_MS);
    expect(other.now()).toBe(1000);
  });

  it('goes on after a restart with the clock set back', () => {
    let kept = 0;
    createClock({ wall: () => 5000, save: (last) => (kept = last) }).now();
    expect(createClock({ wall: () => 10, last: kept }).now()).toBe(5001);
  });

  it('tells a skew of more than ten minutes', () => {
    expect([isSkewed(SKEW_WARNING_MS), isSkewed(-SKEW_WARNING_MS - 1)]).toEqual([false, true]);
  });
});
