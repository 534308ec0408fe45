import { cleanIban, countryCode, isSwissIban } from '../money/bankAccount.ts';
import type { InvoiceData } from './invoiceData.ts';

type Sold = Pick<InvoiceData, 'currency' | 'total' | 'seller' | 'buyer' | 'reference'>;

/** Somebody on a QR-bill; every line within the bounds of the standard. */
export interface BillParty {
  name: string;
  street: string;
  zip: string;
  city: string;
  country: string;
}
/** What a transfer needs, as it is printed and as phones read it. */
export interface PaymentCode {
  kind: 'swiss' | 'epc';
  iban: string;
  creditor: BillParty;
  /** Null where the address is not whole: then a Swiss bill leaves room to write. */
  debtor: BillParty | null;
  currency: 'CHF' | 'EUR';
  /** '123.45' */
  amount: string;
  reference: string;
  /** The text of the code. */
  payload: string;
}

/** What is to be printed with an invoice so that it is paid without typing: in CHF the Swiss QR-bill, in EUR the EPC code. */
export function paymentCodeOf(sold: Sold): PaymentCode | null {
  const { currency, total, seller, buyer } = sold;
  const reference = sold.reference ?? null;
  const most = 99_999_999_999;
  if (reference === null || total <= 0 || total > most || seller.transfer == null) return null;
  const iban = cleanIban(seller.transfer.iban);
  const seen = {
    ...seller.transfer,
    name: seller.transfer.name || seller.company,
    country: seller.transfer.country || iban.slice(0, 2),
  };
  const payer = buyer.company || `${buyer.forename} ${buyer.surname}`;
  const amount = (total / 100).toFixed(2);
  const common = { iban, amount, reference };
  if (currency === 'eur') {
    const creditor = partyOf(seen, asWritten);
    if (!LETTER.test(creditor.name)) return null;
    const lines = ['BCD', '002', '1', 'SCT', '', creditor.name, iban, `EUR${amount}`, '', reference, '', ''];
    // Trailing lines that say nothing are left out.
    const payload = lines.join('\n').trimEnd();
    return { kind: 'epc', ...common, creditor, debtor: null, currency: 'EUR', payload };
  }
  const creditor = partyOf(seen, plain);
  if (currency !== 'chf' || !isSwissIban(iban) || !isWhole(creditor)) return null;
  const debtor = partyOf({ ...buyer.address, name: buyer.address?.name || payer }, plain);
  const shown = isWhole(debtor) ? debtor : null;
  const payload = [
    ...['SPC', '0200', '1', iban, ...linesOf(creditor), ...linesOf(null)],
    ...[amount, 'CHF', ...linesOf(shown)],
    ...[reference.startsWith('RF') ? 'SCOR' : 'QRR', reference, '', 'EPD'],
  ].join('\n');
  return { kind: 'swiss', ...common, creditor, debtor: shown, currency: 'CHF', payload };
}

/** A structured address; the number of the house stands in the street's line, which the standard allows. */
const linesOf = (party: BillParty | null): string[] =>
  party === null
    ? ['', '', '', '', '', '', '']
    : ['S', party.name, party.street, '', party.zip, party.city, party.country];

const isWhole = ({ name, zip, city, country }: BillParty): boolean =>
  name !== '' && zip !== '' && city !== '' && country !== '';

type Party = { [Field in keyof BillParty]?: string | null | undefined };
type Written = (text: string | null | undefined, most: number) => string;

function partyOf({ name, street, zip, city, country }: Party, by: Written): BillParty {
  return {
    ...{ name: by(name, 70), street: by(street, 70), zip: by(zip, 16), city: by(city, 35) },
    country: countryCode(country) ?? '',
  };
}

/** What of an account cannot be on a QR-bill: the account, a name in Latin letters, or a part of the name. */
export function lacksForSwissBill(
  transfer: Party & { iban: string },
): 'account' | 'latin' | { shownAs: string } | null {
  if (!isSwissIban(transfer.iban)) return 'account';
  const { name, city } = partyOf(transfer, plain);
  if (name === '' || city === '') return 'latin';
  return losesLetters(transfer.name ?? '') ? { shownAs: name } : null;
}

/**
 * An EPC code is in UTF-8 (EPC069-12 has sets for Greek and Cyrillic, too), and a payer's bank compares the name with the account's:
 * one that Latin letters do not hold is left as it is called there.
 */
function asWritten(text: string | null | undefined, most: number): string {
  const whole = (text ?? '').normalize('NFC');
  if (!losesLetters(whole)) return plain(whole, most);
  const letters = Array.from(whole.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
  return letters.slice(0, most).join('').trim();
}
const LETTER = /[\p{L}\p{N}]/u;

const losesLetters = (text: string): boolean =>
  Array.from(text.normalize('NFC')).some((letter) => LETTER.test(letter) && plain(letter, 9) === '');

/**
 * Letters that the standard knows: Latin, with the usual marks. Others lose their marks, or are left out; signs that phones and
 * word processors write in finer forms are the plain ones, or an address of « l’Œuvre » were one of « lŒuvre ».
 */
function plain(text: string | null | undefined, most: number): string {
  const letters = Array.from((text ?? '').normalize('NFC'), (letter) => {
    if (KNOWN.test(letter)) return letter;
    return Array.from(
      letter.normalize('NFKD'),
      (part) => PLAINER.find(([finer]) => finer.test(part))?.[1] ?? part,
    )
      .filter((part) => KNOWN.test(part))
      .join('');
  });
  return letters.join('').replaceAll(/\s+/gu, ' ').trim().slice(0, most).trim();
}
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/[\u02BB\u02BC\u2018-\u201B\u2032]/u, "'"],
  [/[\u201C-\u201F\u2033]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, '-'],
];
const KNOWN = /^[\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u20AC]$/u;
