import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erasePeople } from '#domain/commands/erase.ts';
import { run } from '#domain/commands/run.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { callerOf, ownPerson } from '../commands/own.ts';
import { update } from '../storage/documents.ts';
import type { TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { pageOf, payingEvent, startPaying, tell } from './testing/paying.ts';

const STAFF = ownPerson({ id: 'mia', name: 'mia' });

describe.each(storages('memory', 'couchdb'))('payments by card of one who was erased, on %s', (storage) => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ stripe, server, close } = await startPaying({ storage }));
  });
  afterEach(() => close());

  it('what goes back is heard of, and nothing of the person comes back', async () => {
    const { db, eventId, register, consumer } = await payingEvent(server);
    const { consumerId: id = '', paymentUrl } = await register();
    const page = await pageOf(server, paymentUrl);
    stripe.pay(page);
    expect(await tell({ server, stripe }, eventId, page)).toBe(200);
    await expect.poll(async () => (await consumer(id)).status).toBe('invoice_paid');
    await update(db, id, (stored) => ({ ...stored, status: 'canceled' }));
    const { rows } = await db.allDocs({ startkey: 'client_', endkey: 'client_\uffff' });
    const documents = await server.documents(eventId, STAFF);
    const caller = callerOf(STAFF, {
      ...{ now: Date.now(), newId: () => 'x', device: { id: 'd', name: 'Desk' } },
    });
    const clientIds = rows.map((row) => row.id);
    expect(await run(documents, erasePeople, { clientIds }, caller)).toMatchObject({ ok: true });
    expect(settlementOf(await consumer(id))).toMatchObject({ paid: 2500, credit: 2500 });

    const body = { consumerId: id, cardId: page, amount: 2500, before: 0, requestId: `erased-${page}` };
    const path = `/api/payments/${eventId}/refund`;
    expect((await server.call('POST', path, { as: server.manager, body })).status).toBe(200);
    await expect
      .poll(async () => settlementOf(await consumer(id)))
      .toMatchObject({ paid: 2500, refunded: 2500, credit: 0 });
    await server.worker?.idle();
    const erased = await consumer(id);
    expect(erased).toMatchObject({ status: 'canceled', erasedAt: expect.any(Number) as number });
    expect(erased.cards).toMatchObject([{ id: page, refunded: 2500 }]);
    expect(erased.registration).not.toHaveProperty('payment');
  });
});
