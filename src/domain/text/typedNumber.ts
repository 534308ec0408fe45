/*
 * Numbers as people type them, here and abroad: 1'234.50, 1 234,50, 1,234.50, 1.234,50, ١٢٫٥. What stands between
 * thousands in one country is the decimal mark of the next, so '1,000' is a thousand to some and one to others: both
 * readings are given, and whoever asked decides or asks back.
 */

/** One way to read a typed number: its digits, and how many of them stand after the decimal mark. */
export interface Reading {
  negative: boolean;
  whole: string;
  fraction: string;
}

/** A plain number once thousands are joined; people who copy from elsewhere bring exponents too. */
const PLAIN = /^(\d*)(?:[.,](\d*))?(?:e([+-]?\d{1,2}))?$/i;
const SIGN = /^[-−–]\s*/u;
/** Between thousands: an apostrophe of any kind or a space, only before three digits, for '12 50' is no 1250. */
const SURE_THOUSANDS = /(?<=\d)(?:['’‘ʼ′`´]|\s)(?=\d{3}(?!\d))/gu;
/** What writes directions or joins nothing: it comes along with what is copied. */
const INVISIBLE = /[\u200b\u200e\u200f\u061c\u2060\u2066-\u2069\ufeff]/gu;
/** The zeros of the digits that are not ours: Arabic, Persian, Devanagari, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];

/** The readings of a typed number, thousands first where there are two; none for what is no number. */
export function readingsOf(text: string): readonly Reading[] {
  const typed = withOurDigits(text.replace(INVISIBLE, '').trim());
  const negative = SIGN.test(typed);
  // Without the dash of '12.–'.
  const marked = typed.replace(SIGN, '').replace(/(?<=\d[.,])[-–—]$/u, '');
  const digits = marked.replace(SURE_THOUSANDS, '');
  const marks = digits.replace(/[^.,]/g, '');
  if (marks.length > 1) return readPlain(joined(digits, marks), negative);
  const sure = readPlain(digits, negative);
  // '0,500' and '1234,500' group no thousands; '1 000,000' may.
  const either = digits === marked ? /^[1-9]\d{0,2}[.,]\d{3}$/ : /^\d+[.,]\d{3}$/;
  return either.test(digits) ? [...readPlain(digits.replace(/[.,]/, ''), negative), ...sure] : sure;
}

function readPlain(text: string, negative: boolean): Reading[] {
  const match = PLAIN.exec(text);
  if (match === null) return [];
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return [];
  return [{ negative, ...shifted(whole, fraction, Number(exponent)) }];
}

/** The point moved by so many places. */
function shifted(whole: string, fraction: string, places: number): { whole: string; fraction: string } {
  const padded = '0'.repeat(Math.max(0, -places)) + whole;
  const after = fraction + '0'.repeat(Math.max(0, places));
  const all = padded + after;
  const point = padded.length + places;
  return { whole: all.slice(0, point), fraction: all.slice(point) };
}

/** With several marks: the last is the decimal one, unless it is one of several alike. '1.2.3' stays as it is. */
function joined(digits: string, marks: string): string {
  const between = marks.charAt(0);
  const decimal = marks.slice(0, -1).includes(marks.slice(-1)) ? '' : marks.slice(-1);
  const whole = decimal === '' ? digits : digits.slice(0, digits.lastIndexOf(decimal));
  const groups = whole.split(between);
  const right = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  return right ? groups.join('') + digits.slice(whole.length) : digits;
}

function withOurDigits(text: string): string {
  return (
    text
      .replace(/\p{Nd}/gu, (digit) => {
        const code = digit.codePointAt(0) ?? 0;
        const zero = ZEROS.find((one) => code >= one && code < one + 10);
        return zero === undefined ? digit : String(code - zero);
      })
      .replace(/．/gu, '.')
      .replace(/，/gu, ',')
      // Arabic has marks of its own.
      .replace(/(?<=\d)٬(?=\d{3}(?!\d))/gu, '’')
      .replace(/٫/gu, '.')
  );
}

/** The number, as exact as a binary one can be; for sizes and places, not for money. */
export const numberOf = ({ negative, whole, fraction }: Reading): number =>
  Number(`${negative ? '-' : ''}${whole === '' ? '0' : whole}.${fraction === '' ? '0' : fraction}`);

/**
 * The one number within the limits that a text can mean; undefined when it means none, or when two would do. For
 * places and sizes, whose limits leave one as a rule.
 */
export function readNumber(text: string, least = -Infinity, most = Infinity): number | undefined {
  const numbers = readingsOf(text)
    .map(numberOf)
    .filter((value) => value >= least && value <= most);
  return numbers.length === 1 ? numbers[0] : undefined;
}
