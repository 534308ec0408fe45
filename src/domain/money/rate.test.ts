import { describe, expect, it } from 'vitest';
import { RATES } from '../config.ts';
import { DEFAULT_EDITED_RATE, DEFAULT_SET_RATE, ratesWith, SETTABLE_RATES, shownRate } from './rate.ts';

describe('rates', () => {
  it('a partial one is shown as 100 minus the rate [RATE-06]', () => {
    expect(shownRate(75)).toEqual({ kind: 'partial', percent: 25 });
    expect(shownRate(99)).toEqual({ kind: 'partial', percent: 1 });
    expect(shownRate(33.4)).toEqual({ kind: 'partial', percent: 66.6 });
    expect(shownRate(100).kind).toBe('full');
    expect(shownRate(0).kind).toBe('free');
  });

  it('the setting leaves out the first configured rate and begins with 99 [RATE-04, RATE-05]', () => {
    expect(SETTABLE_RATES).not.toContain(RATES[0]);
    expect(SETTABLE_RATES).toEqual([99, 75, 50, 25, 0]);
    expect(DEFAULT_SET_RATE).toBe(99);
  });

  it('an edited consumer without a rate begins with 0; a rate of its own stays in the list [CONSUMER-09]', () => {
    expect(DEFAULT_EDITED_RATE).toBe(0);
    expect(ratesWith(99)).toEqual([100, 99, 75, 50, 25, 0]);
    expect(ratesWith(50)).toEqual([...RATES]);
  });
});
