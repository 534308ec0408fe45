import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { servicesKey } from '../auth/secret.ts';
import { Services } from '../services/services.ts';
import { DATABASES } from '../storage/types.ts';
import type { TestServer } from '../testing/server.ts';
import { anyStorage } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { pageOf, payingEvent, startPaying, tell, toPay } from './testing/paying.ts';

describe('where Stripe takes requests and never answers', () => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ stripe, server, close } = await startPaying({ storage: anyStorage, stripePatience: 300 }));
  });
  afterEach(() => close());

  it('everybody hears so after a time, nothing is lost or done twice, and all goes on when it answers', async () => {
    const { eventId, register, consumer } = await payingEvent(server);
    const paid = await register();
    const page = await pageOf(server, paid['paymentUrl']);
    stripe.pay(page);
    expect(await tell({ server, stripe }, eventId, page)).toBe(200);
    const id = paid['consumerId'] ?? '';
    await expect.poll(async () => (await consumer(id)).status).toBe('invoice_paid');
    const other = await register();
    const otherPage = await pageOf(server, other['paymentUrl']);
    stripe.pay(otherPage);

    stripe.onRequest = () => new Promise(() => undefined);
    const third = await register();
    const refund = () => {
      const body = { consumerId: id, cardId: page, amount: 500, before: 0, requestId: `hangs-${page}` };
      return server.call('POST', `/api/payments/${eventId}/refund`, { as: server.manager, body });
    };
    const removed = () => server.call('DELETE', `/api/event/${eventId}`, { as: server.manager });
    // Who pays reads words and may try again.
    const pressed = await toPay(server, third['paymentUrl']);
    expect(pressed.status).toBe(503);
    expect(pressed.text).toContain('Card payments do not work just now');
    expect(await refund()).toMatchObject({ status: 503, body: { error: 'cards_unavailable' } });
    expect(await removed()).toMatchObject({ status: 503, body: { error: 'pages_open' } });
    // The webhook is answered whatever Stripe does, and its news are kept.
    expect(await tell({ server, stripe }, eventId, otherPage)).toBe(200);
    const jobs = await server.storage.open(DATABASES.jobs);
    const job = async () =>
      (await jobs.get(`job/readCardPayment/${eventId}/${otherPage}`)) as { error?: string };
    await expect.poll(async () => (await job()).error).toBe('Stripe does not answer');
    // Who comes back from having paid sees the registration.
    const back = await fetch(`${server.url}/desk/registrations/${other['token'] ?? ''}?paid=1`);
    expect([back.status, await back.text()]).toEqual([200, expect.stringContaining('Have you just paid?')]);

    stripe.onRequest = () => null;
    expect((await refund()).status).toBe(200);
    expect((await toPay(server, third['paymentUrl'])).location).toContain(stripe.base);
    await expect.poll(async () => (await consumer(other['consumerId'] ?? '')).status).toBe('invoice_paid');
    expect(stripe.done.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1);
  });
});

it('whoever comes back from having paid while the server’s disk is full reads not to pay again', async () => {
  const { stripe, server, close } = await startPaying({ storage: 'memory', stripePatience: 300 });
  const { register, consumer } = await payingEvent(server);
  const { token, paymentUrl, consumerId = '' } = await register();
  const page = await pageOf(server, paymentUrl);
  stripe.pay(page);
  stripe.onRequest = () => new Promise(() => undefined);
  const jobs = await server.storage.open(DATABASES.jobs);
  const full = vi.spyOn(jobs, 'put').mockRejectedValue(new Error('ENOSPC: no space left on device'));
  const back = () => fetch(`${server.url}/desk/registrations/${token ?? ''}?paid=1`);
  const shown = await back();
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Have you just paid?')]);
  expect(full).toHaveBeenCalled();
  full.mockRestore();
  stripe.onRequest = () => null;
  await back();
  await expect.poll(async () => (await consumer(consumerId)).status).toBe('invoice_paid');
  await close();
});

