import { z } from 'zod';

/*
 * A backup, entry by entry: the same stream whether it comes from databases or from a file, and whether it goes to a
 * file, into databases or into a comparison.
 */

const head = z.object({
  foyer: z.literal('backup'),
  version: z.literal(1),
  /** When it was begun, ms since 1970. */
  at: z.number(),
  from: z.enum(['embedded', 'couchdb']),
});
/** A small file of DATA_DIR that the databases are of no use without. */
const secret = z.object({ secret: z.string(), value: z.string() });
const database = z.object({ database: z.string() });
/** One leaf, with its history and its attachments. */
const doc = z.object({ doc: z.looseObject({ _id: z.string(), _rev: z.string() }) });
const end = z.object({ end: z.string(), documents: z.number() });

export const entry = z.union([head, secret, database, doc, end]);
export type Entry = z.infer<typeof entry>;
export type Head = z.infer<typeof head>;
export type Entries = AsyncIterable<Entry>;
export type LeafDoc = z.infer<typeof doc>['doc'];

/** A problem that the operator can understand and mend; the message is one line. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** Called now and then with what is being done. */
export type Progress = (line: string) => void;
