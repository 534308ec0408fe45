import { z } from 'zod';
import { CURRENCIES, LANGUAGES, PAYMENT_TYPES } from '../config.ts';
import { basisPoints, couchFields, metadata, requiredText } from './common.ts';
import { NOTIF_METHODS } from './consumer.ts';

/*
 * Entities whose screens come later: shape and types are guarded from the first day, their finer rules arrive with
 * their screens. Unknown fields are kept.
 */

export const form = z.looseObject({
  ...couchFields,
  type: z.literal('form'),
  accessId: z.string().max(64).nullish(),
  counterpartId: z.string().nullish(),
  name: requiredText('text'),
  language: z.enum(LANGUAGES),
  currency: z.enum(CURRENCIES),
  enabled: z.boolean().default(false),
  vat: basisPoints.default(0),
  options: z
    .array(z.looseObject({ id: z.string(), name: z.string(), clientCount: z.number().int().min(1).max(100) }))
    .default([]),
  extras: z
    .array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        amount: z.number().int().min(0),
        enabled: z.boolean().default(true),
        maxCount: z.number().int().min(1).max(1000).default(10),
      }),
    )
    .default([]),
  /** Cents by session, option and product kind. */
  amounts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.record(z.string(), z.looseObject({ amount: z.number().int().min(0), enabled: z.boolean() })),
      ),
    )
    .default({}),
  maxClientCountPerSession: z.number().int().min(1).max(1000).nullish(),
  metadata: metadata.default({}),
});

export const file = z.looseObject({
  ...couchFields,
  type: z.literal('file'),
  name: requiredText('text'),
  metadata: metadata.default({}),
});

export const notif = z.looseObject({
  ...couchFields,
  type: z.literal('notif'),
  notifType: z.enum(['automatic', 'inactive', 'one-time', 'deleted']),
  notifMethod: z.enum(NOTIF_METHODS),
  sessionIds: z.array(z.string()).nullable().default(null),
  resendConsumerIds: z.array(z.string()).default([]),
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
        variableKey: z.string().nullish(),
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
  date: z.number().int().min(0),
  message: z.array(z.unknown()),
  metadata: metadata.default({}),
});
export type Form = z.infer<typeof form>;
export type EventFile = z.infer<typeof file>;