describe('where Stripe takes no connections for a minute', () => {
  it('what was paid before is asked for again and again, shows as a trouble, and counts once Stripe is back', async () => {
    let time = Date.now();
    const { stripe, server, close } = await startPaying({ storage: anyStorage, now: () => time });
    const { eventId, register, consumer } = await payingEvent(server);
    const { consumerId = '', paymentUrl } = await register();
    const other = await register();
    const page = await pageOf(server, paymentUrl);
    stripe.pay(page);
    await stripe.down();
    expect(await tell({ server, stripe, at: time }, eventId, page)).toBe(200);
    /** Some work comes, so that whatever is due by now is seen to; then all of it is done. */
    const pass = async (seconds: number): Promise<void> => {
      time += seconds * 1000;
      expect(await tell({ server, stripe, at: time }, eventId, 'cs_test_nobody')).toBe(200);
      await server.worker?.idle();
    };
    const troubles = async () => {
      const path = `/api/payments/${eventId}/troubles`;
      const { body } = await server.call<{ troubles: { reference: string }[] }>('GET', path, {
        as: server.manager,
      });
      return body.troubles.map(({ reference }) => reference);
    };
    for (let seconds = 5; seconds <= 60; seconds += 5) await pass(5);
    expect(await consumer(consumerId)).toMatchObject({ status: 'pending', hold: { over: false } });
    expect(await troubles()).toContain(page);
    expect((await toPay(server, other['paymentUrl'])).status).toBe(503);

    await stripe.up();
    await pass(60);
    await expect.poll(async () => (await consumer(consumerId)).status).toBe('invoice_paid');
    expect(await troubles()).not.toContain(page);
    expect((await consumer(consumerId)).cards).toHaveLength(1);
    expect((await toPay(server, other['paymentUrl'])).location).toContain(stripe.base);
    expect(stripe.sessions).toHaveLength(2);
    await close();
  });
});

describe('a server with another SERVICES_KEY than the one that stored the keys', () => {
  it('says so to everybody, asks Stripe for nothing, and leaves the open page as it is', async () => {
    const { stripe, server, close } = await startPaying({ storage: anyStorage });
    const { eventId, register, consumer } = await payingEvent(server);
    const { consumerId = '', paymentUrl } = await register();
    const page = await pageOf(server, paymentUrl);
    const services = await server.storage.open(DATABASES.services);
    const { _rev } = await services.get(eventId);
    const foreign = await new Services(server.storage, () => servicesKey('z'.repeat(40), '')).sealer(eventId);
    const sealed = {
      key: foreign('sk_test', 'payments.key'),
      secret: foreign('whsec_test', 'payments.secret'),
    };
    await services.put({ _id: eventId, _rev, payments: sealed } as never);
    const asked: string[] = [];
    stripe.onRequest = (_method, path) => (asked.push(path), null);

    const reason = { status: 503, body: { error: 'services_key' } };
    const body = { consumerId, cardId: page, amount: 500, before: 0, requestId: `sealed-${page}` };
    expect((await toPay(server, paymentUrl)).status).toBe(503);
    expect(await server.call('DELETE', `/api/event/${eventId}`, { as: server.manager })).toMatchObject(
      reason,
    );
    expect(await tell({ server, stripe }, eventId, page)).toBe(503);
    expect(asked).toEqual([]);
    // Its neighbour, which can, goes on where it was.
    const { _rev: now } = await services.get(eventId);
    const payments = { key: 'sk_test', secret: 'whsec_test' };
    await services.put({ _id: eventId, _rev: now, payments } as never);
    expect(await pageOf(server, paymentUrl)).toBe(page);
    stripe.pay(page);
    expect(await tell({ server, stripe }, eventId, page)).toBe(200);
    await expect.poll(async () => (await consumer(consumerId)).status).toBe('invoice_paid');
    await services.put({ ...((await services.get(eventId)) as object), payments: sealed } as never);
    expect(
      await server.call('POST', `/api/payments/${eventId}/refund`, { as: server.manager, body }),
    ).toMatchObject(reason);
    await close();
  });
});
