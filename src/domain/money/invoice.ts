import type { Consumer, IssuedInvoice } from '../documents/consumer.ts';

/** Statuses that say that an invoice went out: from the first of them on a consumer needs a number. */
const INVOICED: ReadonlySet<string> = new Set(['invoice_sent', 'invoice_paid', 'invoiceextra_sent']);

/**
 * True when the server must give the consumer an invoice index; `invoiceWanted` asks for one ahead of the status. Who has cancelled
 * meanwhile owes nothing, and gets none.
 */
export const needsInvoiceIndex = (
  consumer: Pick<Consumer, 'status'> & { invoiceWanted?: unknown },
): boolean =>
  INVOICED.has(consumer.status) || (consumer.invoiceWanted === true && consumer.status !== 'canceled');

/** The wish that the newest invoice of a registration is taken back, or corrected where it still owes something; none where it has none. */
export const correcting = ({
  invoiceIndex,
}: Pick<Consumer, 'invoiceIndex'>): Pick<Consumer, 'invoiceCorrects'> =>
  invoiceIndex == null ? {} : { invoiceCorrects: invoiceIndex };

/** Prefix, then the index + 1, padded to 4 digits (specification 1 §9; readings, no. 16). */
export const invoiceNumber = (prefix: string | null | undefined, index: number): string =>
  `${prefix ?? ''}${String(index + 1).padStart(4, '0')}`;

/** Credit notes have a series of their own: prefix, `C`, four digits (readings, no. 52). */
export const creditNumber = (prefix: string | null | undefined, index: number): string =>
  invoiceNumber(`${prefix ?? ''}C`, index);

/** What a message that is sent again calls the invoice that it takes along: two digits more (readings, no. 16). */
export const furtherNumber = (number: string, attempt: number): string =>
  attempt <= 1 ? number : `${number}-${String(attempt).padStart(2, '0')}`;

/** The number of a registration's newest invoice, as it was issued; '' where it has none. */
export function numberOf(
  { invoiceIndex, invoices }: Pick<Consumer, 'invoiceIndex' | 'invoices'>,
  prefix: string | null | undefined,
): string {
  if (invoiceIndex == null) return '';
  const issued = invoices?.find(({ kind, index }) => kind === 'invoice' && index === invoiceIndex);
  return issued?.number ?? invoiceNumber(prefix, invoiceIndex);
}

/** What stands of a registration's invoices: the newest, or the credit note that has taken it back; null where none was issued. */
export function standingPaper({
  invoiceIndex,
  invoices,
}: Pick<Consumer, 'invoiceIndex' | 'invoices'>): IssuedInvoice | null {
  const newest = invoices?.find(({ kind, index }) => kind === 'invoice' && index === invoiceIndex);
  if (newest === undefined) return null;
  return invoices?.find(({ takesBack }) => takesBack === newest.number) ?? newest;
}

/** Valid again, and its only invoice was taken back: there is nothing to pay by until somebody asks for the next one. */
export const isInvoiceTakenBack = (
  consumer: Pick<Consumer, 'status' | 'invoiceIndex' | 'invoices' | 'invoiceCorrects'>,
): boolean =>
  consumer.status !== 'canceled' &&
  consumer.invoiceCorrects == null &&
  standingPaper(consumer)?.kind === 'credit';

/**
 * Which consumer has which invoice index, for one event: the server's own record, which no device can write. The
 * index of a given one is `first` plus its place in the list, so no index can be given twice, in another order or
 * with a gap (decision 6).
 */
export interface InvoiceLedger {
  /** Indexes that consumers had before the ledger was begun. */
  adopted: Readonly<Record<string, number>>;
  /** The index of the first one given; null until then. */
  first: number | null;
  /** null: given in a time that the server has lost, to somebody whose device has not come back yet. */
  given: readonly (string | null)[];
  /** Indexes of the invoices that were taken back, in the order of their credit notes; null as in `given`. */
  credits?: readonly (number | null)[];
}

/** Numberings that begin further on are nobody's: soon nothing could follow them, and their documents could not be saved. */
const LAST_BEGINNING = 1_000_000_000_000;

const mayBegin = (index: unknown): index is number =>
  Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) <= LAST_BEGINNING;

/** What a server has lost of its ledger is believed up to this many numbers past its end. */
const RECOVERED_AT_MOST = 1000;

/**
 * After the server lost a time (a backup put back, a power cut): numbers past the ledger's end that consumers carry, and
 * those that the event says were given (`eventNext`), are theirs. Nobody else gets them, and no number is given twice.
 */
export function recoverIndexes(
  ledger: InvoiceLedger,
  consumers: readonly Carrier[],
  eventNext: number,
): InvoiceLedger {
  const next = nextInvoiceIndex(ledger, 0);
  const first = ledger.first ?? next;
  const isNear = (index: unknown): index is number =>
    Number.isSafeInteger(index) && (index as number) >= first && (index as number) < next + RECOVERED_AT_MOST;
  const known = indexesOf(ledger);
  const given = [...ledger.given];
  const fill = (length: number): void => {
    while (given.length < length) given.push(null);
  };
  if (isNear(eventNext - 1)) fill(eventNext - first);
  for (const { _id, invoiceIndex, invoices } of consumers.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    if (!isNear(invoiceIndex) || (known.has(_id) && !tells(invoices, invoiceIndex))) continue;
    if ((known.get(_id) ?? -1) >= invoiceIndex) continue;
    const place = invoiceIndex - first;
    fill(place + 1);
    given[place] ??= _id;
  }
  const credits = recoveredCredits(ledger, consumers);
  const isSame =
    credits === ledger.credits &&
    given.length === ledger.given.length &&
    given.every((id, place) => id === ledger.given[place]);
  return isSame ? ledger : { ...ledger, first, given, ...(credits === undefined ? {} : { credits }) };
}

