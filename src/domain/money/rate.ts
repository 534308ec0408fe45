import { RATES } from '../config.ts';

/** Percentage to pay of a consumer that has none yet, when it is edited (specification 1 §9). */
export const DEFAULT_EDITED_RATE = 0;
/** What the rate setting begins with (specification 1 §9). */
export const DEFAULT_SET_RATE = 99;
/** What the rate setting offers: its default, and the configured rates without the first one. */
export const SETTABLE_RATES: readonly number[] = [...new Set([DEFAULT_SET_RATE, ...RATES.slice(1)])].sort(
  (a, b) => b - a,
);

export type RateKind = 'full' | 'partial' | 'free';

/**
 * A rate is the percentage to pay; a partial one is shown as 100 minus the rate, which is the reduction
 * (specification 1 §9; readings, no. 14).
 */
export function shownRate(rate: number): { kind: RateKind; percent: number } {
  if (rate >= 100) return { kind: 'full', percent: 100 };
  if (rate <= 0) return { kind: 'free', percent: 0 };
  return { kind: 'partial', percent: Math.round((100 - rate) * 100) / 100 };
}

/** The configured rates, with `current` among them if it is another one. */
export const ratesWith = (current: number): readonly number[] =>
  [...new Set([...RATES, current])].sort((a, b) => b - a);
