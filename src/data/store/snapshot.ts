import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { StoredDoc } from './read.ts';

/*
 * All documents of an event in one `_local` document. PouchDB takes three reads for a document, and a phone more than
 * a second for 10,000 of them; this is one read. The database stays the truth: a snapshot says at which position it
 * was taken, and whoever reads it applies the changes since then. It goes when its database goes.
 */

const NAME = 'snapshot';
const VERSION = 1;
/** Documents turned into text between two pauses: a few ms on a phone. */
const CHUNK = 500;

const stored = z.object({
  version: z.literal(VERSION),
  seq: z.number(),
  conflicted: z.array(z.string()),
  parts: z.array(z.string()),
});

export interface Snapshot {
  /** Every local change up to here is in it. */
  seq: number;
  docs: StoredDoc[];
  /** Documents that had several leaves; they are not among `docs`. */
  conflicted: string[];
}

/** The snapshot, or null when there is none that can be read. */
export async function readSnapshot(db: LocalDatabase): Promise<Snapshot | null> {
  const parsed = stored.safeParse(await db.readLocal(NAME));
  if (!parsed.success) return null;
  const { seq, conflicted, parts } = parsed.data;
  try {
    return { seq, conflicted, docs: parts.flatMap((part) => JSON.parse(part) as StoredDoc[]) };
  } catch {
    return null;
  }
}

/** Replaces the snapshot in one write; the page stays quick meanwhile. */
export async function writeSnapshot(
  db: LocalDatabase,
  { seq, docs, conflicted }: Snapshot,
  timers: Deps['timers'],
): Promise<void> {
  const parts: string[] = [];
  for (let start = 0; start < docs.length; start += CHUNK) {
    parts.push(JSON.stringify(docs.slice(start, start + CHUNK)));
    await new Promise<void>((resolve) => void timers.set(resolve, 0));
  }
  await db.writeLocal(NAME, { version: VERSION, seq, conflicted, parts });
}
