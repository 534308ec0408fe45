import type { InvoiceLedger } from '#domain/money/invoice.ts';
import type { Stored } from '../storage/documents.ts';

/** Id of the ledger in the event's history database, which no token reaches and which goes with the event. */
export const LEDGER_ID = 'invoices';

export function ledgerOf({ adopted, first, given, credits }: Stored): InvoiceLedger {
  return {
    adopted: adopted as InvoiceLedger['adopted'],
    first: first as InvoiceLedger['first'],
    given: given as InvoiceLedger['given'],
    ...(credits === undefined ? {} : { credits: credits as InvoiceLedger['credits'] }),
  };
}
