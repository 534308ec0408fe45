import { reading } from '#domain/commands/run.ts';
import { databaseView } from '../commands/view.ts';
import { update } from '../storage/documents.ts';
import type { Database } from '../storage/types.ts';
import { createPrinter } from './print.ts';
import {
  documentOf,
  issued,
  issuedId,
  issuedPdf,
  recordOf,
  type IssuedKey,
  type IssuedRecord,
} from './records.ts';

/** `lost`: it was issued with a PDF, which is not there any more and cannot be made again as it was. */
export type Kept = { record: IssuedRecord; bytes: Uint8Array } | 'lost' | null;

interface Books {
  db: Database;
  historyDb: Database;
}

/**
 * The PDF as it was issued, byte for byte; null where it never had one. One whose bytes were lost is printed again of what was
 * kept beside them, and is the one that was issued only where its digest says so: then it is put back.
 */
export async function keptPdf({ db, historyDb }: Books, key: IssuedKey): Promise<Kept> {
  const kept = await issuedPdf(historyDb, key);
  if (kept !== null) return kept;
  const doc = await issued(historyDb, key);
  if (doc === null || doc['lacks'] !== null) return null;
  const record = recordOf(doc);
  const view = databaseView(db);
  const templates = await reading(() => [...view.documents('invoicetemplate').values()]);
  const printer = createPrinter(db, templates);
  const [printed] = await printer.print([record]);
  if (printed?.ok !== true) return 'lost';
  const again = documentOf(record, printed.bytes);
  if (again['sha256'] !== record.sha256) return 'lost';
  await update(historyDb, issuedId(key), (stored) => (stored === null ? null : again));
  return { record, bytes: printed.bytes };
}
