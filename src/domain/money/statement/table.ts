import { apart, centsOf, type BankEntry } from './entries.ts';

/** How banks head their columns, in the languages of our neighbours. */
const HEADS = {
  date: /^(date|datum|data|buchungsdatum|booking date|date de (comptabilisation|transaction)|abschlussdatum|valuta)/i,
  amount: /^(amount|betrag|montant|importo|credit|crédit|gutschrift|avoirs?|accrediti?)/i,
  currency: /^(currency|währung|waehrung|monnaie|devise|valuta ?code|ccy)/i,
  payer: /^(payer|debtor|name|nom|auftraggeber|donneur|débiteur|zahlungspflichtig|begünstigt)/i,
  reference: /^(reference|référence|referenz|riferimento|esr)/i,
} as const;
type Column = keyof typeof HEADS;
/** Banks write some lines about the account first. */
const SEARCHED = 30;

/** Payments that came in, of a table as e-banking exports it; null where no row heads a date and an amount. */
export function readBankTable(rows: readonly (readonly string[])[]): BankEntry[] | null {
  for (const [at, row] of rows.slice(0, SEARCHED).entries()) {
    const columns = columnsOf(row);
    if (columns.date === undefined || columns.amount === undefined) continue;
    return apart(rows.slice(at + 1).flatMap((cells) => entryOf(cells, columns) ?? []));
  }
  return null;
}

function columnsOf(head: readonly string[]): Partial<Record<Column, number>> {
  const found: Partial<Record<Column, number>> = {};
  for (const [index, cell] of head.entries()) {
    const name = (Object.keys(HEADS) as Column[]).find(
      (one) => found[one] === undefined && HEADS[one].test(cell.trim()),
    );
    if (name !== undefined) found[name] = index;
  }
  return found;
}

function entryOf(cells: readonly string[], columns: Partial<Record<Column, number>>): BankEntry | null {
  const cell = (name: Column): string => (cells[columns[name] ?? -1] ?? '').trim();
  const amount = centsOf(cell('amount'));
  const day = dayOf(cell('date'));
  if (amount === null || amount <= 0 || day === null) return null;
  const text = cells
    .map((one) => one.trim())
    .filter(Boolean)
    .join(' · ');
  return {
    id: text.slice(0, 200),
    ...{ day, amount, currency: cell('currency').toUpperCase(), payer: cell('payer') },
    ...{ reference: cell('reference').replaceAll(/\s/g, ''), text },
  };
}

/** '2027-05-01', '01.05.2027' and '1/5/27': the day before the month. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text);
  if (iso !== null) return iso[0];
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{2}|\d{4})\b/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  return [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
