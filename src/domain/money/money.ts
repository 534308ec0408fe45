import type { Currency } from '../config.ts';
import { readingsOf, type Reading } from '../text/typedNumber.ts';

/*
 * Amounts are whole cents and VAT is whole basis points; people type them with two decimals. Both are hundredths, and
 * no binary fraction ever stands between: 1.15 typed is 115 stored (specification 1 §9).
 */

/** What the forms admit: VAT is 0 to 200 percent (specification 1 §5); amounts stay exact and printable. */
export const MAX_AMOUNT_CENTS = 99_999_999_999;
export const MAX_VAT_BASIS_POINTS = 20_000;

/** What stands beside a typed number: a currency's sign or name, or the percent sign. */
export type Unit = Currency | 'percent';
const UNITS: Record<Unit, RegExp> = {
  chf: /^(?:chf|s?fr\.?)$/i,
  eur: /^(?:eur|euros?|€)$/i,
  usd: /^(?:usd|us\$|\$)$/i,
  percent: /^%$/,
};
const BESIDE = /^(-?)\s*(\p{L}+\.?|US\$|\p{Sc})?\s*(?=[\d.,-])(.*?)\s*(\p{L}{2,}\.?|\p{Sc}|%)?$/iu;

export type HundredthsProblem = 'number' | 'range' | 'step' | 'ambiguous' | 'unit';
export type TypedHundredths =
  | { kind: 'value'; value: number }
  /** A mark before three digits may part thousands or decimals: only who typed it knows. */
  | { kind: 'choice'; values: readonly number[] }
  | { kind: 'problem'; problem: HundredthsProblem };

/**
 * The hundredths that a typed number stands for: at least 0, at most `max`, with at most two decimals. A sign of
 * another unit than the expected one is a problem, not decoration.
 */
export function readHundredths(text: string, max: number, unit?: Unit): TypedHundredths {
  const problem = (one: HundredthsProblem): TypedHundredths => ({ kind: 'problem', problem: one });
  const bare = withoutUnit(text, unit);
  if (bare === null) return problem('unit');
  const readings = readingsOf(bare);
  if (readings.length === 0) return problem('number');
  const values = readings.map(hundredthsOf);
  const fit = values.filter((value): value is number => typeof value === 'number' && value <= max);
  if (readings.length > 1 && fit.length > 0) return { kind: 'choice', values: fit };
  const [value] = fit;
  if (value !== undefined) return { kind: 'value', value };
  return problem(values.includes('step') ? 'step' : 'range');
}

/** The same for whoever takes only what is certain: null for anything else. */
export function parseHundredths(text: string, max = Number.MAX_SAFE_INTEGER, unit?: Unit): number | null {
  const read = readHundredths(text, max, unit);
  return read.kind === 'value' ? read.value : null;
}

/** The number without its unit; null where that is another one. */
function withoutUnit(text: string, unit: Unit | undefined): string | null {
  const [, minus = '', before = '', number = text, after = ''] = BESIDE.exec(text.trim()) ?? [];
  const beside = [before, after].filter((one) => one !== '');
  if (beside.length === 0) return text;
  // Letters that name no unit are no part of a number either, but somebody else's business.
  if (!beside.every((one) => Object.values(UNITS).some((known) => known.test(one)))) return text;
  return beside.every((one) => unit !== undefined && UNITS[unit].test(one)) ? minus + number : null;
}

/** 'step' for more than two decimals, 'range' for less than nothing or more than a number can hold. */
function hundredthsOf({ negative, whole, fraction }: Reading): number | 'range' | 'step' {
  if (/[1-9]/.test(fraction.slice(2))) return 'step';
  const digits = Number(whole + fraction.slice(0, 2).padEnd(2, '0'));
  if (!Number.isSafeInteger(digits) || (negative && digits > 0)) return 'range';
  return digits;
}

/** '123.45', as inputs of numbers hold it: a point, and decimals only where they say something. */
export function hundredthsText(value: number): string {
  const digits = String(Math.trunc(Math.abs(value))).padStart(3, '0');
  const cents = digits.slice(-2);
  const text = digits.slice(0, -2) + (cents === '00' ? '' : `.${cents}`);
  return value < 0 ? `-${text}` : text;
}
