/** What a code is that no ticket of ours has. */
export type ForeignCode = 'web' | 'wifi' | 'contact' | 'bill' | 'goods' | 'text';

const BEGINNINGS: readonly (readonly [RegExp, ForeignCode])[] = [
  [/^(?:https?:|www\.)/i, 'web'],
  [/^wifi:/i, 'wifi'],
  [/^(?:begin:vcard|mecard:)/i, 'contact'],
  // Of the Swiss QR-bill and of the European one.
  [/^(?:SPC|BCD)\s/, 'bill'],
];
/** Longer than any number. */
const LONGEST = 100;

/** What a code that nobody has tells of itself; null: it may be the ticket of another event. */
export function foreignCode(code: string): ForeignCode | null {
  const text = code.trim();
  const known = BEGINNINGS.find(([beginning]) => beginning.test(text));
  if (known !== undefined) return known[1];
  if (text.length > LONGEST) return 'text';
  return isOfGoods(text) ? 'goods' : null;
}

/** EAN-13 and UPC-A: their last digit follows from the others. Shorter ones say too little. */
function isOfGoods(text: string): boolean {
  if (!/^\d{12,13}$/.test(text)) return false;
  const sum = Array.from(text.padStart(13, '0')).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
