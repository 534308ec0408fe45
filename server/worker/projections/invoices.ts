import { typeOfId } from '#domain/ids.ts';
import { historyDatabase } from '../../storage/types.ts';
import { createInvoices } from '../invoices.ts';
import type { Projection } from '../projection.ts';

/** Gives registrations their invoice indexes, and the event its next one. */
export const invoices: Projection = {
  name: 'invoices',
  wants: ({ id }) => ['consumer', 'event'].includes(typeOfId(id) ?? ''),
  create({ db, historyDb, storage, eventId }) {
    const { look } = createInvoices({
      db,
      historyDb,
      epochs: () => storage.epochs(historyDatabase(eventId)),
    });
    return { run: look };
  },
};
