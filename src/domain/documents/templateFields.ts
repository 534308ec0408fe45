import { z } from 'zod';
import { LANGUAGES, PAYMENT_TYPES } from '../config.ts';
import { couchFields, metadata, text, wire } from './common.ts';

/** What the templates of invitations and invoices have in common: a PDF, and where which text of a guest goes. */
export const templateFields = {
  ...couchFields,
  language: z.enum(LANGUAGES),
  paymentType: z.enum(PAYMENT_TYPES).nullish(),
  refs: z
    .array(
      wire({
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
