import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/types.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import { startStripe, type TestStripe } from '../testing/stripeServer.ts';
import { pageOf, payingEvent, SECRET, tell } from './testing/paying.ts';

const HOUR = 3_600_000;

describe.each(storages('memory', 'couchdb'))('pages and payments of a former account, on %s', (storage) => {
  let stripe: TestStripe;
  let server: TestServer;
  let time: number;
  beforeEach(async () => {
    time = Date.now();
    stripe = await startStripe('sk_test');
    stripe.keys.add('sk_other');
    server = await startTestServer({
      ...{ storage, worker: true, now: () => time },
      config: {
        ...{ stripeApiBase: stripe.base, publicUrl: 'https://foyer.example' },
        trustProxy: ['127.0.0.0/8'],
      },
    });
  });
  afterEach(async () => {
    await server.close();
    await stripe.close();
  });
  async function keyNow(eventId: string, key: string | null): Promise<void> {
    const services = await server.storage.open(DATABASES.services);
    const payments = key === null ? null : { key, secret: SECRET };
    await services.put({ ...((await services.get(eventId)) as object), payments } as never);
  }

  it('a manager who has looked at Stripe settles a page that nobody can read: it is kept who and when', async () => {
    const { eventId, register, consumer } = await payingEvent(server);
    const first = await register();
    const consumerId = first['consumerId'] ?? '';
    const page = await pageOf(server, first['paymentUrl']);
    const path = `/api/payments/${eventId}`;
    const state = async () => (await server.call('GET', `${path}/troubles`, { as: server.manager })).body;
    const attention = async () =>
      (await server.call('GET', '/api/payment-attention', { as: server.manager })).body;
    const settle = async (as: Login, reference = page) =>
      (await server.call('POST', `${path}/looked-at`, { as, body: { consumerId, reference } })).status;
    // What can be read is no matter of anybody's word.
    expect(await settle(server.manager)).toBe(404);
    await keyNow(eventId, 'sk_other');
    time += 2 * HOUR;
    await tell({ server, stripe, at: time }, eventId, 'cs_test_nobody');
    await server.worker?.idle();
    await expect
      .poll(async () => (await state())['troubles'])
      .toMatchObject([{ kind: 'unread', reference: page, consumerId }]);
    expect(await attention()).toMatchObject({ events: [{ eventId, count: 1 }] });
    const member = await server.person('lookingmember', 'member', eventId);
    expect(await settle(member)).toBe(403);
    expect(await settle(server.manager, 'cs_none')).toBe(404);
    expect(await settle(server.manager)).toBe(200);
    const by = server.manager.username;
    expect(await state()).toEqual({
      ok: true,
      ...{ open: 0, openUntil: null, troubles: [] },
      lookedAt: [{ reference: page, consumerId, by, at: time }],
    });
    expect(await attention()).toMatchObject({ events: [] });
    // Said again it is as said, and nobody asks Stripe for it any more.
    time += HOUR;
    expect(await settle(server.manager)).toBe(200);
    expect((await state())['lookedAt']).toMatchObject([{ at: time - HOUR }]);
    // Money that shows up after all counts.
    await keyNow(eventId, 'sk_test');
    const session = stripe.sessions.find(({ id }) => id === page);
    if (session !== undefined) session.status = 'open';
    stripe.pay(page);
    await tell({ server, stripe, at: time }, eventId, page);
    await expect.poll(async () => (await consumer(consumerId)).cards?.length).toBe(1);
  });

  it('which payments are of another account is asked once for each key; of none nothing can be given back', async () => {
    const { eventId, register, consumer } = await payingEvent(server);
    const first = await register();
    const consumerId = first['consumerId'] ?? '';
    const page = await pageOf(server, first['paymentUrl']);
    stripe.pay(page);
    await tell({ server, stripe, at: time }, eventId, page);
    await expect.poll(async () => (await consumer(consumerId)).cards?.length).toBe(1);
    let asked = 0;
    stripe.onRequest = () => {
      asked++;
      return null;
    };
    const path = `/api/payments/${eventId}/accounts/${consumerId}`;
    const accounts = async () => (await server.call('GET', path, { as: server.manager })).body;
    const here = { ok: true, isSetUp: true, elsewhere: [] };
    expect([await accounts(), await accounts(), asked]).toEqual([here, here, 1]);
    await keyNow(eventId, 'sk_other');
    const there = { ...here, elsewhere: [page] };
    expect([await accounts(), await accounts(), asked]).toEqual([there, there, 2]);
    await keyNow(eventId, null);
    expect(await accounts()).toEqual({ ...here, isSetUp: false });
    // Who is not told is not sure.
    await keyNow(eventId, 'sk_test');
    stripe.onRequest = () => ({ status: 500 });
    expect(await accounts()).toEqual(here);
    const host = await server.person('accountshost', 'host', eventId);
    expect((await server.call('GET', path, { as: host })).status).toBe(403);
  });
});
