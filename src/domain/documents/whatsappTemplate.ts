import { z } from 'zod';
import { couchFields, metadata, text, time, wire } from './common.ts';
import { defineDocument } from './definition.ts';

const whatsappTemplate = wire({
  ...couchFields,
  type: z.literal('whatsapptemplate'),
  date: time,
  message: z.array(z.union([text('longText'), wire({})])),
  metadata: metadata.default({}),
});
export const whatsappTemplateDocument = defineDocument({
  schema: whatsappTemplate,
  version: 1,
  migrations: [],
});
