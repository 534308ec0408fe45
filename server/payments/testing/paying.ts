import { expect } from 'vitest';
import type { Consumer } from '#domain/documents/consumer.ts';
import { DATABASES } from '../../storage/types.ts';
import { sessionDoc } from '../../testing/documents.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { startStripe, type TestStripe } from '../../testing/stripeServer.ts';

export const SECRET = 'whsec_test';
let count = 0;

/** A server that takes cards, with its worker, and the Stripe that it asks. */
export async function startPaying({
  config,
  ...options
}: TestServerOptions): Promise<{ stripe: TestStripe; server: TestServer; close: () => Promise<void> }> {
  const stripe = await startStripe('sk_test');
  const server = await startTestServer({
    ...{ worker: true, ...options },
    config: {
      ...{ stripeApiBase: stripe.base, publicUrl: 'https://foyer.example', trustProxy: ['127.0.0.0/8'] },
      ...config,
    },
  });
  return {
    ...{ stripe, server },
    async close() {
      await server.close();
      await stripe.close();
    },
  };
}

/** An event of a server that takes cards: one menu at 25.00. */
export async function payingEvent(
  server: TestServer,
  { capacity = null, event = {} }: { capacity?: number | null; event?: object } = {},
) {
  const { eventId, dbName } = await server.event();
  const db = await server.storage.open(dbName);
  const accessId = `pyng${String(++count).padStart(4, '0')}`;
  const form = {
    ...{ _id: 'form_f', type: 'form', accessId, name: 'F', language: 'en', currency: 'chf', vat: 810 },
    ...{ enabled: true, extras: [], options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
    metadata: { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 },
    amounts: { session_s: { menu: { adult: { amount: 2313, amountGross: 2500, enabled: true } } } },
  };
  await db.bulkDocs([sessionDoc('s', { capacity }), form] as never);
  await db.put({ ...((await db.get('event')) as object), paymentTypes: ['card', 'none'], ...event } as never);
  const services = await server.storage.open(DATABASES.services);
  await services.put({ _id: eventId, payments: { key: 'sk_test', secret: SECRET } } as never);
  await server.worker?.idle();

  async function register(paymentType: 'card' | 'none' = 'card'): Promise<Record<string, string>> {
    const reply = await server.call<Record<string, string>>('POST', `/api/desk/${accessId}/registrations`, {
      // Each from an address of its own: one that registers many is asked for a proof of work.
      headers: { 'x-forwarded-for': `198.51.100.${++count % 250}` },
      body: {
        submissionId: `paying-submission-${++count}`,
        ...{ language: 'en', paymentType },
        person: { forename: 'Ada', surname: 'Byron', email: 'a@b.ch' },
        clients: [
          {
            ...{ forename: 'Ada', surname: 'Byron' },
            sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
          },
        ],
      },
    });
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  }
  const consumer = async (id: string) => (await db.get(id)) as unknown as Consumer;
  return { db, dbName, eventId, accessId, register, consumer };
}

/** Presses the button that leads to Stripe, and says which page it leads to. */
export async function pageOf(server: TestServer, paymentUrl = ''): Promise<string> {
  const { status, location } = await toPay(server, paymentUrl);
  expect(status).toBe(303);
  return location.slice(location.lastIndexOf('/') + 1);
}

/** Presses that button, whatever comes of it. */
export async function toPay(
  server: TestServer,
  paymentUrl = '',
): Promise<{ status: number; location: string; text: string }> {
  const path = new URL(paymentUrl, server.url).pathname;
  const response = await fetch(server.url + path, { redirect: 'manual', method: 'POST' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    text: await response.text(),
  };
}

/** The news of a page, as Stripe sends it. */
export async function tell(
  { server, stripe, at }: { server: TestServer; stripe: TestStripe; at?: number },
  eventId: string,
  page: string,
): Promise<number> {
  const { body, headers } = stripe.signed(SECRET, { id: page, object: 'checkout.session' }, at);
  return (await server.call('POST', `/api/payments/webhook/${eventId}`, { body, headers })).status;
}
