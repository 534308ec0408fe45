import type { Consumer } from '../documents/consumer.ts';

/** Statuses that say that an invoice went out: from the first of them on a consumer needs a number. */
const INVOICED: ReadonlySet<string> = new Set(['invoice_sent', 'invoice_paid', 'invoiceextra_sent']);

/** True when the server must give the consumer an invoice index; `invoiceWanted` asks for one ahead of the status. */
export const needsInvoiceIndex = (
  consumer: Pick<Consumer, 'status'> & { invoiceWanted?: unknown },
): boolean => INVOICED.has(consumer.status) || consumer.invoiceWanted === true;

/** Prefix, then the index + 1, padded to 4 digits (specification 1 §9; readings, no. 16). */
export const invoiceNumber = (prefix: string | null | undefined, index: number): string =>
  `${prefix ?? ''}${String(index + 1).padStart(4, '0')}`;

/**
 * Which consumer has which invoice index, for one event: the server's own record, which no device can write. The
 * index of a given one is `first` plus its place in the list, so no index can be given twice, in another order or
 * with a gap (decision 0006).
 */
export interface InvoiceLedger {
  /** Indexes that consumers had before the ledger was begun. */
  adopted: Readonly<Record<string, number>>;
  /** The index of the first one given; null until then. */
  first: number | null;
  /** null: given in a time that the server has lost, to somebody whose device has not come back yet. */
  given: readonly (string | null)[];
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
  consumers: readonly { _id: string; invoiceIndex?: unknown }[],
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
  for (const { _id, invoiceIndex } of consumers.toSorted((a, b) => (a._id < b._id ? -1 : 1))) {
    if (known.has(_id) || !isNear(invoiceIndex)) continue;
    const place = invoiceIndex - first;
    fill(place + 1);
    given[place] ??= _id;
  }
  const isSame =
    given.length === ledger.given.length && given.every((id, place) => id === ledger.given[place]);
  return isSame ? ledger : { ...ledger, first, given };
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

/** Index by consumer id. */
export function indexesOf({ adopted, first, given }: InvoiceLedger): ReadonlyMap<string, number> {
  const result = new Map(Object.entries(adopted));
  for (const [place, id] of given.entries()) if (id !== null) result.set(id, (first ?? 0) + place);
  return result;
}
