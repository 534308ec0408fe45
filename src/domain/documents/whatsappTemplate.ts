import { z } from 'zod';
import { couchFields, key, metadata, text, time, wire } from './common.ts';
import { defineDocument } from './definition.ts';

const whatsappTemplate = wire({
  ...couchFields,
  type: z.literal('whatsapptemplate'),
  date: time,
  /** Of spaces alone it says nothing (specification 2 §5); parts of other programs may. */
  message: z
    .array(z.union([text('longText'), wire({})]))
    .refine((parts) => parts.some((part) => typeof part !== 'string' || part.trim() !== ''), {
      error: 'required',
    }),
  /** What the provider calls the content that WhatsApp has approved; without it, free text within 24 hours only. */
  contentSid: key.nullish(),
  metadata: metadata.default({}),
});
export const whatsappTemplateDocument = defineDocument({
  schema: whatsappTemplate,
  version: 1,
  migrations: [],
});
