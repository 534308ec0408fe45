/* The server in a process of its own; the bench webhook starts it, and has it settle a payment before it answers. */
import { isConflict } from '../../server/base/errors.ts';
import type { AnyDoc } from '../../server/storage/types.ts';
import { buildServer } from '../../server/app.ts';
import { readConfig } from '../../server/base/config.ts';

export interface Settled {
  dbName: string;
  /** Where the payment is read from. */
  base: string;
  key: string;
  /** The page that was paid. */
  id: string;
}

const { app, storage } = await buildServer({ config: readConfig(process.env) });

app.post('/bench/settle', (request) => settle(request.body as Settled));

/** Reads the page from Stripe, then the registration, and writes it; again from the beginning where somebody else was faster. */
async function settle({ dbName, base, key, id }: Settled): Promise<{ ok: true }> {
  const db = await storage.open(dbName);
  for (;;) {
    const headers = { authorization: `Bearer ${key}`, 'stripe-version': '2024-11-20.acacia' };
    const page = (await (await fetch(`${base}/v1/checkout/sessions/${id}`, { headers })).json()) as {
      metadata: { consumer: string };
      amount_total: number;
    };
    const consumer = (await db.get(page.metadata.consumer)) as AnyDoc;
    const cards = [{ id, paid: page.amount_total, refunded: 0, disputed: false }];
    try {
      await db.put({ ...consumer, status: 'invoice_paid', cards } as never);
      return { ok: true };
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}

process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });
