import { typeOfId } from '#domain/ids.ts';
import { historyDatabase } from '../../storage/types.ts';
import { createIssuer } from '../../invoices/issue.ts';
import { createInvoices } from '../invoices.ts';
import type { Projection } from '../projection.ts';

/** Gives registrations their invoice indexes, and the event its next one; issues their invoices and credit notes. */
export const invoices: Projection = {
  name: 'invoices',
  wants: ({ id }) => ['consumer', 'event', 'invoicetemplate'].includes(typeOfId(id) ?? ''),
  create({ db, historyDb, storage, eventId, now }) {
    const { look } = createInvoices({
      db,
      historyDb,
      issuer: createIssuer({ db, historyDb, now }),
      epochs: () => storage.epochs(historyDatabase(eventId)),
    });
    return { run: look };
  },
};
