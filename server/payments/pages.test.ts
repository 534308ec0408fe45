import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../storage/documents.ts';
import { DATABASES, historyDatabase } from '../storage/types.ts';
import type { TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { TestStripe } from '../testing/stripeServer.ts';
import { changeRecord, readRecord } from './records.ts';
import { payingEvent, startPaying, toPay } from './testing/paying.ts';

const PAGES = '/v1/checkout/sessions';

/** Something that is waited for, and ends when the test says so. */
function gate(): { wait: Promise<null>; open: () => void } {
  let open: () => void = () => undefined;
  const wait = new Promise<null>((resolve) => (open = () => resolve(null)));
  return { wait, open };
}

describe.each(storages('memory', 'couchdb'))('pages to pay on, on %s', (storage) => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  let release: () => void = () => undefined;
  beforeEach(async () => {
    ({ stripe, server, close } = await startPaying({ storage }));
  });
  afterEach(async () => {
    release();
    await close();
  });

  const pagesOf = async (eventId: string, consumerId = '') =>
    (await readRecord(await server.storage.open(historyDatabase(eventId)), consumerId)).pages;
  const statuses = () => stripe.sessions.map(({ status }) => status);
  const removed = (eventId: string) => server.call('DELETE', `/api/event/${eventId}`, { as: server.manager });
  /** The first request that opens a page waits; resolves when it has come. */
  function holdFirst(isDone: boolean): Promise<void> {
    const { wait, open } = gate();
    release = open;
    return new Promise((come) => {
      let count = 0;
      stripe.onRequest = (method, path) => {
        if (method !== 'POST' || path !== PAGES || ++count > 1) return null;
        come();
        return isDone ? { after: wait } : wait;
      };
    });
  }

  it('are one for two links of one guest, pressed at the same time: both lead to it, and nobody gets another', async () => {
    const { eventId, register } = await payingEvent(server);
    for (const isDone of [true, false]) {
      stripe.sessions.length = 0;
      const { consumerId = '', paymentUrl } = await register();
      const link = await server.call('GET', `/api/guest-links/${eventId}/${consumerId}`, {
        as: server.manager,
      });
      const come = holdFirst(isDone);
      const first = toPay(server, paymentUrl);
      await come;
      const second = await toPay(server, `${String(link.body['path'])}/pay`);
      release();
      expect([second.status, (await first).status]).toEqual([303, 303]);
      expect((await first).location).toBe(second.location);
      expect(stripe.sessions).toHaveLength(2);
      const open = stripe.sessions.filter(({ status }) => status === 'open');
      expect(open.map(({ url }) => url)).toEqual([second.location]);
      expect(await pagesOf(eventId, consumerId)).toMatchObject([{ sessionId: open[0]?.id }]);
      expect((await pagesOf(eventId, consumerId))[0]?.isOver).not.toBe(true);
    }
  });

  it('are one where another sum is owed before the first one was opened: nobody gets a page for the sum of before', async () => {
    const { db, eventId, register } = await payingEvent(server);
    for (const isDone of [true, false]) {
      stripe.sessions.length = 0;
      const { consumerId = '', paymentUrl } = await register();
      const come = holdFirst(isDone);
      const first = toPay(server, paymentUrl);
      await come;
      await update(db, consumerId, (stored) => ({ ...stored, settlement: { paid: 1000, refunded: 0 } }));
      const second = await toPay(server, paymentUrl);
      release();
      expect((await first).location).toBe(second.location);
      const open = stripe.sessions.filter(({ status }) => status === 'open');
      expect(open.map(({ url }) => url)).toEqual([second.location]);
      expect((await pagesOf(eventId, consumerId)).map(({ isOver = false }) => isOver)).toEqual([true, false]);
    }
  });

  it('count as closed only once Stripe says so: until then no other one is opened, and it is tried again', async () => {
    const { db, eventId, register } = await payingEvent(server);
    const { consumerId = '', paymentUrl } = await register();
    expect((await toPay(server, paymentUrl)).status).toBe(303);
    stripe.onRequest = (_method, path) => (path.endsWith('/expire') ? { status: 400 } : null);
    const costs = (amount: number) =>
      update(db, consumerId, (stored) => ({
        ...stored,
        registration: { ...(stored?.['registration'] as object), amount },
      }));
    await costs(4626);
    expect((await toPay(server, paymentUrl)).status).toBe(503);
    expect(statuses()).toEqual(['open']);
    expect((await pagesOf(eventId, consumerId))[0]?.isOver).not.toBe(true);
    expect(await removed(eventId)).toMatchObject({ status: 503, body: { error: 'pages_open' } });
    stripe.onRequest = () => null;
    expect((await toPay(server, paymentUrl)).status).toBe(303);
    expect(statuses()).toEqual(['expired', 'open']);
    // Somebody has paid on it just now.
    const [, paid] = stripe.sessions;
    stripe.pay(paid?.id ?? '');
    await costs(6000);
    expect((await toPay(server, paymentUrl)).status).toBe(303);
    expect(statuses()).toEqual(['expired', 'complete', 'open']);
  });

  it('are not opened for what no card pays, which is said where it is asked for and where it is registered', async () => {
    const { db, accessId, register } = await payingEvent(server);
    const { consumerId = '', paymentUrl = '' } = await register();
    expect((await toPay(server, paymentUrl)).status).toBe(303);
    const opened = stripe.sessions.length;
    const words = 'A sum like this one cannot be paid by card.';
    // Less than Stripe takes of anybody, and than it takes for that account.
    for (const amount of [40, 52]) {
      await update(db, consumerId, (stored) => ({
        ...stored,
        registration: { ...(stored?.['registration'] as object), amount },
      }));
      const pressed = await toPay(server, paymentUrl);
      expect([pressed.status, pressed.text.includes(words)]).toEqual([409, true]);
    }
    expect(statuses()).toEqual(['expired']);
    expect(stripe.sessions).toHaveLength(opened);

    const price = { amount: 40, amountGross: 43, enabled: true };
    const amounts = { session_s: { menu: { adult: price } } };
    await update(db, 'form_f', (stored) => ({ ...stored, amounts }));
    expect(await register()).toMatchObject({ success: false, reason: 'invalid', field: 'paymentType' });
    const form = `${server.url}/desk/${accessId}`;
    const [, id = ''] = /name="id"\s+value="([^"]*)"/.exec(await (await fetch(form)).text()) ?? [];
    const body = new URLSearchParams({
      ...{ id, lang: 'en', guests: '1', pay: 'card', act: 'register' },
      ...{ 'person.forename': 'Ada', 'person.surname': 'Byron', 'person.email': 'ada@example.org' },
      ...{ 'g0.me': 'on', 'g0.session_s': 'menu adult' },
    });
    expect(await (await fetch(form, { method: 'POST', body })).text()).toContain(
      `${words} Please choose another way to pay.`,
    );
    const registered = await register('none');
    expect(registered).toMatchObject({ success: true });
    const own = `/desk/registrations/${registered['token'] ?? ''}/pay`;
    expect(await (await fetch(server.url + own)).text()).toContain(words);
  });

  it('are not opened any more once the event’s deletion has begun, nor given to who was asking just then', async () => {
    const { eventId, register } = await payingEvent(server);
    const one = await register();
    const come = holdFirst(false);
    const asking = toPay(server, one['paymentUrl']);
    await come;
    expect((await removed(eventId)).status).toBe(200);
    release();
    expect((await asking).location).toBe('');
    expect(statuses()).toEqual(['expired']);
  });

  it('are not opened while others are closed for the event’s deletion, and are again where it was refused', async () => {
    const { eventId, register } = await payingEvent(server);
    const one = await register();
    const other = await register();
    expect((await toPay(server, one['paymentUrl'])).status).toBe(303);
    const { wait, open } = gate();
    release = open;
    const come = new Promise<void>((resolve) => {
      stripe.onRequest = (_method, path) => {
        if (!path.endsWith('/expire')) return null;
        resolve();
        return wait.then(() => ({ status: 500 }));
      };
    });
    const removing = removed(eventId);
    await come;
    expect((await toPay(server, other['paymentUrl'])).status).toBe(503);
    release();
    expect((await removing).body).toMatchObject({ error: 'pages_open' });
    stripe.onRequest = () => null;
    expect((await toPay(server, other['paymentUrl'])).status).toBe(303);
    expect(stripe.sessions).toHaveLength(2);
    // Its deletion was cut off, and a job sees to it.
    const jobs = await server.storage.open(DATABASES.jobs);
    const job = { kind: 'deleteEvent', eventId, key: '', payload: null, state: 'waiting', attempts: 1 };
    const later = { at: Date.now() + 3_600_000, holder: null, error: null, askedAt: 1 };
    await jobs.put({ _id: `job/deleteEvent/${eventId}/`, type: 'job', ...job, ...later } as never);
    const third = await register();
    expect((await toPay(server, third['paymentUrl'])).status).toBe(503);
    expect(stripe.sessions).toHaveLength(2);
  });

  it('are closed several at a time for the event’s deletion, not all at once, and none more after one that cannot be', async () => {
    const { eventId, register } = await payingEvent(server);
    await register();
    const history = await server.storage.open(historyDatabase(eventId));
    const opened = Array.from({ length: 40 }, (_, n) => ({
      id: `cs_test_many${n}`,
      consumer: `consumer_n${n}`,
    }));
    for (const { id, consumer } of opened) {
      stripe.sessions.push({
        ...{ id, object: 'checkout.session', url: '', status: 'open', payment_status: 'unpaid' },
        ...{ amount_total: 2500, currency: 'chf', customer: null, payment_intent: null },
        ...{ success_url: '', cancel_url: '', metadata: { event: eventId, consumer } },
      });
      const page = { key: id, sessionId: id, url: '', amount: 2500, expiresAt: Date.now() + 3_600_000 };
      await changeRecord(history, consumer, (record) => ({ ...record, pages: [page] }));
    }
    let closing = 0;
    let most = 0;
    let asked = 0;
    const { wait, open } = gate();
    release = open;
    /** The first four wait for each other. */
    stripe.onRequest = async (_method, path) => {
      if (!path.endsWith('/expire')) return null;
      most = Math.max(most, ++closing);
      const number = ++asked;
      if (number === 4) open();
      await wait;
      closing--;
      return number === 5 ? { status: 500 } : null;
    };
    expect(await removed(eventId)).toMatchObject({ status: 503, body: { error: 'pages_open' } });
    expect(most).toBeGreaterThanOrEqual(4);
    expect(most).toBeLessThanOrEqual(8);
    expect(asked).toBeLessThan(opened.length);
    expect(closing).toBe(0);
    stripe.onRequest = () => null;
    expect((await removed(eventId)).status).toBe(200);
    expect(new Set(statuses())).toEqual(new Set(['expired']));
  });
});
