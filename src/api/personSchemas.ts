import { z } from 'zod';

const any = z.record(z.string(), z.unknown());

/** What is kept of one guest, as it is stored: times in ms, amounts in cents. PDFs in base64. */
export const personDataReply = z.object({
  ok: z.literal(true),
  person: z.object({
    event: z.object({ id: z.string(), title: z.string() }),
    guest: any,
    /** With contact and addresses; null where the guest has none. */
    registration: any.nullable(),
    sessions: z.array(any),
    checkins: z.array(any),
    messages: z.array(any),
    invoices: z.array(any),
    history: z.array(any),
  }),
});
