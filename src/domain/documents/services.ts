import { z } from 'zod';
import { couchFields, metadata, text } from './common.ts';

const line = text('text').nullish();
const number = z.union([z.literal(''), text('phone')]).nullish();
const twilio = z.looseObject({ sid: line, token: line, number }).nullish();

/**
 * The services of one event, under the event's id in `services` (specification 2 §3). An absent section is disabled, an
 * empty one enabled and not saved yet.
 */
export const services = z.looseObject({
  ...couchFields,
  email: z
    .looseObject({
      email: z.union([z.literal(''), text('email')]).nullish(),
      name: line,
      host: line,
      port: z.number().int().min(0).max(65_535).nullish(),
      secure: z.boolean().nullish(),
      username: line,
      password: line,
    })
    .nullish(),
  payments: z.looseObject({ key: line, secret: line }).nullish(),
  sms: twilio,
  whatsapp: twilio,
  metadata: metadata.nullish(),
});
