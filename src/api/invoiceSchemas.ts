import { z } from 'zod';

const amount = z.number().int();

/** An invoice, or a credit note with amounts below zero, as it was issued. Cents; VAT in basis points; times in ms. */
export const issuedInvoiceReply = z.object({
  ok: z.literal(true),
  consumerId: z.string(),
  data: z.looseObject({
    kind: z.enum(['invoice', 'credit']),
    number: z.string(),
    /** Of a credit note: the number of the invoice that it takes back. */
    takesBack: z.string().nullable(),
    issuedAt: z.number(),
    currency: z.string(),
    ...{ vatRate: amount, net: amount, vat: amount, total: amount },
  }),
  /** Of the PDF, base64url; null as long as it has none. */
  sha256: z.string().nullable(),
  /** Base64; null where there is none yet, or, with a digest, where it was lost. */
  pdf: z.string().nullable(),
});
