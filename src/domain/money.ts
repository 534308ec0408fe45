/*
 * Amounts are whole cents and VAT is whole basis points; people type them with two decimals. Both are hundredths, and
 * no binary fraction ever stands between: 1.15 typed is 115 stored (specification 1 §9).
 */

/** What the forms admit: VAT is 0 to 200 percent (specification 1 §5); amounts stay exact and printable. */
export const MAX_AMOUNT_CENTS = 99_999_999_999;
export const MAX_VAT_BASIS_POINTS = 20_000;

const DECIMAL = /^(\d*)(?:[.,](\d*))?(?:e([+-]?\d{1,2}))?$/i;

/** Hundredths of a typed decimal number, or null for anything that is not one with at most two decimals. */
export function parseHundredths(text: string): number | null {
  const match = DECIMAL.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  // The digits without their point, which stands `places` before their end.
  const digits = whole + fraction;
  const places = fraction.length - Number(exponent) - 2;
  if (places <= 0) return toInteger(digits + '0'.repeat(Math.min(40, -places)));
  const dropped = digits.slice(-places);
  if (/[1-9]/.test(dropped)) return null;
  return toInteger(digits.slice(0, -places) || '0');
}

/** '123.45', as inputs of numbers hold it: a point, and decimals only where they say something. */
export function hundredthsText(value: number): string {
  const digits = String(Math.trunc(Math.abs(value))).padStart(3, '0');
  const cents = digits.slice(-2);
  const text = digits.slice(0, -2) + (cents === '00' ? '' : `.${cents}`);
  return value < 0 ? `-${text}` : text;
}

function toInteger(digits: string): number | null {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : null;
}
