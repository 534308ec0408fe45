import {
  beginLedger,
  correctInvoice,
  giveIndexes,
  indexesOf,
  needsInvoiceIndex,
  nextInvoiceIndex,
  recoverIndexes,
  type InvoiceLedger,
} from '#domain/money/invoice.ts';
import { canonical } from '#domain/canonical.ts';
import type { Consumer, IssuedInvoice } from '#domain/documents/consumer.ts';
import { isNewer } from '#domain/documents/index.ts';
import { EVENT_DOC_ID, idRange, typeOfId } from '#domain/ids.ts';
import type { Issuer } from '../invoices/issue.ts';
import { LEDGER_ID, ledgerOf } from '../invoices/ledger.ts';
import { read, update, type Stored } from '../storage/documents.ts';
import type { AnyDoc, Database, Epoch } from '../storage/types.ts';
import { getMany, getRange } from './couch.ts';

interface InvoicesContext {
  db: Database;
  historyDb: Database;
  /** The life of the history database. */
  epochs(): Promise<readonly Epoch[]>;
  issuer: Issuer;
}

/**
 * Gives consumers their invoice indexes (readings, no. 16): once, in order, without gaps, whatever devices write. The
 * ledger is written first and is what counts; consumers and the event's `invoiceNextIndex` are put right after it, so
 * a crash in between, a merged conflict or a device's own number are mended by the next look (decision 6).
 */
export interface Invoices {
  /** Looks at changed consumers, and at the event and its invoice templates when they changed; may be repeated. */
  look(ids: readonly string[]): Promise<void>;
}

