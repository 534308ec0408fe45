/*
 * Amounts are whole cents and VAT is whole basis points; people type them with two decimals. Both are hundredths, and
 * no binary fraction ever stands between: 1.15 typed is 115 stored (specification 1 §9).
 */

/** What the forms admit: VAT is 0 to 200 percent (specification 1 §5); amounts stay exact and printable. */
export const MAX_AMOUNT_CENTS = 99_999_999_999;
export const MAX_VAT_BASIS_POINTS = 20_000;

const DECIMAL = /^(\d*)(?:[.,](\d*))?(?:e([+-]?\d{1,2}))?$/i;

/**
 * Hundredths of a typed decimal number, or null for anything that is not one with at most two decimals. Decimals stand
 * after a point or a comma, thousands apart as the countries around write them: 1'234.50, 1 234,50, 1,234.50, 1.234,50.
 */
export function parseHundredths(text: string): number | null {
  const match = DECIMAL.exec(plain(text));
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

/** What is wrong with a typed number, as the browser would say of a number input with `min="0" step="0.01"`. */
export function problemOfHundredths(text: string, max: number): 'number' | 'range' | 'step' | null {
  const value = parseHundredths(text);
  if (value !== null) return value > max ? 'range' : null;
  const [, minus, rest = ''] = /^\s*([-−–])?(.*)$/su.exec(text) ?? [];
  if (minus !== undefined && parseHundredths(rest) !== null) return 'range';
  const [, whole = '', fraction = ''] = DECIMAL.exec(plain(rest)) ?? [];
  if (whole === '' && fraction === '') return 'number';
  return /^\d*$/.test(fraction) && fraction.length > 2 ? 'step' : 'range';
}

/** Between thousands: an apostrophe or a space, only before three digits, for '12 50' is no 1250. */
const THOUSANDS = /(?<=\d)['’\s](?=\d{3}(?!\d))/gu;

/** The number without what stands between its thousands, and without the dash of '12.–'. */
function plain(text: string): string {
  const typed = text
    .trim()
    .replace(/(?<=\d[.,])[-–—]$/u, '')
    .replace(THOUSANDS, '');
  const marks = typed.replace(/[^.,]/g, '');
  if (marks.length < 2) return typed;
  // The last mark is the decimal one, unless it is one of several alike.
  const between = marks.charAt(0);
  const decimal = marks.slice(0, -1).includes(marks.slice(-1)) ? '' : marks.slice(-1);
  const whole = decimal === '' ? typed : typed.slice(0, typed.lastIndexOf(decimal));
  const groups = whole.split(between);
  const right = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  return right ? groups.join('') + typed.slice(whole.length) : typed;
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
