import { z } from 'zod';
import { CURRENCIES, LANGUAGES, PAYMENT_TYPES } from '../config.ts';
import { basisPoints, cents, couchFields, key, metadata, requiredText, text, time } from './common.ts';
import { CONSUMER_STATUSES, NOTIF_METHODS } from './consumer.ts';

/*
 * Entities whose screens come later: every field's type and text pattern is guarded from the first day, their finer
 * rules arrive with their screens. Unknown fields are kept.
 */

const flag = z.boolean().nullish();
const longText = text('longText').nullish();
/** Net, and the gross price where that is the round one (readings, no. 38). */
const price = z.looseObject({ amount: cents, amountGross: cents.nullish(), enabled: z.boolean() });

export const form = z.looseObject({
  ...couchFields,
  type: z.literal('form'),
  accessId: z.string().max(64).nullish(),
  counterpartId: key.nullish(),
  /** The earlier version that this one takes the place of. */
  replaces: key.nullish(),
  name: requiredText('text'),
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
  enabled: z.boolean().default(false),
  vat: basisPoints.default(0),
  notes: longText,
  information: longText,
  information2: longText,
  helpInfo: longText,
  helpAdminContact: longText,
  /** By payment type. */
  messages: z.record(z.string(), longText).nullish(),
  mandatory: z.looseObject({ addr: flag, addrSec: flag }).nullish(),
  required: z.looseObject({ info: flag, addr: flag, addrSec: flag, account: flag }).nullish(),
  children: flag,
  alerts: z.array(z.looseObject({ value: text('longText'), enabled: z.boolean() })).nullish(),
  options: z
    .array(
      z.looseObject({ id: key, name: requiredText('text'), clientCount: z.number().int().min(1).max(100) }),
    )
    .default([]),
  extras: z
    .array(
      z.looseObject({
        id: key,
        name: requiredText('text'),
        amount: cents,
        amountGross: cents.nullish(),
        enabled: z.boolean().default(true),
        maxCount: z.number().int().min(1).max(1000).default(10),
      }),
    )
    .default([]),
  /** Cents by session, option and product kind. */
  amounts: z.record(z.string(), z.record(z.string(), z.record(z.string(), price))).default({}),
  maxClientCountPerSession: z.number().int().min(1).max(1000).nullish(),
  metadata: metadata.default({}),
});

export const file = z.looseObject({
  ...couchFields,
  type: z.literal('file'),
  name: requiredText('text'),
  metadata: metadata.default({}),
});

const mail = {
  subject: text('text').nullish(),
  body: z.looseObject({ font: text('text').nullish(), html: longText, text: longText }).nullish(),
  attachInvoice: flag,
  attachInvitation: flag,
};
const sms = { message: longText };
const whatsapp = { templateId: key.nullish() };

export const notif = z.looseObject({
  ...couchFields,
  type: z.literal('notif'),
  notifType: z.enum(['automatic', 'inactive', 'one-time', 'deleted']),
  notifMethod: z.enum(NOTIF_METHODS),
  consumerStatus: z.enum(CONSUMER_STATUSES).nullish(),
  consumerStatusNew: z.enum(CONSUMER_STATUSES).nullish(),
  /** Those of its method, at the top or under the method's name. */
  contents: z
    .looseObject({
      ...mail,
      ...sms,
      ...whatsapp,
      email: z.looseObject(mail).nullish(),
      sms: z.looseObject(sms).nullish(),
      whatsapp: z.looseObject(whatsapp).nullish(),
    })
    .nullish(),
  language: z.enum(LANGUAGES).nullish(),
  /** When it was last run, and when it is to run (readings, no. 35). */
  date: time.nullish(),
  sendAt: time.nullish(),
  count: z.number().int().min(0).nullish(),
  purpose: z.enum(['service', 'news']).nullish(),
  attachments: z.array(z.union([key, z.looseObject({})])).nullish(),
  sessionIds: z.array(key).nullable().default(null),
  resendConsumerIds: z.array(key).default([]),
  metadata: metadata.default({}),
});

const template = {
  ...couchFields,
  language: z.enum(LANGUAGES),
  paymentType: z.enum(PAYMENT_TYPES).nullish(),
  refs: z
    .array(
      z.looseObject({
        x: z.number(),
        y: z.number(),
        width: z.number(),
        height: z.number(),
        pageIndex: z.number().int().min(0),
        variableKey: text('text').nullish(),
      }),
    )
    .default([]),
  metadata: metadata.default({}),
};
export const invitationTemplate = z.looseObject({ ...template, type: z.literal('invitationtemplate') });
export const invoiceTemplate = z.looseObject({ ...template, type: z.literal('invoicetemplate') });

export const whatsappTemplate = z.looseObject({
  ...couchFields,
  type: z.literal('whatsapptemplate'),
  date: time,
  message: z.array(z.union([text('longText'), z.looseObject({})])),
  metadata: metadata.default({}),
});
export type Form = z.infer<typeof form>;
export type EventFile = z.infer<typeof file>;
