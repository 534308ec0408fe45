/*
 * What an SMS costs. The specification knows 160 and 153 letters; that holds for the alphabet of GSM 03.38 alone: one letter outside of
 * it, such as ê or a curly apostrophe, makes the whole message UCS-2, 70 and 67.
 */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two units each. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SIZES = { gsm7: { one: 160, many: 153 }, ucs2: { one: 70, many: 67 } } as const;

export interface SmsSize {
  alphabet: keyof typeof SIZES;
  units: number;
  segments: number;
  /** Units of a segment in a message of so many. */
  perSegment: number;
  /** The letters that make it UCS-2, each once. */
  costly: readonly string[];
}

/**
 * As it goes. Blanks that do not break a line, as in amounts and before a French '!', look like others, are not in the alphabet, and would
 * make each of them twice as dear.
 */
export const smsText = (text: string): string => text.replaceAll(/\p{Zs}/gu, ' ').trim();

/** Of a text as it goes. */
export function smsSize(text: string): SmsSize {
  const letters = Array.from(text);
  const costly = [...new Set(letters.filter((letter) => !BASIC.has(letter) && !EXTENDED.has(letter)))];
  const alphabet = costly.length === 0 ? 'gsm7' : 'ucs2';
  const widths = letters.map((letter) =>
    alphabet === 'ucs2' ? letter.length : EXTENDED.has(letter) ? 2 : 1,
  );
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { one, many } = SIZES[alphabet];
  if (units <= one) return { alphabet, units, segments: units === 0 ? 0 : 1, perSegment: one, costly };
  let segments = 1;
  let left = many;
  // A letter of two units is never cut in two.
  for (const width of widths) {
    if (width > left) {
      segments++;
      left = many;
    }
    left -= width;
  }
  return { alphabet, units, segments, perSegment: many, costly };
}

const SMS_SHOWN_FROM = 150;
const SMS_ONE = 160;
const SMS_MANY = 153;

/** What the length indicator shows (specification 2 §5): nothing, how many remain, or where in how many segments. */
export type SmsIndicator =
  null | { kind: 'remaining'; remaining: number } | { kind: 'segments'; segment: number; total: number };

/** By letters. `cursor` is where one writes: at the end when left out. */
export function smsIndicator(text: string, cursor = text.length): SmsIndicator {
  const { length } = text;
  if (length < SMS_SHOWN_FROM) return null;
  if (length <= SMS_ONE) return { kind: 'remaining', remaining: SMS_ONE - length };
  const segmentAt = (count: number): number => Math.max(1, Math.ceil(count / SMS_MANY));
  return { kind: 'segments', segment: segmentAt(Math.min(cursor, length)), total: segmentAt(length) };
}