/** What a document tells of its numbers; another program, or a device, may have written anything there. */
interface Carrier {
  _id: string;
  invoiceIndex?: unknown;
  invoices?: unknown;
}

/** Whether the invoice is told of too: one that took another's place. */
const tells = (invoices: unknown, invoiceIndex: number): boolean =>
  Array.isArray(invoices) &&
  (invoices as Partial<IssuedInvoice>[]).some(
    ({ kind, index }) => kind === 'invoice' && index === invoiceIndex,
  );

/** The same for credit notes: those that registrations tell of keep their numbers. */
function recoveredCredits(ledger: InvoiceLedger, consumers: readonly Carrier[]): InvoiceLedger['credits'] {
  const credits = [...(ledger.credits ?? [])];
  for (const { invoices } of consumers) {
    const told = (Array.isArray(invoices) ? invoices : []) as Partial<IssuedInvoice>[];
    for (const { kind, index, takesBack } of told) {
      const invoice = told.find((one) => one.kind === 'invoice' && one.number === takesBack)?.index;
      if (kind !== 'credit' || !Number.isSafeInteger(index) || !Number.isSafeInteger(invoice)) continue;
      const place = Number(index);
      if (place < 0 || place >= (ledger.credits?.length ?? 0) + RECOVERED_AT_MOST) continue;
      while (credits.length <= place) credits.push(null);
      if (!credits.includes(Number(invoice))) credits[place] ??= Number(invoice);
    }
  }
  return credits.length === (ledger.credits?.length ?? 0) ? ledger.credits : credits;
}

/** Begins a ledger with the indexes that are there; of two equal ones the smaller id keeps it. */
export function beginLedger(consumers: readonly { _id: string; invoiceIndex?: unknown }[]): InvoiceLedger {
  const adopted: Record<string, number> = {};
  const taken = new Set<number>();
  for (const { _id, invoiceIndex } of [...consumers].sort((a, b) => (a._id < b._id ? -1 : 1))) {
    if (!mayBegin(invoiceIndex) || taken.has(invoiceIndex)) continue;
    taken.add(invoiceIndex);
    adopted[_id] = invoiceIndex;
  }
  return { adopted, first: null, given: [] };
}

/** The next index; `eventNext` counts until the first one is given, so that a numbering may begin anywhere. */
export function nextInvoiceIndex(ledger: InvoiceLedger, eventNext: number): number {
  if (ledger.first !== null) return ledger.first + ledger.given.length;
  return Math.max(
    mayBegin(eventNext) ? eventNext : 0,
    ...Object.values(ledger.adopted).map((index) => index + 1),
  );
}

/** Gives the next indexes to those consumers that have none, in the order given. The same ledger if all have one. */
export function giveIndexes(ledger: InvoiceLedger, ids: readonly string[], eventNext: number): InvoiceLedger {
  const known = indexesOf(ledger);
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  if (fresh.length === 0) return ledger;
  return {
    ...ledger,
    first: ledger.first ?? nextInvoiceIndex(ledger, eventNext),
    given: [...ledger.given, ...fresh],
  };
}

/**
 * A credit note for the consumer's newest invoice, and the next index where it still owes something. Only for the invoice
 * that was meant: a wish that is told twice, or that came too late, changes nothing.
 */
export function correctInvoice(
  ledger: InvoiceLedger,
  wish: { consumerId: string; index: number; isAgain: boolean },
): InvoiceLedger {
  const { consumerId, index, isAgain } = wish;
  if (indexesOf(ledger).get(consumerId) !== index) return ledger;
  const before = ledger.credits ?? [];
  const isCredited = before.includes(index);
  if (isCredited && !isAgain) return ledger;
  return {
    ...ledger,
    credits: isCredited ? before : [...before, index],
    ...(isAgain
      ? { first: ledger.first ?? nextInvoiceIndex(ledger, 0), given: [...ledger.given, consumerId] }
      : {}),
  };
}

/** All that was issued to a consumer, in order: its invoices, each with the credit note that took it back. */
export function issuedTo(
  { adopted, first, given, credits = [] }: InvoiceLedger,
  consumerId: string,
): { index: number; credit: number | null }[] {
  const own = adopted[consumerId] === undefined ? [] : [adopted[consumerId]];
  for (const [place, id] of given.entries()) if (id === consumerId) own.push((first ?? 0) + place);
  return own.map((index) => {
    const credit = credits.indexOf(index);
    return { index, credit: credit < 0 ? null : credit };
  });
}

/** The newest index by consumer id. */
export function indexesOf({ adopted, first, given }: InvoiceLedger): ReadonlyMap<string, number> {
  const result = new Map(Object.entries(adopted));
  for (const [place, id] of given.entries()) if (id !== null) result.set(id, (first ?? 0) + place);
  return result;
}
