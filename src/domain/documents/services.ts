import { z } from 'zod';
import { couchFields, metadata, text, wire } from './common.ts';
import { defineDocument } from './definition.ts';

const line = text('text').nullish();
const number = z.union([z.literal(''), text('phone')]).nullish();
const twilio = wire({ sid: line, token: line, number }).nullish();

/**
 * The services of one event, under the event's id in `services` (specification 2 §3). An absent section is disabled, an
 * empty one enabled and not saved yet.
 */
const services = wire({
  ...couchFields,
  email: wire({
    email: z.union([z.literal(''), text('email')]).nullish(),
    name: line,
    host: line,
    port: z.number().int().min(0).max(65_535).nullish(),
    secure: z.boolean().nullish(),
    username: line,
    password: line,
    /** At most so many mails in any minute; without a limit where it is absent. */
    perMinute: z.number().int().min(1).max(100_000).nullish(),
  }).nullish(),
  payments: wire({ key: line, secret: line }).nullish(),
  sms: twilio,
  whatsapp: twilio,
  metadata: metadata.nullish(),
});
export const servicesDocument = defineDocument({ schema: services, version: 1, migrations: [] });
