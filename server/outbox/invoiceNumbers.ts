import { isNewer } from '#domain/documents/index.ts';
import { update } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';

/** Asks for the numbers of invoices that are to be sent; the worker gives them (decision 6). */
export async function askForInvoiceNumbers(db: Database, consumerIds: readonly string[]): Promise<void> {
  for (const id of consumerIds) {
    await update(db, id, (stored) =>
      stored === null || isNewer(stored) || stored['invoiceWanted'] === true || stored['invoiceIndex'] != null
        ? null
        : { ...stored, invoiceWanted: true },
    );
  }
}
