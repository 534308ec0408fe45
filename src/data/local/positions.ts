import { z } from 'zod';
import type { AnyDoc } from '../deps.ts';
import type { LocalDatabase } from './database.ts';

/*
 * `_local` documents of an event's local database: they are never replicated and go when the database goes.
 * Each is written after the work that it stands for, so that a crash repeats work and never skips any.
 */

const seq = z.union([z.number(), z.string()]);
export type Seq = z.infer<typeof seq>;

/** The marker light or full (SYNC-07), and how far the pull has come. */
const copy = z.object({
  mode: z.enum(['light', 'full']),
  /** What the first pull was allowed to bring; copies of before hosts had less hold all. */
  scope: z.enum(['all', 'door']).default('all'),
  /** A first pull was completed, ever. */
  complete: z.boolean(),
  /** Position in the server's changes. */
  since: seq.nullable(),
  /** The epoch of the server's database in which that position was told; null when it is not known. */
  epoch: z.string().nullable().default(null),
  /** A first pull, or the upgrade from light to full, that is under way. */
  bundle: z
    .object({
      mode: z.enum(['light', 'full']),
      scope: z.enum(['all', 'door']).default('all'),
      since: seq,
      epoch: z.string().nullable().default(null),
      after: z.string().nullable(),
      done: z.number(),
      /** Of `done`, what needed not come. */
      leftOut: z.number().default(0),
      total: z.number(),
    })
    .nullable(),
  /** Documents that the first pull left out, because others say what they say. */
  leftOut: z.number().default(0),
  remoteDocs: z.number().nullable(),
  lastExchange: z.number().nullable(),
});
export type CopyMarker = z.infer<typeof copy>;
export const NO_COPY: CopyMarker = {
  mode: 'light',
  scope: 'door',
  complete: false,
  since: null,
  epoch: null,
  bundle: null,
  leftOut: 0,
  remoteDocs: null,
  lastExchange: null,
};

/** Position in the local changes up to which everything has reached the server or the ledger. */
const pushed = z.object({ since: z.number() });

const refused = z.object({
  changes: z.array(z.object({ id: z.string(), rev: z.string(), reason: z.string(), time: z.number() })),
});
export type Ledger = z.infer<typeof refused>['changes'];

async function read<T extends z.ZodType>(
  db: LocalDatabase,
  name: string,
  schema: T,
): Promise<z.infer<T> | null> {
  const content = await db.readLocal(name);
  const parsed = schema.safeParse(content);
  return parsed.success ? parsed.data : null;
}

export const readCopy = async (db: LocalDatabase): Promise<CopyMarker> =>
  (await read(db, 'foyer-copy', copy)) ?? NO_COPY;
export const writeCopy = (db: LocalDatabase, marker: CopyMarker): Promise<void> =>
  db.writeLocal('foyer-copy', marker);

export const readPushed = async (db: LocalDatabase): Promise<number | null> =>
  (await read(db, 'foyer-pushed', pushed))?.since ?? null;
export const writePushed = (db: LocalDatabase, since: number): Promise<void> =>
  db.writeLocal('foyer-pushed', { since });

/**
 * Puts documents in that the server may not have. A position stands before they do, whatever crashes: a first pull where
 * there is none takes all that it finds for the server's.
 */
export async function putUnsent(
  db: LocalDatabase,
  docs: readonly (AnyDoc & { _id: string; _rev: string })[],
): Promise<void> {
  if (docs.length === 0) return;
  if ((await readPushed(db)) === null) await writePushed(db, 0);
  await db.use((pouch) => pouch.bulkDocs([...docs], { new_edits: false }));
}

export const readLedger = async (db: LocalDatabase): Promise<Ledger> =>
  (await read(db, 'foyer-refused', refused))?.changes ?? [];
export const writeLedger = (db: LocalDatabase, changes: Ledger): Promise<void> =>
  db.writeLocal('foyer-refused', { changes });
