import { LAST_TIME, typeOfId, type EventDocType } from '../ids.ts';
import { z } from 'zod';
import { matchesPattern, type PatternName } from '../text/text.ts';

/**
 * An object that keeps the fields which it does not know, as a newer version or another program may have written them;
 * its TypeScript type knows only its own, so that a misspelt field does not compile.
 */
export const wire = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S> =>
  z.looseObject(shape) as unknown as z.ZodObject<S>;

/** A string of one of the text patterns. */
export const text = (pattern: PatternName) =>
  z.string().refine((value) => matchesPattern(pattern, value), { error: `pattern_${pattern}` });

/** The same, and not blank. */
export const requiredText = (pattern: PatternName) =>
  text(pattern).refine((value) => value.trim() !== '', { error: 'required' });

/** An optional text of a pattern: absent, null or empty all read as none. */
export const optionalText = (pattern: PatternName) => z.union([z.literal(''), text(pattern)]).nullish();

/** An id of another document, or a short key: no text that people read. */
export const key = z.string().max(300);

/** The id of a document of this type. */
export const idOf = (type: EventDocType) =>
  key.refine((id) => typeOfId(id) === type, { error: `must be the id of a ${type}` });

/** Milliseconds since 1970. */
export const time = z.number().int().min(0).max(LAST_TIME);

/** Whole cents, not negative. */
export const cents = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** VAT in basis points: 0 to 200 percent. */
export const basisPoints = z.number().int().min(0).max(20_000);

export const author = wire({ id: z.string().min(1).max(200), name: z.string().max(200) });
export type Author = z.infer<typeof author>;

/** Who signs what the server changes of its own accord. */
export const FOYER: Author = { id: 'foyer', name: 'Foyer' };

/** The device that a document was written on; it may be given another name later. */
export const writtenOn = z.strictObject({ id: z.string().min(1).max(100), name: z.string().max(100) });

/** Who and when; `updatedAt` in ms, from the hybrid clock. */
export const metadata = wire({
  author: author.optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
});
export type Metadata = z.infer<typeof metadata>;

/** Of documents that merge register by register: when each was last edited, up to the edit at `upTo` (domain/conflicts/registers.ts). */
export const registerTimes = wire({ upTo: time, rest: time, times: z.record(z.string().max(300), time) });

const attachment = wire({
  content_type: z.string().optional(),
  digest: z.string().optional(),
  /** Bytes that are to be stored; base64, or what the platform has. */
  data: z.unknown().optional(),
});

/** What every stored document may have: CouchDB's own fields, and the version of its form (see definition.ts). */
export const couchFields = {
  _id: z.string().min(1).max(300),
  _rev: z.string().optional(),
  _attachments: z.record(z.string(), attachment).optional(),
  schemaVersion: z.number().int().min(1).max(1000).optional(),
};
