/** One payment that came in, or that the bank took back, as its statement tells it. */
export interface BankEntry {
  /** The bank's own name for it, or one made of what it says: the same in every statement that holds it. */
  id: string;
  /** 'YYYY-MM-DD' */
  day: string;
  /** Cents. */
  amount: number;
  /** Three letters in capitals; '' where the statement does not say. */
  currency: string;
  payer: string;
  /** Structured, without spaces; '' where there is none. */
  reference: string;
  /** What was written along. */
  text: string;
  /** It had come in, and is gone again. */
  isBack?: true;
}

/** Two that say the very same are two: each has a name of its own, the same in every statement that holds both. */
export function apart(entries: readonly BankEntry[]): BankEntry[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const count = (counts.get(entry.id) ?? 0) + 1;
    counts.set(entry.id, count);
    return count === 1 ? entry : { ...entry, id: `${entry.id.slice(0, 190)} #${count}` };
  });
}

/** Cents of '1234.5', '1’234,50' or '1 234.50'; null for what is no amount. The last of two signs is the decimal one. */
export function centsOf(text: string): number | null {
  const clean = text.replaceAll(/[\s'’\u00A0\u202F]|^\+/g, '');
  const found = /^(-?)([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(clean);
  if (found === null || !/\d/.test(clean)) return null;
  const [, sign = '', whole = '', part = ''] = found;
  const units = Number(whole.replaceAll(/[.,]/g, '') || '0');
  const cents = units * 100 + Number(part.padEnd(2, '0') || '0');
  return Number.isSafeInteger(cents) ? (sign === '-' ? -cents : cents) : null;
}
