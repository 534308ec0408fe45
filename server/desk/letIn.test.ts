import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Consumer } from '#domain/documents/consumer.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { payingEvent, startPaying, tell } from '../payments/testing/paying.ts';
import { checkinDoc } from '../testing/documents.ts';
import type { TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';

const DAY = 86_400_000;

describe.each(storages('memory', 'couchdb'))('a guest whom a door lets in, on %s', (storage) => {
  let server: TestServer;
  let stripe: TestStripe;
  let close: () => Promise<void>;
  let time = 0;
  let event: Awaited<ReturnType<typeof payingEvent>>;
  beforeEach(async () => {
    time = Date.now();
    ({ server, stripe, close } = await startPaying({ storage, now: () => time }));
    event = await payingEvent(server, { capacity: 1 });
    const { db } = event;
    await db.put({
      ...((await db.get('form_f')) as object),
      guestsMay: { cancel: true, names: true },
    } as never);
    await db.put({ ...((await db.get('session_s')) as object), date: time + 40 * DAY } as never);
    await server.worker?.idle();
  });
  afterEach(() => close());

  /** As a door sends it, which may have been off line. */
  async function letIn({ consumerId = '' }: Record<string, string>): Promise<void> {
    const { rows } = await event.db.allDocs({
      startkey: 'client_',
      endkey: 'client_\ufff0',
      include_docs: true,
    });
    const guest = rows.find(({ doc }) => (doc as { consumerId?: string }).consumerId === consumerId);
    const checkin = checkinDoc(server.manager, { clientId: guest?.id });
    const sent = { as: server.manager, body: { docs: [checkin] } };
    const { body } = await server.call('POST', `/db/${event.dbName}/_bulk_docs`, sent);
    expect(body).toEqual([expect.objectContaining({ ok: true })]);
  }
  const own = ({ token = '' }: Record<string, string>) => `/desk/registrations/${token}`;
  const page = async (guest: Record<string, string>) => (await fetch(server.url + own(guest))).text();
  const statusOf = async ({ consumerId = '' }: Record<string, string>): Promise<Consumer['status']> =>
    (await event.consumer(consumerId)).status;

  it('can give nothing up any more from the moment on that the server has heard of it', async () => {
    const guest = await event.register('none');
    expect(await page(guest)).toContain('value="cancel"');
    await letIn(guest);
    expect((await server.call('POST', `/api${own(guest)}/cancel`)).body['reason']).toBe('not_allowed');
    expect(await statusOf(guest)).toBe('registered');
    expect(await page(guest)).not.toMatch(/value="cancel"|name="forename0"/);
    expect((await event.register('none'))['reason']).toBe('full');
  });

  it('and had given it up just before is told so on the own page', async () => {
    const guest = await event.register('none');
    const told = 'Somebody was let in with it all the same';
    expect((await server.call('POST', `/api${own(guest)}/cancel`)).body['success']).toBe(true);
    expect(await page(guest)).not.toContain(told);
    await letIn(guest);
    expect(await page(guest)).toContain('This registration is cancelled');
    expect(await page(guest)).toContain(told);
  });

  it('and has not paid when the time for it is over keeps the place, and owes', async () => {
    const guest = await event.register('card');
    expect(await statusOf(guest)).toBe('pending');
    await letIn(guest);
    time += 2 * 3_600_000;
    await tell({ server, stripe, at: time }, event.eventId, 'cs_test_nobody');
    await expect.poll(() => statusOf(guest)).toBe('registered');
    expect(settlementOf(await event.consumer(guest['consumerId'] ?? ''))).toMatchObject({ open: 2500 });
    expect((await event.register('none'))['reason']).toBe('full');
  });
});