export function createInvoices({ db, historyDb, epochs, issuer }: InvoicesContext): Invoices {
  /** Begun with what is there when the worker first sees a consumer of the event. */
  async function openLedger(docs: readonly Stored[]): Promise<InvoiceLedger> {
    const known = await readLedger(docs);
    if (known !== null) return known;
    const begun = beginLedger(await getRange(db, idRange('consumer_').startkey));
    const epoch = (await epochs()).at(-1)?.id;
    const stored = await update(historyDb, LEDGER_ID, (other) =>
      other === null ? { ...begun, epoch } : null,
    );
    return stored === null ? begun : ledgerOf(stored);
  }

  /** With what `docs` carry of the time that the server has lost, if it ever did. Null before it was begun. */
  async function readLedger(docs: readonly Stored[]): Promise<InvoiceLedger | null> {
    const stored = await read(historyDb, LEDGER_ID);
    if (stored === null || !(await hasLost(stored))) return stored && ledgerOf(stored);
    const carriers = docs.filter(
      (doc) => doc['invoiceWanted'] === true || needsInvoiceIndex(doc as unknown as Consumer),
    );
    const start = await eventNext();
    const recovered = await update(historyDb, LEDGER_ID, (current) => {
      if (current === null) return null;
      const ledger = ledgerOf(current);
      const next = recoverIndexes(ledger, carriers, start);
      return next === ledger ? null : { ...current, ...next };
    });
    return ledgerOf(recovered ?? stored);
  }

  /** True from the first time on in which something of the ledger may have been lost (decision 14). */
  async function hasLost(stored: Stored): Promise<boolean> {
    if (stored['hasLost'] === true) return true;
    const life = await epochs();
    const epoch = life.at(-1)?.id;
    if (stored['epoch'] === epoch) return false;
    const begin = life.findIndex(({ id }) => id === stored['epoch']);
    const lost =
      stored['epoch'] !== undefined && (begin < 0 || life.slice(begin, -1).some(({ end }) => end === null));
    await update(historyDb, LEDGER_ID, (current) =>
      current === null ? null : { ...current, epoch, hasLost: lost },
    );
    return lost;
  }

  async function eventNext(): Promise<number> {
    const next = (await read(db, EVENT_DOC_ID))?.['invoiceNextIndex'];
    return Number.isSafeInteger(next) && (next as number) >= 0 ? (next as number) : 0;
  }

  async function give(ids: readonly string[]): Promise<InvoiceLedger> {
    const start = await eventNext();
    const stored = await update(historyDb, LEDGER_ID, (current) => {
      // It was opened before; should it be gone, nothing may be given anew.
      if (current === null) throw new Error('the invoice ledger is missing');
      const ledger = ledgerOf(current);
      const next = giveIndexes(ledger, ids, start);
      return next === ledger ? null : { ...current, ...next };
    });
    if (stored === null) throw new Error('the invoice ledger is missing');
    return ledgerOf(stored);
  }

  /** Credit note and next index in one write: neither is ever there without the other. */
  async function correct(wishes: readonly Wish[]): Promise<InvoiceLedger> {
    const stored = await update(historyDb, LEDGER_ID, (current) => {
      if (current === null) throw new Error('the invoice ledger is missing');
      const ledger = ledgerOf(current);
      const next = wishes.reduce(correctInvoice, ledger);
      return next === ledger ? null : { ...current, ...next };
    });
    if (stored === null) throw new Error('the invoice ledger is missing');
    return ledgerOf(stored);
  }

  /**
   * Wishes that name an invoice whose place another one has taken, which says what does not hold any more either: they were asked
   * for while the one before was fulfilled, or by a device that was away. They mean the newest.
   */
  async function asked(
    ledger: InvoiceLedger,
    before: InvoiceLedger,
    wishes: readonly Wish[],
  ): Promise<Wish[]> {
    const newest = indexesOf(before);
    const late = wishes.filter(({ consumerId, index }) => index < (newest.get(consumerId) ?? -1));
    if (late.length === 0) return [];
    const outdated = new Set(
      await issuer.outdated(
        ledger,
        late.map(({ consumerId }) => consumerId),
      ),
    );
    return late
      .filter(({ consumerId }) => outdated.has(consumerId))
      .map((wish) => ({ ...wish, index: newest.get(wish.consumerId) ?? wish.index }));
  }

  async function setEventNext(ledger: InvoiceLedger): Promise<void> {
    if (ledger.first === null) return;
    const next = nextInvoiceIndex(ledger, 0);
    await update(db, EVENT_DOC_ID, (event) =>
      event === null || isNewer(event) || event['invoiceNextIndex'] === next
        ? null
        : { ...event, invoiceNextIndex: next },
    );
  }

  async function lookAtConsumers(ids: readonly string[]): Promise<void> {
    const docs = [...(await getMany(db, ids)).values()].flatMap(({ doc }) => doc ?? []);
    if (docs.length === 0) return;
    let ledger = await openLedger(docs);
    const before = indexesOf(ledger);
    const needy = docs.filter((doc) => !before.has(doc._id) && needsInvoiceIndex(doc as unknown as Consumer));
    if (needy.length > 0) ledger = await give(needy.map(({ _id }) => _id));
    const wishes = docs.flatMap((doc) => wishOf(doc) ?? []);
    const uncorrected = ledger;
    if (wishes.some((wish) => correctInvoice(ledger, wish) !== ledger)) ledger = await correct(wishes);
    const again = await asked(ledger, uncorrected, wishes);
    if (again.length > 0) ledger = await correct(again);
    const indexes = indexesOf(ledger);
    const issued = await issuer.issue(
      ledger,
      docs.flatMap(({ _id }) => (indexes.has(_id) ? [_id] : [])),
    );
    for (const doc of docs) {
      const right = { invoiceIndex: indexes.get(doc._id), invoices: issued.get(doc._id) };
      const wish = doc['invoiceCorrects'];
      if (isRight(doc, right) && wish == null) continue;
      await update(db, doc._id, (stored) => {
        if (stored === null || isNewer(stored)) return null;
        const { invoiceIndex: _wrong, invoices: _others, invoiceCorrects, ...rest } = stored;
        // A wish of after this look waits for the next; so does one that was there, if something changed meanwhile: it may have been asked anew.
        const isNewWish = invoiceCorrects != null && (invoiceCorrects !== wish || stored._rev !== doc._rev);
        if (isRight(stored, right) && (invoiceCorrects == null || isNewWish)) return null;
        return {
          ...rest,
          ...(right.invoiceIndex === undefined ? {} : { invoiceIndex: right.invoiceIndex }),
          ...(right.invoices === undefined ? {} : { invoices: right.invoices }),
          ...(isNewWish ? { invoiceCorrects } : {}),
        };
      });
    }
    if (needy.length > 0 || ledger !== uncorrected) await setEventNext(ledger);
  }

  return {
    async look(ids) {
      const consumers = ids.filter((id) => typeOfId(id) === 'consumer');
      const isTemplate = ids.some((id) => typeOfId(id) === 'invoicetemplate');
      const unprinted = isTemplate ? await issuer.unprinted() : [];
      await lookAtConsumers([...new Set([...consumers, ...unprinted])]);
      if (!ids.includes(EVENT_DOC_ID)) return;
      const ledger = await readLedger([]);
      if (ledger !== null) await setEventNext(ledger);
    },
  };
}

interface Right {
  invoiceIndex: number | undefined;
  invoices: readonly IssuedInvoice[] | undefined;
}

const isRight = (doc: AnyDoc, { invoiceIndex, invoices }: Right): boolean =>
  (doc['invoiceIndex'] ?? undefined) === invoiceIndex &&
  canonical(doc['invoices'] ?? []) === canonical(invoices ?? []);

type Wish = Parameters<typeof correctInvoice>[1];

/** The invoice that the consumer's document asks to take back. */
function wishOf({ _id, invoiceCorrects, status }: Stored): Wish | null {
  if (!Number.isSafeInteger(invoiceCorrects)) return null;
  return { consumerId: _id, index: Number(invoiceCorrects), isAgain: status !== 'canceled' };
}
