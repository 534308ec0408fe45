import { databaseName } from '#domain/ids.ts';
import { notFound } from '../base/errors.ts';
import { keptPdf } from '../invoices/kept.ts';
import { issued, recordOf, type IssuedKey } from '../invoices/records.ts';
import { historyDatabase } from '../storage/types.ts';
import type { ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** Invoices and credit notes as they were issued: what was sold, and the PDF byte for byte. */
export const invoiceRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'issuedInvoice', async ({ params }) => {
    const key = keyOf(params);
    const name = historyDatabase(params.eventId);
    if (key === null || !(await parts.storage.exists(name))) throw notFound('no such invoice');
    const db = await parts.storage.open(name);
    const doc = await issued(db, key);
    if (doc === null) throw notFound('no such invoice');
    const { consumerId, data, sha256 } = recordOf(doc);
    const events = await parts.storage.openExisting(databaseName(params.eventId));
    const kept = await keptPdf({ db: events, historyDb: db }, key);
    const pdf = kept === null || kept === 'lost' ? null : Buffer.from(kept.bytes).toString('base64');
    return { ok: true, consumerId, data: { ...data }, sha256, pdf };
  });
};

function keyOf({ kind, index }: Readonly<Record<'kind' | 'index', string>>): IssuedKey | null {
  if ((kind !== 'invoice' && kind !== 'credit') || !/^\d{1,13}$/.test(index)) return null;
  return { kind, index: Number(index) };
}
