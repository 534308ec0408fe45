import { z } from 'zod';
import { CATEGORIES, LANGUAGES, TITLES } from '../config.ts';
import {
  couchFields,
  key,
  metadata,
  optionalText,
  registerTimes,
  requiredText,
  text,
  time,
  wire,
} from './common.ts';
import { defineDocument } from './definition.ts';

/** A guest of the event (specification 1 §3). */
export const client = wire({
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
  /** What they eat and what they must not. */
  diet: optionalText('text'),
  /** Unique within the event; also the content of the guest's barcode. */
  number: z.string().max(100).nullish(),
  /** Numbers that were another client's too, and that tickets may still carry (decision 20). */
  formerNumbers: z.array(z.string().max(100)).max(20).nullish(),
  covid: z.boolean().nullish(),
  indications: z
    .union([z.boolean(), text('longText'), z.array(text('text')), z.record(z.string(), z.unknown())])
    .nullish(),
  consumerId: key.nullish(),
  /** That this guest is the one to turn to, or how to reach who is. */
  adminContact: z.union([z.boolean(), text('text'), z.record(z.string(), text('text').nullish())]).nullish(),
  /** Legacy field, kept on write (readings, no. 12). */
  status: text('text').nullish(),
  /** Its registration is cancelled: kept by the server, for devices that hold no registrations (decision 17). */
  canceled: z.boolean().nullish(),
  /** A soft-deleted client keeps its document (readings, no. 3). */
  deletedAt: time.nullish(),
  /** Since when nothing in it tells of the person any more (`domain/documents/erasure.ts`). */
  erasedAt: time.nullish(),
  metadata: metadata.extend({ registers: registerTimes.nullish() }).default({}),
});
export type Client = z.infer<typeof client>;
export const clientDocument = defineDocument({ schema: client, version: 1, migrations: [], numerous: true });
