import { canonical } from '#domain/canonical.ts';
import type { Consumer, IssuedInvoice } from '#domain/documents/consumer.ts';
import type { EventDoc } from '#domain/documents/event.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { creditNumber, invoiceNumber, issuedTo, type InvoiceLedger } from '#domain/money/invoice.ts';
import { languageOf } from '#domain/notifications/audience.ts';
import { registrationFacts, type FactSource } from '#domain/templates/facts.ts';
import { creditData, invoiceData, type InvoiceData } from '#domain/templates/invoiceData.ts';
import { copiesOf, type TemplateValues } from '#domain/templates/values.ts';
import { reading } from '#domain/commands/run.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { isConflict } from '../base/errors.ts';
import { databaseView } from '../commands/view.ts';
import { read, update } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { createPrinter } from './print.ts';
import {
  documentOf,
  ISSUED,
  issuedId,
  recordOf,
  summaryOf,
  type IssuedKey,
  type IssuedRecord,
} from './records.ts';

export interface Issuer {
  /**
   * Issues what the ledger has given to these consumers and is not there yet: keeps what was sold, and the PDF. What is
   * there stays as it is. Resolves with what each of them is to tell.
   */
  issue(ledger: InvoiceLedger, consumerIds: readonly string[]): Promise<Map<string, IssuedInvoice[]>>;
  /** Those of these consumers whose newest invoice says something else than one of now would, or stands though nothing is owed. */
  outdated(ledger: InvoiceLedger, consumerIds: readonly string[]): Promise<string[]>;
  /** Those whose PDF lacks something that may be there by now. */
  unprinted(): Promise<string[]>;
}

interface IssuerOptions {
  db: Database;
  historyDb: Database;
  now: () => number;
}

