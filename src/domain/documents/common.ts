import { z } from 'zod';
import { matchesPattern, type PatternName } from '../text.ts';

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

/** Milliseconds since 1970. Up to the year 9999: a time in microseconds or a wild number is an error, not a date. */
export const time = z.number().int().min(0).max(253_402_300_799_999);

/** Whole cents, not negative. */
export const cents = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** VAT in basis points: 0 to 200 percent. */
export const basisPoints = z.number().int().min(0).max(20_000);

export const author = z.looseObject({ id: z.string().min(1).max(200), name: z.string().max(200) });
export type Author = z.infer<typeof author>;

/** Who and when; `updatedAt` in ms, from the hybrid clock. */
export const metadata = z.looseObject({
  author: author.optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
});
export type Metadata = z.infer<typeof metadata>;

/** CouchDB's own fields, present on stored documents. */
export const couchFields = {
  _id: z.string().min(1).max(300),
  _rev: z.string().optional(),
  _attachments: z.record(z.string(), z.looseObject({ content_type: z.string().optional() })).optional(),
};
