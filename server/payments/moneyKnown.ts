import { idRange, paymentPrefix } from '#domain/ids.ts';
import { indexesOf } from '#domain/money/invoice.ts';
import { LEDGER_ID, ledgerOf } from '../invoices/ledger.ts';
import { read } from '../storage/documents.ts';
import { historyDatabase, type Database, type Storage } from '../storage/types.ts';
import { readRecords } from './records.ts';

/**
 * Of which of these registrations the server itself knows money or an invoice, whatever their documents say just now: a
 * device may have emptied one a moment ago.
 */
export async function moneyKnown(
  storage: Storage,
  eventId: string,
  db: Database,
  consumerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const history = await storage.open(historyDatabase(eventId));
  const [records, ledger, notes] = await Promise.all([
    readRecords(history, consumerIds),
    read(history, LEDGER_ID),
    db.allDocs(idRange('payment_')),
  ]);
  const invoiced = ledger === null ? new Map<string, number>() : indexesOf(ledgerOf(ledger));
  return new Set(
    consumerIds.filter(
      (id) =>
        (records.get(id)?.cards.length ?? 0) > 0 ||
        invoiced.has(id) ||
        notes.rows.some((note) => note.id.startsWith(paymentPrefix(id))),
    ),
  );
}
