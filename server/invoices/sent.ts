import type { Consumer, IssuedInvoice } from '#domain/documents/consumer.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import type { Database } from '../storage/types.ts';
import { issued, issuedPdf } from './records.ts';

/** Numbers of an invoice, of the credit note that has taken it back, and what holds now. */
export interface TakenBack {
  invoice: string;
  credit: string;
  holds: Pick<IssuedInvoice, 'kind' | 'number' | 'lacks'>;
}

/** What a message was about, by what it sent; null where that was none of the documents that were issued. */
export async function sentInvoice(
  historyDb: Database,
  consumer: Pick<Consumer, 'invoiceIndex' | 'invoices'>,
  sha256: string,
): Promise<{ bytes: Uint8Array; takenBack: TakenBack | null } | null> {
  const invoices = consumer.invoices ?? [];
  for (const one of invoices) {
    if ((await issued(historyDb, one))?.['sha256'] !== sha256) continue;
    const kept = await issuedPdf(historyDb, one);
    if (kept === null) return null;
    const credit = one.kind === 'invoice' && invoices.find(({ takesBack }) => takesBack === one.number);
    const holds = standingPaper(consumer);
    return {
      bytes: kept.bytes,
      takenBack: credit && holds ? { invoice: one.number, credit: credit.number, holds } : null,
    };
  }
  return null;
}
