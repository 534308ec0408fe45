import type { Currency } from '../config.ts';

/** Cents: what Stripe takes at least and at most by one payment. In all currencies that there are it is the same. */
const LEAST = 50;
const MOST = 99_999_999;
const LIMITS: Record<Currency, { least: number; most: number }> = {
  chf: { least: LEAST, most: MOST },
  eur: { least: LEAST, most: MOST },
  usd: { least: LEAST, most: MOST },
};

/** Whether a sum can be paid by card. */
export const fitsCard = (cents: number, currency: Currency): boolean =>
  cents >= LIMITS[currency].least && cents <= LIMITS[currency].most;
