import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settlementOf } from '#domain/money/settlement.ts';
import { STRIPE_EVENTS, type StripeEvent } from '#domain/services/paymentsWebhook.ts';
import type { TestServer } from '../testing/server.ts';
import { anyStorage } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { pageOf, payingEvent, SECRET, startPaying } from './testing/paying.ts';

const TOLERANCE = 5 * 60;

describe('the webhook', () => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  let time = Date.now();
  beforeAll(async () => {
    ({ stripe, server, close } = await startPaying({ storage: anyStorage, now: () => time }));
  });
  afterAll(() => close());

  const signed = (bytes: string | Uint8Array, seconds = Math.floor(time / 1000), secret = SECRET): string =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest('hex')}`;
  async function send(eventId: string, bytes: string | Uint8Array, signature: string): Promise<number> {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const path = `/api/payments/webhook/${eventId}`;
    return (await server.call('POST', path, { body: bytes, headers })).status;
  }
  /** Somebody has paid, and no news of it came yet. */
  async function paid() {
    const event = await payingEvent(server);
    const { consumerId = '', paymentUrl } = await event.register();
    const page = await pageOf(server, paymentUrl);
    stripe.pay(page);
    const status = async () => (await event.consumer(consumerId)).status;
    return { ...event, consumerId, page, status };
  }

  it('is judged by its very bytes: the same JSON said otherwise is refused', async () => {
    const { eventId, page, status } = await paid();
    const sent = `{"id":"evt_1","data":{"object":{"id":"${page}","object":"checkout.session"}}}`;
    const signature = signed(sent);
    const others = [
      sent.replace('{"data"', '{ "data"').replace('"id":"evt_1",', '"id": "evt_1",'),
      `${sent}\n`,
      `\uFEFF${sent}`,
      sent.replace('checkout', String.raw`\u0063heckout`),
      `{"data":{"object":{"id":"${page}","object":"checkout.session"}},"id":"evt_1"}`,
    ];
    for (const other of others) {
      expect(JSON.parse(other.replace('\uFEFF', ''))).toEqual(JSON.parse(sent));
      expect(other).not.toBe(sent);
      expect({ other, status: await send(eventId, other, signature) }).toEqual({ other, status: 403 });
    }
    await server.worker?.idle();
    expect(await status()).toBe('pending');
    expect(await send(eventId, sent, signature)).toBe(200);
    await expect.poll(status).toBe('invoice_paid');
  });

  it('takes bytes as odd as they may be, signed as they are', async () => {
    const { eventId, page, status } = await paid();
    const escaped = Array.from(page, (one) => String.raw`\u00${one.charCodeAt(0).toString(16)}`).join('');
    const odd = `\r\n{\t"id" :"evt_\\u00e9","name":"Zoë \\ud83c\\udf89 \\/ 🎉",\n\n "data" : {"object":{ "object":"checkout\\u002esession" ,"id":"${escaped}"} }\n}\n `;
    expect(odd).not.toContain(page);
    expect(await send(eventId, odd, signed(odd))).toBe(200);
    await expect.poll(status).toBe('invoice_paid');
    // What is no text at all, too, tells nothing, and is no forgery.
    const noText = Uint8Array.of(0xff, 0xfe, 0x00, 0x7b);
    expect(await send(eventId, noText, signed(noText))).toBe(200);
    expect(await send(eventId, noText.slice(1), signed(noText))).toBe(403);
  });

  it('of another time is refused: too old and too early alike', async () => {
    time = Math.floor(Date.now() / 1000) * 1000;
    const { eventId, page, status } = await paid();
    const bytes = JSON.stringify({ data: { object: { id: page, object: 'checkout.session' } } });
    const now = time / 1000;
    for (const off of [-86_400, -TOLERANCE - 1, TOLERANCE + 1, 86_400])
      expect({ off, status: await send(eventId, bytes, signed(bytes, now + off)) }).toEqual({
        off,
        status: 403,
      });
    // The time is signed as well.
    expect(await send(eventId, bytes, signed(bytes, now - 86_400).replace(/t=\d+/, `t=${now}`))).toBe(403);
    expect(await send(eventId, bytes, signed(bytes).replace(/t=\d+,/, ''))).toBe(403);
    await server.worker?.idle();
    expect(await status()).toBe('pending');
    expect(await send(eventId, bytes, signed(bytes, now + TOLERANCE))).toBe(200);
    expect(await send(eventId, bytes, signed(bytes, now - TOLERANCE))).toBe(200);
    await expect.poll(status).toBe('invoice_paid');
  });

  it('takes one of several signatures, as while a secret is rolled, and no other kind of them', async () => {
    const { eventId, page, status } = await paid();
    const bytes = JSON.stringify({ data: { object: { id: page, object: 'checkout.session' } } });
    const old = signed(bytes, undefined, 'whsec_old');
    expect(await send(eventId, bytes, old)).toBe(403);
    expect(await send(eventId, bytes, signed(bytes).replace('v1=', 'v0='))).toBe(403);
    expect(await send(eventId, bytes, `${old},${signed(bytes).split(',')[1] ?? ''}`)).toBe(200);
    await expect.poll(status).toBe('invoice_paid');
  });

  /** As Stripe sends them, as far as is read. */
  const OBJECTS: Record<StripeEvent, (page: string, payment: string) => object> = {
    'checkout.session.completed': (page, payment) => ({
      ...{ id: page, object: 'checkout.session', payment_intent: payment },
    }),
    'charge.refunded': (_, payment) => ({ id: 'ch_1', object: 'charge', payment_intent: payment }),
    'charge.dispute.created': (_, payment) => ({ id: 'dp_1', object: 'dispute', payment_intent: payment }),
    'charge.dispute.closed': (_, payment) => ({ id: 'dp_1', object: 'dispute', payment_intent: payment }),
  };
  it.each(STRIPE_EVENTS)(
    'understands %s, which organisers are told to choose at Stripe [API-24]',
    async (type) => {
      const { eventId, page, consumer, consumerId } = await paid();
      const payment = stripe.sessions.find(({ id }) => id === page)?.payment_intent ?? '';
      if (type === 'charge.refunded') stripe.giveBack(page, 500);
      if (type.startsWith('charge.dispute')) stripe.dispute(page);
      if (type === 'charge.dispute.closed') stripe.decide(page, 'lost');
      const bytes = JSON.stringify({ id: 'evt_1', type, data: { object: OBJECTS[type](page, payment) } });
      expect(await send(eventId, bytes, signed(bytes))).toBe(200);
      await expect.poll(async () => (await consumer(consumerId)).cards?.length).toBe(1);
      const heard = await consumer(consumerId);
      expect(settlementOf(heard)).toMatchObject({
        ...{
          paid: type === 'charge.dispute.closed' ? 0 : 2500,
          refunded: type === 'charge.refunded' ? 500 : 0,
        },
      });
      expect(heard.cards?.[0]?.disputed).toBe(type.startsWith('charge.dispute'));
    },
  );
});
