import { z } from 'zod';
import type { EventDocument } from '#domain/documents/index.ts';
import { EVENT_DOC_TYPES, type EventDocType } from '#domain/ids.ts';
import type { Deps } from '../deps.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { StoredDoc } from './read.ts';

/*
 * All documents of an event in one `_local` document. PouchDB takes three reads for a document, and a phone more than
 * a second for 10,000 of them; this is one read. The database stays the truth: a snapshot says at which position it
 * was taken, and whoever reads it applies the changes since then. It goes when its database goes.
 */

const NAME = 'snapshot';
/** 2: what is `apart` was only what had several leaves before. 3: entry changes were of no known type before. */
const VERSION = 3;
/** Documents turned into text between two pauses: a few ms on a phone. */
const CHUNK = 500;

const stored = z.object({
  version: z.literal(VERSION),
  seq: z.number(),
  apart: z.array(z.string()),
  /** `length` of the text: parts are read late, when it is too late to pass the snapshot over. */
  parts: z.array(
    z
      .object({ type: z.enum(EVENT_DOC_TYPES), length: z.number(), texts: z.array(z.string()) })
      .refine(({ length, texts }) => texts.reduce((sum, text) => sum + text.length, 0) === length),
  ),
});

/** The documents of one type. */
export interface SnapshotPart {
  type: EventDocType;
  read(): StoredDoc[];
  /** Those that may have this text in them: thousands of others are not looked into for a few. */
  mentioning(text: string): StoredDoc[];
}
export interface Snapshot {
  /** Every local change up to here is in it. */
  seq: number;
  parts: SnapshotPart[];
  /** Documents that had several leaves, or came from a later version of this program; they are in no part. */
  apart: string[];
}

/** The snapshot, or null when there is none that can be read. */
export async function readSnapshot(db: LocalDatabase): Promise<Snapshot | null> {
  const parsed = stored.safeParse(await db.readLocal(NAME));
  if (!parsed.success) return null;
  const { seq, apart, parts } = parsed.data;
  return {
    seq,
    apart,
    parts: parts.map(({ type, texts }) => ({
      type,
      read: () => texts.flatMap((text) => JSON.parse(text) as StoredDoc[]),
      mentioning: (wanted) =>
        texts.flatMap((text) => (text.includes(wanted) ? (JSON.parse(text) as StoredDoc[]) : [])),
    })),
  };
}

/** What a byte cannot say, or says otherwise where bytes become letters. */
const WIDE = /[\u0080-\u009f\u0100-\uffff]/g;

/**
 * One letter beyond Latin-1, an apostrophe as it is printed, makes a browser keep two bytes for each letter of the whole text
 * of 500 guests, and a phone reads twice as much at each start. JSON can say it by its number; but what a text was made from
 * decides how it is kept, so this one is made anew from bytes.
 */
function narrow(json: string): string {
  const latin = json.replaceAll(WIDE, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const bytes = new Uint8Array(latin.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = latin.charCodeAt(at);
  return new TextDecoder('latin1').decode(bytes);
}

/** Replaces the snapshot in one write; the page stays quick meanwhile. */
export async function writeSnapshot(
  db: LocalDatabase,
  { seq, docs, apart }: { seq: number; docs: readonly EventDocument[]; apart: readonly string[] },
  timers: Deps['timers'],
): Promise<void> {
  const parts: z.infer<typeof stored>['parts'] = [];
  for (const type of EVENT_DOC_TYPES) {
    const ofType = docs.filter((doc) => doc.type === type);
    const texts: string[] = [];
    for (let start = 0; start < ofType.length; start += CHUNK) {
      texts.push(narrow(JSON.stringify(ofType.slice(start, start + CHUNK))));
      await new Promise<void>((resolve) => void timers.set(resolve, 0));
    }
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > 0) parts.push({ type, length, texts });
  }
  await db.writeLocal(NAME, { version: VERSION, seq, apart, parts });
}
