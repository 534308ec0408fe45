import { z } from 'zod';
import { CATEGORIES, LANGUAGES, TITLES } from '../config.ts';
import { couchFields, metadata, requiredText, text, time } from './common.ts';

/** An optional text of a pattern: absent, null or empty all read as none. */
const optionalText = (pattern: Parameters<typeof text>[0]) =>
  z.union([z.literal(''), text(pattern)]).nullish();

/** A guest of the event (specification 1 §3). */
export const client = z.looseObject({
  ...couchFields,
  type: z.literal('client'),
  title: z.enum(TITLES).nullish(),
  forename: requiredText('name'),
  surname: requiredText('name'),
  company: optionalText('freename'),
  category: z.enum(CATEGORIES).default('indiv'),
  language: z.enum(LANGUAGES).default('fr'),
  email: optionalText('email'),
  phone: optionalText('phone'),
  notes: optionalText('text'),
  /** Unique within the event; also the content of the guest's barcode. */
  number: z.string().max(100).nullish(),
  covid: z.boolean().nullish(),
  indications: z.unknown().optional(),
  consumerId: z.string().nullish(),
  adminContact: z.unknown().optional(),
  /** Legacy field, kept on write (readings, no. 12). */
  status: z.string().nullish(),
  /** A soft-deleted client keeps its document (readings, no. 3). */
  deletedAt: time.nullish(),
  metadata: metadata.default({}),
});
export type Client = z.infer<typeof client>;
