import { z } from 'zod';
import { CURRENCIES, LANGUAGES } from '../config.ts';
import { basisPoints, cents, couchFields, key, metadata, requiredText, text, wire } from './common.ts';
import { defineDocument } from './definition.ts';

/*
 * Its screens come later: every field's type and text pattern is guarded from the first day, finer rules arrive with
 * the screens.
 */

const flag = z.boolean().nullish();
const longText = text('longText').nullish();
/** Net, and the gross price where that is the round one (readings, no. 38). */
const price = wire({ amount: cents, amountGross: cents.nullish(), enabled: z.boolean() });

const form = wire({
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
  mandatory: wire({ addr: flag, addrSec: flag }).nullish(),
  required: wire({ info: flag, addr: flag, addrSec: flag, account: flag }).nullish(),
  children: flag,
  alerts: z.array(wire({ value: text('longText'), enabled: z.boolean() })).nullish(),
  options: z
    .array(wire({ id: key, name: requiredText('text'), clientCount: z.number().int().min(1).max(100) }))
    .default([]),
  extras: z
    .array(
      wire({
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
export type Form = z.infer<typeof form>;
export const formDocument = defineDocument({ schema: form, version: 1, migrations: [] });
