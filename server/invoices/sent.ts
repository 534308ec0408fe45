import type { Consumer, IssuedInvoice } from '#domain/documents/consumer.ts';
import { standingPaper } from '#domain/money/invoice.ts';
import { keptPdf } from './kept.ts';
import { issued } from './records.ts';

/** Numbers of an invoice, of the credit note that has taken it back, and what holds now. */
export interface TakenBack {
  invoice: string;
  credit: string;
  holds: Pick<IssuedInvoice, 'kind' | 'number' | 'lacks'>;
}

/** What a message was about, by what it sent; null where that was none of the documents that were issued. */
export async function sentInvoice(
  books: Parameters<typeof keptPdf>[0],
  consumer: Pick<Consumer, 'invoiceIndex' | 'invoices'>,
  sha256: string,
): Promise<{ bytes: Uint8Array; takenBack: TakenBack | null } | 'lost' | null> {
  const invoices = consumer.invoices ?? [];
  for (const one of invoices) {
    if ((await issued(books.historyDb, one))?.['sha256'] !== sha256) continue;
    const kept = await keptPdf(books, one);
    if (kept === null || kept === 'lost') return 'lost';
    const credit = one.kind === 'invoice' && invoices.find(({ takesBack }) => takesBack === one.number);
    const holds = standingPaper(consumer);
    return {
      bytes: kept.bytes,
      takenBack: credit && holds ? { invoice: one.number, credit: credit.number, holds } : null,
    };
  }
  return null;
}
