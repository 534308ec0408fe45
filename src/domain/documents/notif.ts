import { z } from 'zod';
import { LANGUAGES } from '../config.ts';
import { couchFields, key, metadata, text, time, wire } from './common.ts';
import { CONSUMER_STATUSES, NOTIF_METHODS } from './consumer.ts';
import { defineDocument } from './definition.ts';

/*
 * Its screens come later: every field's type and text pattern is guarded from the first day, finer rules arrive with
 * the screens.
 */

const flag = z.boolean().nullish();
const longText = text('longText').nullish();
const mail = {
  subject: text('text').nullish(),
  body: wire({ font: text('text').nullish(), html: text('richText').nullish(), text: longText }).nullish(),
  attachInvoice: flag,
  attachInvitation: flag,
};
const sms = { message: longText };
const whatsapp = {
  templateId: key.nullish(),
  /** What stands for the placeholders of approved content: texts with variables, by the placeholder's name. */
  variables: z.record(z.string().max(40), text('longText')).nullish(),
};

const notif = wire({
  ...couchFields,
  type: z.literal('notif'),
  notifType: z.enum(['automatic', 'inactive', 'one-time', 'deleted']),
  notifMethod: z.enum(NOTIF_METHODS),
  consumerStatus: z.enum(CONSUMER_STATUSES).nullish(),
  consumerStatusNew: z.enum(CONSUMER_STATUSES).nullish(),
  /** Those of its method, at the top or under the method's name. */
  contents: wire({
    ...mail,
    ...sms,
    ...whatsapp,
    email: wire(mail).nullish(),
    sms: wire(sms).nullish(),
    whatsapp: wire(whatsapp).nullish(),
  }).nullish(),
  language: z.enum(LANGUAGES).nullish(),
  /** When it was last run, and when it is to run (readings, no. 35). */
  date: time.nullish(),
  sendAt: time.nullish(),
  count: z.number().int().min(0).nullish(),
  purpose: z.enum(['service', 'news']).nullish(),
  /** Reminders: only to whom an invoice was issued so many days ago, and is still open; null for everybody. */
  unpaidDays: z.number().int().min(0).max(3650).nullish(),
  attachments: z.array(z.union([key, wire({})])).nullish(),
  sessionIds: z.array(key).nullable().default(null),
  resendConsumerIds: z.array(key).default([]),
  metadata: metadata.default({}),
});
export type Notif = z.infer<typeof notif>;
export const notifDocument = defineDocument({ schema: notif, version: 1, migrations: [] });
