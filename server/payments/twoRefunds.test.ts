import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settlementOf } from '#domain/money/settlement.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { sessionDoc } from '../testing/documents.ts';
import { serverProcesses } from '../testing/process.ts';
import { driver } from '../testing/server.ts';
import { emptyCouch, testCouchUrl } from '../testing/storage.ts';
import { startStripe } from '../testing/stripeServer.ts';

const { COUCHDB_URL } = process.env;
const processes = serverProcesses();
const PAID = 2500;

const form = {
  ...{ _id: 'form_f', type: 'form', accessId: 'twrfnds1', name: 'F', language: 'en', enabled: true },
  ...{ currency: 'chf', vat: 0, extras: [], options: [{ id: 'menu', name: 'Menu', clientCount: 1 }] },
  amounts: { session_s: { menu: { adult: { amount: PAID, enabled: true } } } },
  metadata: { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 },
};

/** A port that is free: a server must know its own address before it starts, as people are led back to it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

it.runIf(COUCHDB_URL !== undefined)(
  'of two members who give back at once, each at a server of their own at one CouchDB, one gives back',
  async () => {
    const couchUrl = testCouchUrl(COUCHDB_URL ?? '');
    const stripe = await startStripe('sk_test');
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'foyer-refunds-'))));
    // One after the other: the databases are made by the first.
    const urls: string[] = [];
    for (const DATA_DIR of folders) {
      const port = await freePort();
      const { url } = processes.start({
        ...{ DATA_DIR, COUCHDB_URL: couchUrl, TOKEN_SECRET: 'x'.repeat(40), SERVICES_KEY: 'y'.repeat(40) },
        ...{ STRIPE_API_BASE: stripe.base, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
      });
      urls.push(await url);
    }
    const members = await Promise.all(
      urls.map(async (url) => ({ ...driver(url), as: await driver(url).login('chief') })),
    );
    const [first] = members;
    if (first === undefined) throw new Error('no server');
    const { call, as } = first;
    const made = await call<{ eventId: string; dbName: string }>('PUT', '/api/event', {
      ...{ as, body: { title: 'Gala', date: Date.UTC(2027, 4, 1, 12) } },
    });
    const { eventId, dbName } = made.body;
    const event = (await call<object>('GET', `/db/${dbName}/event`, { as })).body;
    const docs = [sessionDoc('s'), form, { ...event, paymentTypes: ['card'] }];
    await call('POST', `/db/${dbName}/_bulk_docs`, { as, body: { docs } });
    const keys = { _id: eventId, payments: { key: 'sk_test', secret: 'whsec_test' } };
    expect((await call('PUT', `/db/services/${eventId}`, { as, body: keys })).status).toBe(201);

    const submission = {
      ...{ submissionId: 'two-refunds-submission', language: 'en', paymentType: 'card' },
      person: { forename: 'Ada', surname: 'Byron', email: 'ada@example.org' },
      clients: [
        {
          ...{ forename: 'Ada', surname: 'Byron' },
          sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
        },
      ],
    };
    // The one that does not register says 503.
    const registered = async () => {
      for (const each of members) {
        const path = `/api/desk/${form.accessId}/registrations`;
        const reply = await each.call<Record<string, string>>('POST', path, { body: submission });
        if (reply.status === 200) return reply.body;
      }
      return null;
    };
    await expect.poll(registered, { timeout: 30_000 }).toMatchObject({ success: true });
    const { consumerId = '', paymentUrl = '' } = (await registered()) ?? {};
    const consumer = async () =>
      (await call(`GET`, `/db/${dbName}/${consumerId}`, { as })).body as unknown as Consumer;
    const paying = await fetch(`${urls[0] ?? ''}${new URL(paymentUrl).pathname}`, {
      ...{ redirect: 'manual', method: 'POST' },
    });
    expect(paying.status).toBe(303);
    const [page] = stripe.sessions;
    stripe.pay(page?.id ?? '');
    const { body, headers } = stripe.signed('whsec_test', { id: page?.id, object: 'checkout.session' });
    expect((await call('POST', `/api/payments/webhook/${eventId}`, { body, headers })).status).toBe(200);
    await expect.poll(async () => (await consumer()).status, { timeout: 30_000 }).toBe('invoice_paid');

    let asked = 0;
    const ask = async (at: number, amount: number, before: number) => {
      const member = members[at] ?? first;
      const request = {
        consumerId,
        cardId: page?.id,
        amount,
        before,
        requestId: `request-number-${++asked}`,
      };
      const path = `/api/payments/${eventId}/refund`;
      return (await member.call('POST', path, { as: member.as, body: request })).status;
    };
    const given = () => stripe.done.filter(({ path }) => path === '/v1/refunds').length;
    const back = async () => settlementOf(await consumer()).refunded;
    let gone = 0;
    const expectGone = async (amount: number, rounds: number): Promise<void> => {
      gone += amount;
      await expect.poll(back, { timeout: 30_000 }).toBe(gone);
      expect(given()).toBe(rounds);
    };

    // The same amount: one refund. Both hear that it is done, or one of them, who came when it was over, that something has gone back.
    for (let round = 1; round <= 4; round++) {
      const statuses = await Promise.all([ask(0, 100, gone), ask(1, 100, gone)]);
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(statuses.toSorted((a, b) => a - b));
      await expectGone(100, round);
    }
    // Two amounts: one of them, and the other one hears that something else is under way.
    for (let round = 5; round <= 8; round++) {
      const statuses = await Promise.all([ask(0, 100, gone), ask(1, 200, gone)]);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      await expectGone(statuses[0] === 200 ? 100 : 200, round);
    }
    // Its answer is lost at one server, and asked for again at the other, which may have heard of it by then.
    stripe.onRequest = (_method, path) => (path === '/v1/refunds' ? 'lose' : null);
    expect(await ask(0, 300, gone)).toBe(503);
    stripe.onRequest = () => null;
    expect([200, 409]).toContain(await ask(1, 300, gone));
    await expectGone(300, 9);

    await stripe.close();
    await emptyCouch(couchUrl);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  },
  120_000,
);
