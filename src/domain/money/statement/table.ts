import { dayOfText } from '../../days.ts';
import { cut } from '../../text/cut.ts';
import { apart, centsOf, type BankEntry } from './entries.ts';

/** How banks head their columns, in the languages of our neighbours. */
const HEADS = {
  /** What it was, beside an amount without a sign; the German cooperative banks gave that column no name. */
  side: /^((soll|s) ?\/ ?(haben|h)|(debit|d) ?\/ ?(credit|c)|af bij|sens|)$/i,
  date: /^((date|datum|data)(?! (von|bis|from|to|du|au)\b)|buchung(s(datum|tag))?$|(booking|trade|completed) date|booked at|abschlussdatum|wert$|wertstellung|valuta)/i,
  credit: /^(credit(?!or)|crédit(?!eur)|gutschrift(?!s)|haben|avoirs?|accrediti?)/i,
  amount: /^(amount|betrag|montant|importo|umsatz(?=$| ))(?!.*detail)/i,
  currency: /^(currency|währung|waehrung|whrg|whg|monnaie|devise|divisa|valuta ?code|ccy)/i,
  payer:
    /^(payer|debtor|name|nom|auftraggeber|donneur|débiteur|zahlungspflichtig|beg(ü|ue)nstigt|partner ?name)/i,
  reference: /^(reference|référence|referenz|riferimento|esr)/i,
  state: /^(status|state|statut|info)$/i,
} as const;
type Column = keyof typeof HEADS;
/** Banks write some lines about the account first. */
const SEARCHED = 30;

/**
 * Payments that came in, of a table as e-banking exports it; null where no row heads a date and an amount, and where no date
 * of it is read.
 */
export function readBankTable(rows: readonly (readonly string[])[]): BankEntry[] | null {
  for (const [at, row] of rows.slice(0, SEARCHED).entries()) {
    const columns = columnsOf(row);
    const sum = sumColumn(columns);
    const { date } = columns;
    if (date === undefined || sum === -1) continue;
    const entries = rows.slice(at + 1);
    const days = entries.map((cells) => (cells[date] ?? '').trim());
    const isMonthFirst = days.some((day) => /^\d{1,2}\/(1[3-9]|2\d|3[01])\//.test(day));
    const written = days.filter((day, index) => /\d/.test(day) && /\d/.test(entries[index]?.[sum] ?? ''));
    if (written.length > 0 && written.every((day) => dayOf(day, isMonthFirst) === null)) return null;
    const table = { columns, isMonthFirst, currency: currencyIn(row[sum]) };
    return apart(entries.flatMap((cells) => entryOf(cells, table) ?? []));
  }
  return null;
}

type Columns = Partial<Record<Column, number>>;
/** Where what came in has a column of its own, the other one is of parts, or of what went out too. */
const sumColumn = ({ credit, amount }: Columns): number => credit ?? amount ?? -1;

/** 'Gutschrift in CHF', 'Amount (EUR)', 'Betrag (€)' and 'Crédit euros': of all that stands below; '' where the head does not say. */
function currencyIn(head = ''): string {
  const [, code = ''] = /(?:^|[\s(])([A-Z]{3})\)?$/.exec(head.trim()) ?? [];
  if (/€|euros?\)?$/i.test(head.trim())) return 'EUR';
  // 'CREDIT AMT' and 'MONTANT TTC' end with three capitals too, and are in no currency.
  return Intl.supportedValuesOf('currency').includes(code) ? code : '';
}

function columnsOf(head: readonly string[]): Columns {
  const found: Columns = {};
  for (const [index, cell] of head.entries()) {
    const name = (Object.keys(HEADS) as Column[]).find(
      (one) => found[one] === undefined && HEADS[one].test(cell.trim()),
    );
    if (name !== undefined) found[name] = index;
  }
  return found;
}

/** Told before it is booked: it may never come, and comes again under another name. */
const ANNOUNCED = /vorgemerkt|pending|en attente/i;

const WENT_OUT = /^(s|soll|d|db?it|debit|débit|af)$/i;

interface Table {
  columns: Columns;
  isMonthFirst: boolean;
  /** Of the whole column; '' where its head does not say. */
  currency: string;
}

function entryOf(cells: readonly string[], { columns, ...table }: Table): BankEntry | null {
  const cell = (name: Column): string => (cells[columns[name] ?? -1] ?? '').trim();
  const { amount, currency } = sumOf((cells[sumColumn(columns)] ?? '').trim());
  const day = dayOf(cell('date'), table.isMonthFirst);
  if (amount === null || amount <= 0 || day === null) return null;
  if (ANNOUNCED.test(cell('state')) || WENT_OUT.test(cell('side'))) return null;
  const text = cells
    .map((one) => one.trim())
    .filter(Boolean)
    .join(' · ');
  return {
    id: cut(text, 200),
    ...{
      day,
      amount,
      currency: codeOf(cell('currency').toUpperCase()) || currency || table.currency,
      payer: cell('payer'),
    },
    ...{ reference: cell('reference').replaceAll(/\s/g, ''), text },
  };
}

/** '5.00', and '5.00 CHF', 'CHF 5.–' and '€ 5,00', as some banks have it. */
function sumOf(text: string): { amount: number | null; currency: string } {
  const [, before = '', sum = '', after = ''] =
    /^([A-Z]{3}|[€$£])?\s*([^A-Z€$£]*?)\s*([A-Z]{3}|[€$£])?$/i.exec(text) ?? [];
  const currency = (before || after).toUpperCase();
  return {
    amount: centsOf(sum.replace(/[.,][-–—]{1,2}$/, '')),
    currency: codeOf(currency),
  };
}
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  $: 'USD',
  '£': 'GBP',
};
const codeOf = (written: string): string => SIGNS[written] ?? written;

/** '2027-05-01', '20270501', '01.05.2027', '01-05-2027' and '1/5/27': the day before the month, unless the file has a day there that is no month. */
function dayOf(text: string, isMonthFirst: boolean): string | null {
  const iso = /^\d{4}-\d\d-\d\d|^\d{8}$/.exec(text)?.[0].replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const [, first, second, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/.exec(text) ?? [];
  const [month = '', day = ''] = isMonthFirst && text.includes('/') ? [first, second] : [second, first];
  const written =
    iso ?? [(year ?? '').padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return dayOfText(written) === null ? null : written;
}