/** What has no PDF is tried again after each change of the templates (decision 34). */
export function createIssuer({ db, historyDb, now }: IssuerOptions): Issuer {
  async function stored(keys: readonly IssuedKey[]): Promise<Map<string, IssuedRecord>> {
    const found = new Map<string, IssuedRecord>();
    if (keys.length === 0) return found;
    const { rows } = await historyDb.allDocs({ keys: keys.map(issuedId), include_docs: true });
    for (const row of rows) {
      if (!('error' in row) && row.doc != null) found.set(row.id, recordOf(row.doc as AnyDoc));
    }
    return found;
  }

  /** Resolves with what is stored then, which another worker may have written a moment before. */
  async function keep(record: IssuedRecord, pdf: Uint8Array | null): Promise<IssuedRecord> {
    const doc = documentOf(record, pdf);
    try {
      await historyDb.put(doc);
      return recordOf(doc);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    const kept = await update(historyDb, doc._id, (other) =>
      other === null ? doc : other['lacks'] === null || pdf === null ? null : doc,
    );
    return recordOf(kept ?? doc);
  }

  return {
    async issue(ledger, consumerIds) {
      const keysOf = new Map(consumerIds.map((id) => [id, keysIn(ledger, id)]));
      const found = await stored([...keysOf.values()].flat());
      const open = [...keysOf].filter(([, keys]) =>
        keys.some((key) => found.get(issuedId(key))?.lacks !== null),
      );
      if (open.length > 0) {
        const books = await openBooks(db);
        const fresh = open.flatMap(([consumerId, keys]) =>
          draftsOf(books, { consumerId, keys, found, issuedAt: now() }),
        );
        const printed = await books.printer.print(fresh);
        for (const [at, record] of fresh.entries()) {
          const one = printed[at];
          if (one === undefined) continue;
          const lacks = one.ok ? null : one.lacks;
          const isNew = !found.has(issuedId(record));
          if (!isNew && lacks === record.lacks) continue;
          const kept = await keep({ ...record, lacks }, one.ok ? one.bytes : null);
          found.set(issuedId(record), kept);
        }
      }
      return new Map(
        [...keysOf].map(([id, keys]) => [
          id,
          keys.flatMap((key) => {
            const record = found.get(issuedId(key));
            return record === undefined ? [] : [summaryOf(record)];
          }),
        ]),
      );
    },
    async outdated(ledger, consumerIds) {
      const newest = consumerIds.flatMap((consumerId) => {
        const last = issuedTo(ledger, consumerId).at(-1);
        return last === undefined ? [] : [{ consumerId, ...last }];
      });
      if (newest.length === 0) return [];
      const found = await stored(newest.map(({ index }) => ({ kind: 'invoice', index })));
      const books = await openBooks(db);
      return newest
        .filter(({ consumerId, index, credit }) => {
          const record = found.get(issuedId({ kind: 'invoice', index }));
          // What is not issued yet will say what holds then.
          return record !== undefined && credit === null && !isOfNow(books, consumerId, record);
        })
        .map(({ consumerId }) => consumerId);
    },
    async unprinted() {
      const { rows } = await historyDb.allDocs({
        ...{ startkey: ISSUED, endkey: `${ISSUED}\ufff0`, include_docs: true },
      });
      return rows.flatMap(({ doc }) =>
        doc == null || recordOf(doc as AnyDoc).lacks === null ? [] : [recordOf(doc as AnyDoc).consumerId],
      );
    },
  };
}

/** In the order in which they were issued. */
const keysIn = (ledger: InvoiceLedger, consumerId: string): IssuedKey[] =>
  issuedTo(ledger, consumerId).flatMap(({ index, credit }): IssuedKey[] => [
    { kind: 'invoice', index },
    ...(credit === null ? [] : [{ kind: 'credit' as const, index: credit }]),
  ]);

interface Books {
  event: EventDoc;
  source: FactSource;
  printer: ReturnType<typeof createPrinter>;
}

/** The event as it stands. */
async function openBooks(db: Database): Promise<Books> {
  const view = databaseView(db);
  const stored = await read(db, EVENT_DOC_ID);
  return reading(() => {
    const event = view.document('event', EVENT_DOC_ID) ?? (stored as unknown as EventDoc);
    const sessionIds = [...view.documents('session').keys()];
    return {
      event,
      source: {
        event,
        consumers: view.documents('consumer'),
        clients: view.clients(),
        sessions: sessionIds.flatMap((id) => view.entriesOf(id)?.session ?? []),
      },
      printer: createPrinter(db, view.documents('invoicetemplate').values()),
    };
  });
}

/** Whether an invoice that stands says what one of now would. */
function isOfNow({ event, source }: Books, consumerId: string, { data }: IssuedRecord): boolean {
  const facts = registrationFacts(source, { consumerId });
  if (facts.consumer === null) return true;
  const consumer = facts.consumer as Consumer;
  if (consumer.status === 'canceled') return false;
  const language = languageOf(consumer, facts.clients);
  const { company = null, transfer = null } = event;
  const fresh = invoiceData(facts, { company, transfer }, { ...data, language });
  return canonical(fresh) === canonical({ reference: null, ...data });
}

interface Drafting {
  consumerId: string;
  keys: readonly IssuedKey[];
  found: ReadonlyMap<string, IssuedRecord>;
  issuedAt: number;
}

/** Records that are to be written, or whose PDF is to be tried again; a credit note after its invoice. */
function draftsOf({ event, source }: Books, { consumerId, keys, found, issuedAt }: Drafting): IssuedRecord[] {
  const facts = registrationFacts(source, { consumerId });
  if (facts.consumer === null) return [];
  const language = languageOf(facts.consumer as Consumer, facts.clients);
  const { invoicePrefix, company = null, transfer } = event;
  const drafts: IssuedRecord[] = [];
  let invoice: IssuedRecord | null = null;
  for (const key of keys) {
    const known = found.get(issuedId(key));
    const record: IssuedRecord | null =
      known ?? (key.kind === 'invoice' ? issuing(key, invoiceNumber(invoicePrefix, key.index)) : taking(key));
    if (record === null) continue;
    if (known?.lacks !== null) drafts.push(record);
    if (key.kind === 'invoice') invoice = record;
  }
  return drafts;

  function issuing(key: IssuedKey, number: string): IssuedRecord {
    const data = invoiceData(facts, { company, transfer: transfer ?? null }, { number, issuedAt, language });
    return draft(key, data, textsOf(data));
  }
  function taking(key: IssuedKey): IssuedRecord | null {
    if (invoice === null) return null;
    const number = creditNumber(invoicePrefix, key.index);
    const data = creditData(invoice.data, { number, issuedAt });
    return draft(key, data, { ...invoice.texts, ...amountsOnly(data), ...textsNow(data) });
  }
  function draft(key: IssuedKey, data: InvoiceData, texts: TemplateValues): IssuedRecord {
    return { ...key, consumerId, data, texts, lacks: 'missing_template', sha256: null };
  }
  function textsOf({ number }: InvoiceData): TemplateValues {
    const [texts] = copiesOf('invoice', facts, DOCUMENT_WORDS[language], { now: issuedAt });
    return { ...(texts as TemplateValues), invoice_id: number };
  }
  function textsNow({ number }: InvoiceData): Pick<TemplateValues, 'invoice_id' | 'document_date'> {
    const { document_date } = textsOf({ number } as InvoiceData);
    return { invoice_id: number, document_date };
  }
  function amountsOnly(data: InvoiceData): Pick<TemplateValues, 'amount' | 'amount_excl' | 'amount_vat'> {
    const { locale } = DOCUMENT_WORDS[data.language];
    const currency = data.currency.toUpperCase();
    const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
    return {
      amount: money.format(data.total / 100),
      amount_excl: money.format(data.net / 100),
      amount_vat: money.format(data.vat / 100),
    };
  }
}
