import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAY_MINUTES } from '#domain/documents/event.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { update } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import type { TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { pageOf, payingEvent, startPaying, tell } from './testing/paying.ts';

const MINUTE = 60_000;

describe.each(storages('memory', 'couchdb'))('the time that a place is held, on %s', (storage) => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  let time: number;
  beforeEach(async () => {
    time = Date.now();
    ({ stripe, server, close } = await startPaying({ storage, now: () => time }));
  });
  afterEach(() => close());

  /** Some work comes, so that whatever is due by now is seen to; then all of it is done. */
  async function pass(eventId: string): Promise<void> {
    expect(await tell({ server, stripe, at: time }, eventId, 'cs_test_nobody')).toBe(200);
    await server.worker?.idle();
  }

  it.each([
    ['what the organiser says', { payMinutes: 45 }, 45],
    ['an hour where nobody says anything', {}, PAY_MINUTES.usual],
  ])(
    'is %s, to the moment; then others have the place, and who pays after that is flagged',
    async (_, event, minutes) => {
      const { eventId, register, consumer } = await payingEvent(server, { capacity: 1, event });
      const first = await register();
      const ends = time + minutes * MINUTE;
      const id = first['consumerId'] ?? '';
      expect(await consumer(id)).toMatchObject({ status: 'pending', hold: { until: ends, over: false } });
      const own = () => fetch(`${server.url}/desk/registrations/${first['token'] ?? ''}`);
      const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(ends);
      expect(await (await own()).text()).toContain(`at ${clock}`);
      const page = await pageOf(server, first['paymentUrl']);

      time = ends - 1;
      await pass(eventId);
      expect(await consumer(id)).toMatchObject({ status: 'pending', hold: { over: false } });
      expect((await register('none'))['reason']).toBe('full');
      expect(stripe.sessions.find((one) => one.id === page)?.status).toBe('open');

      time = ends;
      await pass(eventId);
      await expect.poll(async () => (await consumer(id)).status).toBe('canceled');
      const session = stripe.sessions.find((one) => one.id === page);
      expect(session?.status).toBe('expired');
      expect(await register('none')).toMatchObject({ success: true });
      expect(paymentFlags(await consumer(id))).toEqual([]);
      const why = 'It was not paid in time, so its place is free again.';
      expect(await (await own()).text()).toContain(why);

      // In the last moment: Stripe took the money before it heard that nobody may pay there any more.
      Object.assign(session ?? {}, { status: 'open' });
      stripe.pay(page);
      expect(await tell({ server, stripe, at: time }, eventId, page)).toBe(200);
      await expect.poll(async () => paymentFlags(await consumer(id))).toEqual(['late']);
      expect(await consumer(id)).toMatchObject({ status: 'canceled' });
      expect(await (await own()).text()).not.toContain(why);
      expect(settlementOf(await consumer(id))).toMatchObject({ paid: 2500, credit: 2500, open: 0 });
    },
  );

  it('takes an invoice back with the place, and whoever has it again after all gets another', async () => {
    const { db, eventId, register, consumer } = await payingEvent(server, { capacity: 1 });
    const { consumerId: id = '', paymentUrl } = await register();
    const page = await pageOf(server, paymentUrl);
    const issued = async () => (await consumer(id)).invoices?.map(({ total }) => total);
    await update(db, id, (stored) => ({ ...stored, invoiceWanted: true }));
    await expect.poll(issued).toEqual([2500]);
    time += PAY_MINUTES.usual * MINUTE;
    await pass(eventId);
    await expect.poll(issued).toEqual([2500, -2500]);
    expect(await consumer(id)).toMatchObject({ status: 'canceled' });
    Object.assign(stripe.sessions.find((one) => one.id === page) ?? {}, { status: 'open' });
    stripe.pay(page);
    expect(await tell({ server, stripe, at: time }, eventId, page)).toBe(200);
    await expect.poll(issued).toEqual([2500, -2500, 2500]);
    expect(await consumer(id)).toMatchObject({ status: 'invoice_paid' });
  });

  it('is over on a restored copy only once a manager has confirmed it: somebody may be paying at the original', async () => {
    const { eventId, register, consumer } = await payingEvent(server);
    const { consumerId: id = '', paymentUrl } = await register();
    const page = await pageOf(server, paymentUrl);
    const marks = await server.storage.open(DATABASES.worker);
    await marks.put({ _id: 'instance', copiedAt: 1 } as never);
    time += PAY_MINUTES.usual * MINUTE;
    await pass(eventId);
    const state = async () => [
      (await consumer(id)).status,
      stripe.sessions.find((one) => one.id === page)?.status,
    ];
    expect(await state()).toEqual(['pending', 'open']);
    await server.call('POST', '/api/confirm-copy', { as: server.manager });
    time += MINUTE;
    await pass(eventId);
    await expect.poll(state).toEqual(['canceled', 'expired']);
  });

  it('has its limits: half an hour, and as long as Stripe keeps a page open', async () => {
    const { db, dbName } = await payingEvent(server);
    const event = (await db.get('event')) as object;
    const put = async (payMinutes: unknown) =>
      (
        await server.call('PUT', `/db/${dbName}/event`, {
          as: server.manager,
          body: { ...event, payMinutes },
        })
      ).status;
    for (const wrong of [0, PAY_MINUTES.least - 1, 45.5, PAY_MINUTES.most + 1, '45'])
      expect({ wrong, status: await put(wrong) }).toEqual({ wrong, status: 400 });
    expect(await put(PAY_MINUTES.least)).toBe(201);
  });
});
