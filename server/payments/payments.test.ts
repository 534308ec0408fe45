import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idRange, paymentId } from '#domain/ids.ts';
import { moneyRows } from '#domain/money/moneyList.ts';
import { paymentFlags, paymentState } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { PAYMENTS } from '../commands/own.ts';
import { update } from '../storage/documents.ts';
import { DATABASES, historyDatabase, type Database } from '../storage/types.ts';
import type { HistoryDoc } from '../worker/history/documents.ts';
import { sessionDoc } from '../testing/documents.ts';
import type { Login, TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import type { StripeFault, TestStripe } from '../testing/stripeServer.ts';
import { SECRET, startPaying, toPay as press } from './testing/paying.ts';

const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };
let count = 0;

describe.each(storages('memory', 'couchdb'))('payments by card on %s', (storage) => {
  let stripe: TestStripe;
  let server: TestServer;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ stripe, server, close } = await startPaying({ storage }));
  });
  afterAll(() => close());
  afterEach(() => {
    stripe.onRequest = () => null;
  });

  /** An event that takes cards, and somebody who has registered there with one. */
  async function registered(capacity: number | null = null) {
    const { eventId, dbName } = await server.event();
    const db = await server.storage.open(dbName);
    const accessId = `pykb${String(++count).padStart(4, '0')}`;
    const form = {
      ...{ _id: 'form_f', type: 'form', accessId, name: 'F', language: 'en', currency: 'chf', vat: 810 },
      ...{
        enabled: true,
        guestsMay: { cancel: true, names: true },
        metadata: META,
        options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
        extras: [],
      },
      amounts: { session_s: { menu: { adult: { amount: 2313, amountGross: 2500, enabled: true } } } },
    };
    await db.bulkDocs([sessionDoc('s', { capacity }), form] as never);
    await db.put({ ...((await db.get('event')) as object), paymentTypes: ['card', 'none'] } as never);
    const services = await server.storage.open(DATABASES.services);
    await services.put({ _id: eventId, payments: { key: 'sk_test', secret: SECRET } } as never);
    await server.worker?.idle();
    const register = async (surname = 'Byron', paymentType = 'card') => {
      const { status, body } = await server.call<Record<string, string>>(
        'POST',
        `/api/desk/${accessId}/registrations`,
        {
          // Each from an address of its own: one that registers hundreds is asked for a proof of work.
          headers: { 'x-forwarded-for': `198.51.100.${++count % 250}` },
          body: {
            submissionId: `payment-submission-${++count}`,
            ...{ language: 'en', paymentType, person: { forename: 'Ada', surname, email: 'a@b.ch' } },
            clients: [
              {
                forename: 'Ada',
                surname,
                sessions: [{ sessionId: 'session_s', optionId: 'menu', kind: 'adult' }],
              },
            ],
          },
        },
      );
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    };
    const first = await register();
    const consumer = async (id = first['consumerId']) => (await db.get(id ?? '')) as unknown as Consumer;
    return { db, eventId, dbName, register, first, consumer };
  }
  const toPay = (paymentUrl?: string) => press(server, paymentUrl);
  const pageOf = (location: string) => location.slice(location.lastIndexOf('/') + 1);
  async function tell(eventId: string, object: object, secret = SECRET, at?: number): Promise<number> {
    const { body, headers } = stripe.signed(secret, object, at);
    return (await server.call('POST', `/api/payments/webhook/${eventId}`, { body, headers })).status;
  }
  const newsOf = (id: string) => ({ id, object: 'checkout.session' });
  async function changePages(eventId: string, id: string, more: object): Promise<void> {
    const history = await server.storage.open(historyDatabase(eventId));
    await update(history, `cards_${id}`, (stored) => ({
      ...stored,
      pages: ((stored?.['pages'] ?? []) as object[]).map((page) => ({ ...page, ...more })),
    }));
  }
  async function jobNow(kind: string, id: string): Promise<void> {
    const jobs = await server.storage.open(DATABASES.jobs);
    await server.worker?.idle();
    const { rows } = await jobs.allDocs({ include_docs: true });
    const job = rows.find((row) => row.id.includes(kind) && row.id.endsWith(id))?.doc;
    if (job !== undefined) await update(jobs, job._id, (stored) => stored && { ...stored, at: 1 });
  }
  /** The time to pay is over. */
  async function runOut(db: Database, id: string): Promise<void> {
    await update(db, id, (stored) => ({ ...stored, _id: id, hold: { until: 1, over: false } }));
    await jobNow('endCardHold', id);
    await expect.poll(async () => ((await db.get(id)) as unknown as Consumer).status).toBe('canceled');
  }

  it('holds a place while it is paid, and hears once of the payment however often it is told [API-24]', async () => {
    const { eventId, first, consumer } = await registered();
    expect(await consumer()).toMatchObject({ status: 'pending', hold: { over: false } });
    const own = await fetch(`${server.url}/desk/registrations/${first['token'] ?? ''}`);
    const said = await own.text();
    expect(said).toContain(`${new URL(first['paymentUrl'] ?? '').pathname}"`);
    expect(said).toContain('Your registration is not paid yet');
    expect(said).not.toContain('You are registered');
    expect(said).not.toMatch(/Paid: CHF/);
    // The money may be on its way.
    const cancel = await server.call('POST', `/api/desk/registrations/${first['token'] ?? ''}/cancel`);
    expect(cancel.body).toMatchObject({ success: false });
    expect((await consumer()).status).toBe('pending');
    const { status, location } = await toPay(first['paymentUrl']);
    expect(status).toBe(303);
    expect((await toPay(first['paymentUrl'])).location).toBe(location);
    const page = pageOf(location);
    expect(await tell(eventId, newsOf(page))).toBe(200);
    await server.worker?.idle();
    // Told before it is paid: what Stripe says counts.
    expect((await consumer()).status).toBe('pending');
    stripe.pay(page);
    const told = await Promise.all([1, 2, 3].map(() => tell(eventId, newsOf(page))));
    expect(told).toEqual([200, 200, 200]);
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    await server.worker?.idle();
    expect(settlementOf(await consumer())).toMatchObject({ paid: 2500, open: 0, credit: 0 });
    expect((await consumer()).cards).toHaveLength(1);
    expect((await toPay(first['paymentUrl'])).location).not.toContain(stripe.base);
    const after = await fetch(`${server.url}/desk/registrations/${first['token'] ?? ''}`);
    expect(await after.text()).toMatch(/Paid: CHF\s25\.00/);
  });

  it('whoever only follows links opens no page and holds no place; the button works without script and body', async () => {
    const { eventId, first } = await registered();
    const path = new URL(first['paymentUrl'] ?? '').pathname;
    const asked: string[] = [];
    stripe.onRequest = (_method, at) => (asked.push(at), null);
    const look = (method: string) => fetch(server.url + path, { method, redirect: 'manual' });
    for (const method of ['GET', 'HEAD', 'GET']) expect((await look(method)).status).toBe(200);
    const shown = await look('GET');
    const page = await shown.text();
    expect(page).toMatch(/Still to pay: CHF\s25\.00/);
    expect(page).toContain(`method="post" action="${path}"`);
    expect(shown.headers.get('content-security-policy')).toContain(
      `form-action 'self' https: ${stripe.base}`,
    );
    const history = await server.storage.open(historyDatabase(eventId));
    expect(asked).toEqual([]);
    await expect(history.get(`cards_${first['consumerId'] ?? ''}`)).rejects.toMatchObject({ status: 404 });
    const body = new URLSearchParams();
    const pressed = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
    expect(pressed.headers.get('location')).toContain(stripe.base);
  });

  it('takes no news that is forged, too old, or for another event', async () => {
    const { eventId } = await registered();
    expect(await tell(eventId, newsOf('cs_test_1'), 'whsec_other')).toBe(403);
    expect(await tell(eventId, newsOf('cs_test_1'), SECRET, Date.now() - 301_000)).toBe(403);
    expect(await tell('nobody', newsOf('cs_test_1'))).toBe(403);
    const { headers } = stripe.signed(SECRET, newsOf('cs_test_1'));
    const body = JSON.stringify({ data: { object: newsOf('cs_test_2') } });
    expect((await server.call('POST', `/api/payments/webhook/${eventId}`, { body, headers })).status).toBe(
      403,
    );
  });

  it('opens one page where the answer was lost, and leads on once Stripe answers again', async () => {
    const { first } = await registered();
    const before = stripe.sessions.length;
    stripe.onRequest = () => 'lose';
    expect((await toPay(first['paymentUrl'])).status).toBe(503);
    stripe.onRequest = () => null;
    expect((await toPay(first['paymentUrl'])).status).toBe(303);
    expect(stripe.sessions.length - before).toBe(1);
    stripe.onRequest = () => ({ status: 500 });
    const { first: second } = await registered();
    const path = new URL(second['paymentUrl'] ?? '').pathname;
    const words = await fetch(server.url + path, { method: 'POST' });
    expect([words.status, words.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await words.text()).toContain('Card payments do not work just now');
    // Stripe says a failure again to the same key: the next try has another one.
    stripe.onRequest = () => null;
    expect((await toPay(second['paymentUrl'])).status).toBe(303);
    expect(stripe.sessions.length - before).toBe(2);
  });

  it('asks without the address of a guest that Stripe refuses, under a key of its own', async () => {
    const { db, first } = await registered();
    const person = { forename: 'Ada', surname: 'Byron', email: 'ada@refused.ch' };
    await update(db, first['consumerId'] ?? '', (stored) => ({ ...stored, person }));
    const before = stripe.done.length;
    expect((await toPay(first['paymentUrl'])).location).toContain(stripe.base);
    expect(stripe.done.slice(before).map(({ path }) => path)).toEqual(['/v1/checkout/sessions']);
    // A lost answer brings the same page again.
    const { first: second, db: other } = await registered();
    await update(other, second['consumerId'] ?? '', (stored) => ({ ...stored, person }));
    const pages = stripe.sessions.length;
    let asked = 0;
    stripe.onRequest = () => (++asked === 2 ? 'lose' : null);
    expect((await toPay(second['paymentUrl'])).status).toBe(503);
    expect((await toPay(second['paymentUrl'])).location).toContain(stripe.base);
    expect(stripe.sessions.length - pages).toBe(1);
  });

  it('gives a place back in the end; who paid after that has it where there is one, else money to get back', async () => {
    const { db, eventId, first, register, consumer } = await registered(1);
    expect((await register('Full', 'none'))['reason']).toBe('full');
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    await runOut(db, first['consumerId'] ?? '');
    expect(stripe.sessions.find(({ id }) => id === page)?.status).toBe('expired');
    // The last moment: paid as the time ran out.
    Object.assign(stripe.sessions.find(({ id }) => id === page) ?? {}, { status: 'open' });
    stripe.pay(page);
    const second = await register('Second', 'none');
    expect(second['success']).toBe(true);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).cards?.length).toBe(1);
    expect(await consumer()).toMatchObject({ status: 'canceled' });
    expect(settlementOf(await consumer())).toMatchObject({ credit: 2500, open: 0 });
  });

  it('has the place again where it is still free', async () => {
    const { db, eventId, first, consumer } = await registered(1);
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    await runOut(db, first['consumerId'] ?? '');
    Object.assign(stripe.sessions.find(({ id }) => id === page) ?? {}, { status: 'open' });
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
  });

  it.each([
    ['is over', { date: Date.UTC(2024, 4, 1, 12) }],
    ['was archived', { status: 'archived', archivedAt: 2 }],
  ])('is not taken for what %s: the money shows as some to give back', async (_, session) => {
    const { db, eventId, first, consumer } = await registered(1);
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    await runOut(db, first['consumerId'] ?? '');
    await update(db, 'session_s', (stored) => ({ ...stored, _id: 'session_s', ...session }));
    Object.assign(stripe.sessions.find(({ id }) => id === page) ?? {}, { status: 'open' });
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).cards?.length).toBe(1);
    expect((await consumer()).status).toBe('canceled');
    expect(paymentFlags(await consumer())).toEqual(['late']);
  });

  it('gives money back once for each request; all of it cancels; a dispute shows', async () => {
    const { eventId, first, consumer } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    const issued = async () => (await consumer()).invoices?.map(({ total }) => total);
    await expect.poll(issued).toEqual([2500]);
    const host = await server.person('doorman', 'host', eventId);
    const ask = (amount: number, requestId: string, as = server.manager) =>
      server.call('POST', `/api/payments/${eventId}/refund`, {
        as,
        body: { consumerId: first['consumerId'], cardId: page, amount, requestId },
      });
    expect((await ask(500, 'refund-number-one-1', host)).status).toBe(403);
    expect((await ask(500, `refund-one-${page}`)).status).toBe(200);
    expect((await ask(500, `refund-one-${page}`)).status).toBe(200);
    await expect.poll(async () => settlementOf(await consumer()).refunded).toBe(500);
    // What went back is not owed any more.
    expect(settlementOf(await consumer())).toMatchObject({ net: 1850, vat: 150, total: 2000, open: 0 });
    await expect.poll(issued).toEqual([2500, -2500, 2000]);
    expect((await consumer()).status).toBe('invoice_paid');
    expect((await ask(2500, `refund-all-${page}`)).status).toBe(400);
    stripe.dispute(page);
    const { paymentId } = (await consumer()).cards?.[0] ?? {};
    await tell(eventId, { id: 'dp_1', object: 'dispute', payment_intent: paymentId });
    await expect.poll(async () => (await consumer()).cards?.[0]?.disputed).toBe(true);
    expect((await ask(2000, `refund-two-${page}`)).status).toBe(200);
    await expect.poll(async () => (await consumer()).status).toBe('canceled');
    expect(settlementOf(await consumer())).toMatchObject({ paid: 2500, refunded: 2500, open: 0, credit: 0 });
    await expect.poll(issued).toEqual([2500, -2500, 2000, -2000]);
    const told = async () => {
      const history = await server.storage.open(historyDatabase(eventId));
      const { rows } = await history.allDocs({ ...idRange('h_'), include_docs: true });
      const docs = rows.map(({ doc }) => doc as unknown as HistoryDoc);
      return docs.flatMap(({ code, params, author }) =>
        code.startsWith('card_') ? [[code, (params as { amount: number }).amount, author.name]] : [],
      );
    };
    await expect.poll(async () => (await told()).length).toBe(4);
    expect(await told()).toEqual(
      expect.arrayContaining([
        ['card_paid', 2500, PAYMENTS.name],
        ['card_refunded', 500, 'chief'],
        ['card_refunded', 2000, 'chief'],
        ['card_disputed', 2500, PAYMENTS.name],
      ]),
    );
  });

  it('a dispute that is won is one no more, and one that is lost is not paid, however late and often older news comes', async () => {
    const disputed = async () => {
      const { eventId, first, consumer } = await registered();
      const page = pageOf((await toPay(first['paymentUrl'])).location);
      stripe.pay(page);
      await tell(eventId, newsOf(page));
      await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
      const news = {
        id: 'dp_1',
        object: 'dispute',
        payment_intent: (await consumer()).cards?.[0]?.paymentId,
      };
      stripe.dispute(page);
      expect(await tell(eventId, news)).toBe(200);
      await expect.poll(async () => paymentFlags(await consumer())).toEqual(['disputed']);
      expect(settlementOf(await consumer())).toMatchObject({ paid: 2500, open: 0 });
      const again = () =>
        Promise.all([tell(eventId, news), tell(eventId, newsOf(page)), tell(eventId, news)]);
      const outcomes = async () => (await consumer()).cards?.[0]?.disputes?.map(({ outcome }) => outcome);
      return { eventId, first, consumer, page, again, outcomes };
    };
    const won = await disputed();
    stripe.decide(won.page, 'under_review');
    await won.again();
    await server.worker?.idle();
    expect(await won.outcomes()).toEqual(['open']);
    stripe.decide(won.page, 'won');
    await won.again();
    await expect.poll(won.outcomes).toEqual(['won']);
    expect(paymentFlags(await won.consumer())).toEqual([]);
    expect(settlementOf(await won.consumer())).toMatchObject({ paid: 2500, refunded: 0, open: 0, credit: 0 });

    // The key may not read disputes: what was paid is noted all the same, and the flag stays.
    const unread = await registered();
    const page = pageOf((await toPay(unread.first['paymentUrl'])).location);
    stripe.pay(page);
    stripe.dispute(page);
    stripe.onRequest = (_method, path) => (path === '/v1/disputes' ? { status: 403 } : null);
    await tell(unread.eventId, newsOf(page));
    await expect.poll(async () => (await unread.consumer()).status).toBe('invoice_paid');
    expect(paymentFlags(await unread.consumer())).toEqual(['disputed']);
    stripe.onRequest = () => null;

    const lost = await disputed();
    stripe.decide(lost.page, 'lost');
    await lost.again();
    await expect.poll(lost.outcomes).toEqual(['lost']);
    // As it was read before that, and comes only now.
    stripe.decide(lost.page, 'needs_response');
    await lost.again();
    await server.worker?.idle();
    expect(await lost.outcomes()).toEqual(['lost']);
    expect(paymentFlags(await lost.consumer())).toEqual(['short', 'lost']);
    expect(settlementOf(await lost.consumer())).toMatchObject({
      paid: 0,
      refunded: 0,
      total: 2500,
      open: 2500,
    });
    const body = {
      consumerId: lost.first['consumerId'],
      cardId: lost.page,
      amount: 500,
      requestId: `lost-${lost.page}`,
    };
    const refund = await server.call('POST', `/api/payments/${lost.eventId}/refund`, {
      as: server.manager,
      body,
    });
    expect(refund.status).toBe(400);
  });

  it('an answer that is lost or not understood, and a refusal after it, give nothing back twice', async () => {
    const { eventId, first, consumer } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    const ask = async (amount: number, before: number, name: string) => {
      const body = {
        consumerId: first['consumerId'],
        cardId: page,
        amount,
        before,
        requestId: `${name}-${page}`,
      };
      return (await server.call('POST', `/api/payments/${eventId}/refund`, { as: server.manager, body }))
        .status;
    };
    const back = async () => settlementOf(await consumer()).refunded;
    /** How the payment stands is not to be read after it. */
    const answering = (fault: StripeFault, isAsked = false) => {
      let asked = isAsked;
      stripe.onRequest = (_method, path) => {
        if (path !== '/v1/refunds') return asked ? { status: 500 } : null;
        asked = true;
        return fault;
      };
    };
    stripe.onRequest = (_method, path) => (path === '/v1/refunds' ? 'mumble' : null);
    expect(await ask(500, 0, 'ada')).toBe(200);
    await expect.poll(back).toBe(500);
    await server.worker?.idle();
    answering('lose');
    expect(await ask(300, 500, 'bob')).toBe(503);
    // The key was changed meanwhile, say.
    answering({ status: 401 }, true);
    expect(await ask(300, 500, 'eve')).toBe(400);
    stripe.onRequest = () => null;
    expect(await ask(300, 500, 'dan')).toBe(409);
    await expect.poll(back).toBe(800);
    await server.worker?.idle();
    expect(await back()).toBe(800);
  });

  it('more that has gone back than is known here, as after a backup was put back, is read first', async () => {
    const { eventId, first, consumer } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    await server.worker?.idle();
    stripe.giveBack(page, 500);
    const body = {
      consumerId: first['consumerId'],
      cardId: page,
      amount: 500,
      before: 0,
      requestId: `new-${page}`,
    };
    const path = `/api/payments/${eventId}/refund`;
    expect((await server.call('POST', path, { as: server.manager, body })).status).toBe(409);
    await expect.poll(async () => settlementOf(await consumer()).refunded).toBe(500);
  });

  it('of two members who give back at the same time one does, at one server or two; what is old is not built on', async () => {
    const { eventId, first, consumer } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    const ask = async (amount: number, before: number, requestId: string) => {
      const body = { consumerId: first['consumerId'], cardId: page, amount, before, requestId };
      const path = `/api/payments/${eventId}/refund`;
      return (await server.call('POST', path, { as: server.manager, body })).status;
    };
    const id = (name: string) => `${name}-${page}`;
    const back = async () => settlementOf(await consumer()).refunded;
    // Neither is done before the other one has asked.
    let bothAsk: (fault: null) => void = () => undefined;
    const both = new Promise<null>((resolve) => (bothAsk = resolve));
    let asking = 0;
    stripe.onRequest = (_method, path) => {
      if (path !== '/v1/refunds') return null;
      if (++asking === 2) bothAsk(null);
      return both;
    };
    expect(await Promise.all([ask(500, 0, id('ada')), ask(500, 0, id('bob'))])).toEqual([200, 200]);
    stripe.onRequest = () => null;
    expect(await Promise.all([ask(700, 0, id('eve')), ask(500, 0, id('ada'))])).toEqual([409, 200]);
    await expect.poll(back).toBe(500);
    // Asked on what is not so any more; those whose answer was lost hear that it was done, whichever of them was the first.
    expect(await ask(500, 0, id('dan'))).toBe(409);
    expect([await ask(500, 0, id('ada')), await ask(500, 0, id('bob'))]).toEqual([200, 200]);
    await server.worker?.idle();
    // Its answer is lost, and the device forgets its id.
    stripe.onRequest = (_method, path) => (path === '/v1/refunds' ? 'lose' : null);
    expect(await ask(300, 500, id('gus'))).toBe(503);
    stripe.onRequest = () => null;
    // The server may have heard of it by itself by now, and then says so: either way it went back once.
    expect([200, 409]).toContain(await ask(300, 500, id('gus-again')));
    await expect.poll(back).toBe(800);
    // Refused by Stripe: the next one begins anew.
    stripe.onRequest = () => ({ status: 402 });
    expect(await ask(100, 800, id('hal'))).toBe(400);
    stripe.onRequest = () => null;
    expect(await ask(200, 800, id('ida'))).toBe(200);
    await expect.poll(back).toBe(1000);
    // Nobody knows what became of one that was asked for long ago: Stripe is asked first.
    stripe.onRequest = (_method, path) => (path === '/v1/refunds' ? 'lose' : null);
    expect(await ask(100, 1000, id('jan'))).toBe(503);
    const history = await server.storage.open(historyDatabase(eventId));
    await update(history, `cards_${first['consumerId'] ?? ''}`, (stored) => ({
      ...stored,
      refunds: ((stored?.['refunds'] ?? []) as object[]).map((claim) => ({ ...claim, at: 1 })),
    }));
    stripe.onRequest = () => null;
    expect(await ask(400, 1000, id('kim'))).toBe(409);
    await expect.poll(back).toBe(1100);
    expect(await ask(400, 1100, id('kim'))).toBe(200);
    await expect.poll(back).toBe(1500);
    const given = stripe.done.filter(
      ({ path, key }) => path === '/v1/refunds' && key?.startsWith(`${eventId}:`),
    );
    expect(given).toHaveLength(5);
  });

  it.each([
    ['seen how the payment stands', { before: 0 }],
    ['not looked', {}],
  ])(
    'what Stripe failed at, and says again to the same key, goes back under another one once nothing can come of the first; of who has %s',
    async (_, seen) => {
      const { eventId, first, consumer } = await registered();
      const id = first['consumerId'] ?? '';
      const page = pageOf((await toPay(first['paymentUrl'])).location);
      stripe.pay(page);
      await tell(eventId, newsOf(page));
      await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
      const ask = async () => {
        const body = { consumerId: id, cardId: page, amount: 500, ...seen, requestId: `same-${page}` };
        const path = `/api/payments/${eventId}/refund`;
        return (await server.call('POST', path, { as: server.manager, body })).status;
      };
      const history = await server.storage.open(historyDatabase(eventId));
      const later = () =>
        update(history, `cards_${id}`, (stored) => ({
          ...stored,
          refunds: ((stored?.['refunds'] ?? []) as object[]).map((claim) => ({ ...claim, at: 1 })),
        }));
      stripe.onRequest = (_method, path) => (path === '/v1/refunds' ? { status: 500 } : null);
      expect(await ask()).toBe(503);
      stripe.onRequest = () => null;
      // It may be done still.
      expect(await ask()).toBe(503);
      await later();
      expect(await ask()).toBe(200);
      await expect.poll(async () => settlementOf(await consumer()).refunded).toBe(500);
      const keys = stripe.done.flatMap(({ path, key }) => (path === '/v1/refunds' ? (key ?? []) : []));
      expect(keys.filter((key) => key.startsWith(eventId))).not.toContain(`${eventId}:same-${page}`);
      expect(await ask()).toBe(200);
      await server.worker?.idle();
      expect(settlementOf(await consumer()).refunded).toBe(500);
    },
  );

  it('what went back in cash does not go back by card as well, nor more than was paid by several refunds at once', async () => {
    const { db, eventId, first, consumer } = await registered();
    const id = first['consumerId'] ?? '';
    const once = pageOf((await toPay(first['paymentUrl'])).location);
    // One of before that was paid all the same.
    const twice = `cs_test_again${eventId}`;
    stripe.sessions.push({ ...stripe.sessions.find((one) => one.id === once), id: twice } as never);
    for (const page of [once, twice]) {
      stripe.pay(page);
      await tell(eventId, newsOf(page));
      await expect.poll(async () => (await consumer()).cards?.some((card) => card.id === page)).toBe(true);
    }
    const note = (time: number, amount: number) =>
      db.put({
        ...{ _id: paymentId(id, time, 'dev1'), type: 'payment', consumerId: id, kind: 'cash', amount },
        ...{ currency: 'chf', time, device: { id: 'd', name: 'D' }, author: { id: 'u', name: 'u' } },
      } as never);
    const ask = async (cardId: string, amount: number, more: object) => {
      const body = { consumerId: id, cardId, amount, ...more };
      return (await server.call('POST', `/api/payments/${eventId}/refund`, { as: server.manager, body }))
        .status;
    };
    const named = (name: string) => ({ requestId: `${name}-${once}` });
    expect(settlementOf(await consumer())).toMatchObject({ paid: 5000, credit: 2500 });
    // 30.00 of 50.00 went back in cash; of the two payments 20.00 are left.
    await note(1, -3000);
    expect(await ask(once, 2500, { before: 0, ...named('ada') })).toBe(409);
    expect(await ask(once, 2500, named('outside'))).toBe(409);
    const both = await Promise.all([
      ask(once, 1500, { before: 0, ...named('bob') }),
      ask(twice, 1500, { before: 0, ...named('eve') }),
    ]);
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await expect.poll(async () => settlementOf(await consumer()).refunded).toBe(4500);
    // Without having looked: once for each request, and a repeat hears what the first one heard.
    const left = both[0] === 200 ? twice : once;
    expect(await ask(left, 600, named('over'))).toBe(409);
    expect(await ask(left, 500, named('rest'))).toBe(200);
    await expect
      .poll(async () => settlementOf(await consumer()))
      .toMatchObject({ paid: 5000, refunded: 5000 });
    expect(await ask(left, 500, named('rest'))).toBe(200);
    await server.worker?.idle();
    expect(settlementOf(await consumer()).refunded).toBe(5000);
    // Another device was offline meanwhile: it cannot be hindered any more, but is seen.
    await note(2, -700);
    await expect.poll(async () => paymentFlags(await consumer())).toEqual(['excess']);
    expect(paymentState(await consumer())).toBe('refunded');
  });

  it('no stranger, nobody of another event and no forged amount moves money', async () => {
    const { eventId, first, consumer, db } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
    const other = await registered();
    const ask = async (more: object, as?: Awaited<ReturnType<typeof server.person>>, at = eventId) => {
      const body = {
        consumerId: first['consumerId'],
        cardId: page,
        amount: 500,
        requestId: `asks-${page}`,
        ...more,
      };
      const path = `/api/payments/${at}/refund`;
      return (await server.call('POST', path, as === undefined ? { body } : { as, body })).status;
    };
    const member = await server.person(`memberof${'abcdefghij'.charAt(count % 10)}`, 'member', other.eventId);
    expect(await ask({})).toBe(401);
    expect(await ask({}, member)).toBe(403);
    // The payment of this event under the address of one's own.
    expect(await ask({}, member, other.eventId)).toBe(404);
    expect(await ask({ consumerId: other.first['consumerId'] }, member, other.eventId)).toBe(404);
    for (const amount of [0, -500, 0.5, '500', 1e12, null])
      expect(await ask({ amount }, server.manager)).toBe(400);
    expect(await ask({ amount: 2501 }, server.manager)).toBe(400);
    expect(await ask({ requestId: 'x'.repeat(300_000) }, server.manager)).toBeGreaterThanOrEqual(400);
    expect(settlementOf(await consumer()).refunded).toBe(0);

    // Signed by the other event's secret, or of a page that is not its own.
    const services = await server.storage.open(DATABASES.services);
    const payments = { key: 'sk_test', secret: 'whsec_theirs' };
    await update(services, other.eventId, (stored) => ({ ...stored, payments }));
    expect(await tell(eventId, newsOf(page), 'whsec_theirs')).toBe(403);
    expect(await tell(other.eventId, newsOf(page), 'whsec_theirs')).toBe(200);
    await server.worker?.idle();
    expect((await other.consumer()).cards ?? []).toEqual([]);
    const large = JSON.stringify({ data: { object: newsOf(page) }, more: 'x'.repeat(300_000) });
    const { headers } = stripe.signed(SECRET, newsOf(page));
    const hook = `/api/payments/webhook/${eventId}`;
    expect((await server.call('POST', hook, { body: large, headers })).status).toBe(413);

    // What a member's browser writes of money by card is put right; what is paid is what the server says.
    const unpaid = await registered();
    const forged = { id: page, paid: 2500, refunded: 0, disputed: false };
    const id = unpaid.first['consumerId'] ?? '';
    await update(unpaid.db, id, (stored) => ({ ...stored, cards: [forged], status: 'invoice_paid' }));
    await expect.poll(async () => (await unpaid.consumer()).cards).toEqual([]);
    await update(db, first['consumerId'] ?? '', (stored) => ({
      ...stored,
      cards: [{ ...forged, refunded: 2500 }],
    }));
    await expect.poll(async () => (await consumer()).cards).toMatchObject([{ paid: 2500, refunded: 0 }]);
  });

  it('an ended link pays nothing, and neither does one that was made up', async () => {
    const { db, first } = await registered();
    await update(db, first['consumerId'] ?? '', (stored) => ({ ...stored, linkVersion: 1 }));
    const before = stripe.sessions.length;
    const token = first['token'] ?? '';
    for (const one of [token, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, '../../api']) {
      const at = `https://foyer.example/desk/registrations/${encodeURIComponent(one)}/pay`;
      expect((await toPay(at)).status).toBe(404);
      expect((await fetch(server.url + new URL(at).pathname)).status).toBe(404);
    }
    expect(stripe.sessions).toHaveLength(before);
  });

  it('whose guests were all deleted is not asked to pay: the link leads back to the registration, and no page is opened', async () => {
    const { db, first } = await registered();
    const { rows } = await db.allDocs({ startkey: 'client_', endkey: 'client_\ufff0' });
    const own = rows.map(({ id }) => id).filter((id) => id.includes(first['consumerId']?.slice(9) ?? '-'));
    expect(own).toHaveLength(1);
    await update(db, own[0] ?? '', (stored) => ({ ...stored, deletedAt: 5 }));
    const path = new URL(first['paymentUrl'] ?? '').pathname;
    const before = stripe.sessions.length;
    const looked = await fetch(server.url + path, { redirect: 'manual' });
    const pressed = await toPay(first['paymentUrl']);
    for (const at of [looked.headers.get('location'), pressed.location])
      expect(new URL(at ?? '').pathname).toBe(path.replace(/\/pay$/, ''));
    expect(stripe.sessions).toHaveLength(before);
  });

  it('notices without any news what was paid: who comes back, or pays again, and at last when the page’s time is over', async () => {
    const back = (token = '') => fetch(`${server.url}/desk/registrations/${token}?paid=1`);
    const one = await registered();
    const page = pageOf((await toPay(one.first['paymentUrl'])).location);
    const said = await (await back(one.first['token'])).text();
    expect(said).toContain('Have you just paid?');
    expect((await one.consumer()).status).toBe('pending');
    stripe.pay(page);
    expect(await (await back(one.first['token'])).text()).toContain('You are registered');
    expect((await one.consumer()).status).toBe('invoice_paid');

    const two = await registered();
    const opened = stripe.sessions.length;
    stripe.pay(pageOf((await toPay(two.first['paymentUrl'])).location));
    expect((await toPay(two.first['paymentUrl'])).location).not.toContain(stripe.base);
    expect((await two.consumer()).status).toBe('invoice_paid');
    expect(stripe.sessions.length - opened).toBe(1);

    const three = await registered();
    const id = three.first['consumerId'] ?? '';
    await update(three.db, id, (stored) => ({ ...stored, status: 'registered', hold: null }));
    await server.worker?.idle();
    const last = pageOf((await toPay(three.first['paymentUrl'])).location);
    stripe.pay(last);
    await changePages(three.eventId, id, { expiresAt: 1 });
    await jobNow('endCardPages', id);
    await expect.poll(async () => (await three.consumer()).status).toBe('invoice_paid');
  });

  it('what was paid on a page counts before another one is opened for another amount', async () => {
    const { db, first, consumer } = await registered();
    const id = first['consumerId'] ?? '';
    stripe.pay(pageOf((await toPay(first['paymentUrl'])).location));
    await update(db, id, (stored) => ({
      ...stored,
      registration: { ...(stored?.['registration'] as object), amount: 4626 },
    }));
    const next = pageOf((await toPay(first['paymentUrl'])).location);
    expect(stripe.sessions.find(({ id: known }) => known === next)?.amount_total).toBe(2501);
    // A part of it is there: the place does not go for the rest.
    expect((await consumer()).status).toBe('registered');
    stripe.pay(next);
    expect((await toPay(first['paymentUrl'])).location).not.toContain(stripe.base);
    expect(settlementOf(await consumer())).toMatchObject({ paid: 5001, open: 0, credit: 0 });
  });

  it('nobody pays any more what was paid at the desk, or is cancelled: the open page is closed', async () => {
    for (const [taken, status] of [
      [2500, 'invoice_paid'],
      [null, 'canceled'],
    ] as const) {
      const { db, first, consumer } = await registered();
      const id = first['consumerId'] ?? '';
      const page = pageOf((await toPay(first['paymentUrl'])).location);
      const of = { consumerId: id, kind: 'cash', amount: taken, currency: 'chf', time: 1 };
      const by = { device: { id: 'd', name: 'D' }, author: { id: 'u', name: 'u' } };
      if (taken === null) await update(db, id, (stored) => ({ ...stored, status }));
      else await db.put({ _id: paymentId(id, 1, 'dev1'), type: 'payment', ...of, ...by } as never);
      await expect.poll(async () => (await consumer()).status).toBe(status);
      const state = () => stripe.sessions.find(({ id: known }) => known === page)?.status;
      await expect.poll(state).toBe('expired');
      expect((await toPay(first['paymentUrl'])).location).not.toContain(stripe.base);
    }
  });

  it('a page of a registration that is deleted is closed; who pays all the same is kept, in sight, and can be given the money back', async () => {
    const { eventId, dbName, first, consumer } = await registered();
    const id = first['consumerId'] ?? '';
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    const { _rev: rev } = await consumer();
    const gone = await server.call('DELETE', `/db/${dbName}/${id}?rev=${rev}`, { as: server.manager });
    expect(gone.status).toBe(200);
    const session = stripe.sessions.find(({ id: known }) => known === page);
    await expect.poll(() => session?.status).toBe('expired');
    // Nobody has paid: nothing is kept.
    await tell(eventId, newsOf(page));
    await server.worker?.idle();
    await expect(consumer()).rejects.toMatchObject({ status: 404 });
    // In the last moment.
    Object.assign(session ?? {}, { status: 'open' });
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    await expect.poll(() => consumer().catch(() => null)).toMatchObject({ status: 'canceled' });
    const kept = await consumer();
    expect(kept.person).toEqual({ surname: 'Ada Byron', email: 'ada@example.org' });
    expect(moneyRows([kept], [])).toMatchObject([
      { flags: ['over', 'missing'], settlement: { total: 0, paid: 2500, credit: 2500, currency: 'chf' } },
    ]);
    await server.worker?.idle();
    expect((await consumer()).cards).toHaveLength(1);
    const body = { consumerId: id, cardId: page, amount: 2500, before: 0, requestId: `missing-${page}` };
    const refund = await server.call('POST', `/api/payments/${eventId}/refund`, { as: server.manager, body });
    expect(refund.status).toBe(200);
    await expect.poll(async () => paymentState(await consumer())).toBe('refunded');
    expect(paymentFlags(await consumer())).toEqual([]);
  });

  it('what is paid for a registration that a backup does not hold is that registration’s once a device brings it', async () => {
    const { db, eventId, dbName, first, consumer } = await registered();
    const own = await consumer();
    const page = `cs_test_newer${eventId}`;
    const _id = `consumer_newer${++count}`;
    const opened = pageOf((await toPay(first['paymentUrl'])).location);
    const session = stripe.sessions.find(({ id }) => id === opened);
    if (session === undefined) throw new Error('no page was opened');
    stripe.sessions.push({ ...session, id: page, metadata: { event: eventId, consumer: _id } });
    stripe.pay(page);
    await tell(eventId, newsOf(page));
    const stored = async () => (await db.get(_id)) as unknown as Consumer;
    await expect.poll(() => stored().catch(() => null)).toMatchObject({ standsIn: true, status: 'canceled' });
    const { _rev: _, ...fields } = own;
    const registration = { ...fields, _id, _rev: '2-b', _revisions: { start: 2, ids: ['b', 'a'] } };
    const { status } = await server.call('POST', `/db/${dbName}/_bulk_docs`, {
      as: server.manager,
      body: { docs: [registration], new_edits: false },
    });
    expect(status).toBe(201);
    await expect.poll(stored).toMatchObject({ status: 'invoice_paid', person: own.person });
    expect((await stored()).standsIn).toBeUndefined();
    expect(settlementOf(await stored())).toMatchObject({ total: 2500, paid: 2500, open: 0, credit: 0 });
  });

  it('asks anew where Stripe was away for too long for the time that was asked for, or where the guest has changed', async () => {
    const { db, eventId, first } = await registered();
    const id = first['consumerId'] ?? '';
    stripe.onRequest = () => ({ status: 500 });
    expect((await toPay(first['paymentUrl'])).status).toBe(503);
    await changePages(eventId, id, { expiresAt: Date.now() + 29 * 60_000 });
    stripe.onRequest = () => 'lose';
    expect((await toPay(first['paymentUrl'])).status).toBe(503);
    stripe.onRequest = () => null;
    const person = { forename: 'Ada', surname: 'Byron', email: 'new@b.ch' };
    await update(db, id, (stored) => ({ ...stored, person }));
    const { status, location } = await toPay(first['paymentUrl']);
    expect([status, location.startsWith(stripe.base)]).toEqual([303, true]);
  });

  it('a guest reads words where Stripe refuses, and finds the registration where cards were switched off', async () => {
    const { eventId, first } = await registered();
    const path = new URL(first['paymentUrl'] ?? '').pathname;
    stripe.onRequest = () => ({ status: 401 });
    const refused = await fetch(server.url + path, { method: 'POST' });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    stripe.onRequest = () => null;
    expect((await toPay(first['paymentUrl'])).status).toBe(303);
    const unknown = await fetch(`${server.url}/desk/registrations/nobody/pay`);
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const services = await server.storage.open(DATABASES.services);
    await update(services, eventId, (stored) => ({ ...stored, payments: null }));
    const gone = await toPay(first['paymentUrl']);
    expect(gone).toMatchObject({ status: 303, location: `https://foyer.example${path.replace('/pay', '')}` });
  });

  it('another account’s keys, or none: what is paid on the pages of before is read with the former key, which goes with them', async () => {
    const keyNow = async (eventId: string, payments: object | null) => {
      const path = `/db/services/${eventId}`;
      const { body } = await server.call<Record<string, unknown>>('GET', path, { as: server.manager });
      const put = await server.call('PUT', path, { as: server.manager, body: { ...body, payments } });
      expect(put.status).toBe(201);
    };
    const failing = async (eventId: string) =>
      (await server.call('GET', `/api/payments/${eventId}/troubles`, { as: server.manager })).body[
        'troubles'
      ];
    stripe.keys.add('sk_other');
    const other = { key: 'sk_other', secret: 'whsec_other' };
    const setups = [
      ['a key of another account', other],
      ['none', null],
    ] as const;
    for (const [, payments] of setups) {
      const { db, eventId, first, consumer } = await registered();
      const page = pageOf((await toPay(first['paymentUrl'])).location);
      await keyNow(eventId, payments);
      stripe.pay(page);
      // Its webhook’s secret is gone as well: the page is read when the guest asks, or its time is over.
      await jobNow('endCardPages', first['consumerId'] ?? '');
      await changePages(eventId, first['consumerId'] ?? '', { expiresAt: 1 });
      await jobNow('endCardPages', first['consumerId'] ?? '');
      await expect.poll(async () => (await consumer()).status).toBe('invoice_paid');
      const history = await server.storage.open(historyDatabase(eventId));
      const kept = JSON.stringify(await history.get('formercardkeys'));
      expect(kept).not.toContain('sk_test');
      await update(history, 'formercardkeys', (stored) => ({
        ...stored,
        keys: ((stored?.['keys'] ?? []) as object[]).map((one) => ({ ...one, until: 1 })),
      }));
      await jobNow('forgetFormerCardKeys', '');
      await expect.poll(() => history.get('formercardkeys').catch(() => null)).toBeNull();
      // No account tells of it any more. A device brings the registration as it was before.
      await update(db, first['consumerId'] ?? '', (stored) => ({
        ...stored,
        cards: [],
        status: 'registered',
      }));
      await expect.poll(async () => (await consumer()).cards).toMatchObject([{ id: page, paid: 2500 }]);
      expect(await consumer()).toMatchObject({ status: 'invoice_paid' });
      await server.worker?.idle();
      expect(await failing(eventId)).toEqual([]);
    }
    // Nobody has a page open: nothing of the key is kept.
    const quiet = await registered();
    await keyNow(quiet.eventId, other);
    const history = await server.storage.open(historyDatabase(quiet.eventId));
    await expect(history.get('formercardkeys')).rejects.toMatchObject({ status: 404 });
    // The guest of a former page goes on to one of the new account; the former one is closed.
    const next = await registered();
    const before = pageOf((await toPay(next.first['paymentUrl'])).location);
    await keyNow(next.eventId, other);
    const after = pageOf((await toPay(next.first['paymentUrl'])).location);
    expect(stripe.sessions.find(({ id }) => id === after)?.account).toBe('sk_other');
    expect(stripe.sessions.find(({ id }) => id === before)?.status).toBe('expired');
    // The former key was revoked at once: the guest pays all the same, and somebody must look at the former page.
    const revoked = await registered();
    const lost = pageOf((await toPay(revoked.first['paymentUrl'])).location);
    await keyNow(revoked.eventId, other);
    const records = await server.storage.open(historyDatabase(revoked.eventId));
    await update(records, 'formercardkeys', (stored) => ({ ...stored, keys: [] }));
    expect(pageOf((await toPay(revoked.first['paymentUrl'])).location)).not.toBe(lost);
    const record = await records.get(`cards_${revoked.first['consumerId'] ?? ''}`);
    expect((record as unknown as { pages: object[] }).pages).toMatchObject([
      { sessionId: lost, isUnread: true },
      { amount: 2500, url: expect.stringContaining(stripe.base) as string },
    ]);
    // It shows, and so does what was given up, until it is tried again and read.
    const troubles = async () =>
      (await server.call('GET', `/api/payments/${revoked.eventId}/troubles`, { as: server.manager })).body;
    expect(await troubles()).toMatchObject({
      troubles: [{ kind: 'unread', reference: lost, consumerId: revoked.first['consumerId'] }],
    });
    expect(await troubles()).toMatchObject({ open: 2, openUntil: expect.any(Number) as number });
    const jobs = await server.storage.open(DATABASES.jobs);
    const job = { kind: 'readCardPayment', eventId: revoked.eventId, key: lost, payload: null };
    await jobs.put({
      ...{ _id: `job/readCardPayment/${revoked.eventId}/${lost}`, type: 'job', ...job },
      ...{ state: 'givenUp', at: 1, attempts: 300, holder: null, error: 'Stripe answers 401', askedAt: 1 },
    } as never);
    expect((await troubles())['troubles']).toHaveLength(2);
    const host = await server.person('troubledhost', 'host', revoked.eventId);
    const path = `/api/payments/${revoked.eventId}`;
    expect((await server.call('GET', `${path}/troubles`, { as: host })).status).toBe(403);
    const attention = async (as: Login): Promise<unknown> =>
      (await server.call<Record<string, unknown>>('GET', '/api/payment-attention', { as })).body['events'];
    const member = await server.person('troubledmember', 'member', revoked.eventId);
    const stranger = await server.person('untroubled', 'member');
    expect(await attention(member)).toEqual([{ eventId: revoked.eventId, count: 2 }]);
    expect(await attention(stranger)).toEqual([]);
    expect((await server.call('GET', '/api/payment-attention', { as: host })).status).toBe(403);
    await keyNow(revoked.eventId, { key: 'sk_test', secret: SECRET });
    stripe.pay(lost);
    expect((await server.call('POST', `${path}/retry`, { as: server.manager })).status).toBe(200);
    await expect.poll(async () => (await revoked.consumer()).cards?.map(({ id }) => id)).toEqual([lost]);
    await expect.poll(async () => (await troubles())['troubles']).toEqual([]);
    expect(await attention(member)).toEqual([]);
    stripe.keys.clear();
  }, 60_000);

  it('an event is not deleted over pages that cannot be closed, nor over money that has just come', async () => {
    const { eventId, first, consumer } = await registered();
    const page = pageOf((await toPay(first['paymentUrl'])).location);
    const remove = () => server.call('DELETE', `/api/event/${eventId}`, { as: server.manager });
    stripe.onRequest = () => ({ status: 500 });
    expect(await remove()).toMatchObject({ status: 503, body: { error: 'pages_open' } });
    stripe.onRequest = () => ({ status: 401 });
    expect(await remove()).toMatchObject({ status: 503, body: { error: 'pages_open' } });
    stripe.onRequest = () => null;
    stripe.pay(page);
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'money_came' } });
    expect((await consumer()).status).toBe('invoice_paid');
    expect((await remove()).status).toBe(200);
    const other = await registered();
    const open = pageOf((await toPay(other.first['paymentUrl'])).location);
    const gone = await server.call('DELETE', `/api/event/${other.eventId}`, { as: server.manager });
    expect([gone.status, stripe.sessions.find(({ id }) => id === open)?.status]).toEqual([200, 'expired']);
  });

  it('believes no device about a card', async () => {
    const { db, first, consumer } = await registered();
    const forged = { id: 'cs_forged', paid: 2500, refunded: 0, disputed: false };
    await db.put({ ...((await db.get(first['consumerId'] ?? '')) as object), cards: [forged] } as never);
    await expect.poll(async () => (await consumer()).cards).toEqual([]);
  });

  it('notes of money from two devices both count, whichever registration won; hosts have none of them', async () => {
    const { db, eventId, dbName, first, consumer } = await registered();
    const id = first['consumerId'] ?? '';
    const note = (n: number, amount: number) => ({
      ...{ _id: paymentId(id, n, `dev${n}`), type: 'payment', consumerId: id, kind: 'cash', amount },
      ...{ currency: 'chf', time: n, device: { id: 'd', name: 'D' }, author: { id: 'u', name: 'u' } },
    });
    await db.bulkDocs([note(1, 500), note(2, 2000)] as never);
    await expect.poll(async () => (await consumer()).taken?.length).toBe(2);
    expect(await consumer()).toMatchObject({ status: 'invoice_paid' });
    expect(settlementOf(await consumer())).toMatchObject({ paid: 2500, open: 0 });
    // Of a device that made one up.
    const forged = { id: note(3, 1)._id, kind: 'cash', amount: 9900 };
    await update(db, id, (stored) => ({ ...stored, taken: [forged] }));
    await expect.poll(async () => (await consumer()).taken?.map(({ amount }) => amount)).toEqual([500, 2000]);
    const as = await server.person('doormantwo', 'host', eventId);
    const seen = await server.call('GET', `/db/${dbName}/${note(1, 500)._id}`, { as });
    expect(seen.status).toBe(404);
    const wrote = await server.call('PUT', `/db/${dbName}/${note(4, 5)._id}`, { as, body: note(4, 5) });
    expect(wrote.status).toBe(403);
  });

  it('moves no money on a restored copy before a manager has confirmed it', async () => {
    const { first } = await registered();
    const paid = await registered();
    const page = pageOf((await toPay(paid.first['paymentUrl'])).location);
    stripe.pay(page);
    await tell(paid.eventId, newsOf(page));
    await expect.poll(async () => (await paid.consumer()).status).toBe('invoice_paid');
    const refund = () =>
      server.call('POST', `/api/payments/${paid.eventId}/refund`, {
        as: server.manager,
        body: { consumerId: paid.first['consumerId'], cardId: page, amount: 500, requestId: `copy-${page}` },
      });
    const givenBack = () => stripe.done.filter(({ path }) => path === '/v1/refunds').length;
    const refunds = givenBack();
    const marks = await server.storage.open(DATABASES.worker);
    await marks.put({ _id: 'instance', copiedAt: 1 } as never);
    const before = stripe.sessions.length;
    expect((await toPay(first['paymentUrl'])).status).toBe(503);
    expect(stripe.sessions).toHaveLength(before);
    const { status, body } = await refund();
    expect([status, body['error']]).toEqual([503, 'copy_unconfirmed']);
    expect(givenBack()).toBe(refunds);
    await server.call('POST', '/api/confirm-copy', { as: server.manager });
    expect((await toPay(first['paymentUrl'])).status).toBe(303);
    expect((await refund()).status).toBe(200);
    expect(givenBack()).toBe(refunds + 1);
    await expect.poll(async () => settlementOf(await paid.consumer()).refunded).toBe(500);
  });
});
