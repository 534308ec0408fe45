import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Consumer } from '#domain/documents/consumer.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { ADMIN, startFoyer } from '../e2e/support/foyer.ts';
import { createEvent, login, writeDocs, type Api } from '../e2e/support/http.ts';
import { startStripe, type TestStripe } from '../server/testing/stripeServer.ts';
import { figure, percentile, type Figure } from './support/report.ts';
import type { Settled } from './webhook/child.ts';

const EVENTS = 1000;
const KILLS = 10;
const TIMES = 3;
const CONNECTIONS = 4;
const P95_MS = 50;
/** Where nothing more is settled for so long, it does not come any more (ms). */
const PATIENCE = 60_000;
const KEY = 'sk_bench';
const SECRET = 'whsec_bench';
const TOTAL = 2500;

/**
 * News of 1,000 payments, each three times, in random order, to a server that is killed (`kill -9`) at random moments; what got no
 * answer is delivered again, as Stripe does. Counted: registrations that are not paid, and those where something came of it twice
 * (payments, invoices, flags). Ms until an answer, with these kills and without; baseline, without: read from Stripe and written before the
 * answer. Stripe is on loopback and answers at once, which flatters the baseline. `-- --events=200 --kills=3` makes it short.
 */
export default async function webhook(emit: (figure: Figure) => void): Promise<void> {
  const options = { events: { type: 'string' }, kills: { type: 'string' } } as const;
  const { values } = parseArgs({ options, allowPositionals: true });
  const [count, kills] = [Number(values.events ?? EVENTS), Number(values.kills ?? KILLS)];
  const stripe = await startStripe(KEY);
  try {
    const ours = await told(stripe, count, kills);
    const quiet = await told(stripe, count, 0);
    const baseline = percentile(await settledFirst(stripe, count), 95);
    const one = { bench: 'webhook', baselineName: 'read from Stripe and written before the answer' };
    const measure = `answer p95, ${count} events ${TIMES} times`;
    const p95 = percentile(ours.times, 95);
    const target = { target: `at most ${P95_MS} ms`, reached: p95 <= P95_MS };
    const alone = { bench: 'webhook', baseline: NaN, baselineName: '', ratio: null };
    emit(figure({ ...alone, measure: `${measure}, with ${kills} kills`, ours: p95, unit: 'ms', ...target }));
    emit(
      figure({ ...one, measure: '… without kills', ours: percentile(quiet.times, 95), baseline, unit: 'ms' }),
    );
    const counted = { ...alone, target: '0' };
    for (const [what, number, unit] of [
      [`not paid, not invoiced after ${kills} kills`, ours.lost + quiet.lost, 'lost'],
      [`settled or invoiced twice after ${kills} kills`, ours.twice + quiet.twice, 'found'],
    ] as const)
      emit(figure({ ...counted, measure: what, ours: number, unit, reached: number === 0 }));
  } finally {
    await stripe.close();
  }
}

async function told(
  stripe: TestStripe,
  count: number,
  kills: number,
): Promise<{ times: number[]; lost: number; twice: number }> {
  const foyer = await startFoyer((url) => ({
    ...{ STRIPE_API_BASE: stripe.base, PUBLIC_URL: url, LOG_LEVEL: 'fatal' },
  }));
  try {
    const api = await login(foyer.url, ADMIN.username, ADMIN.password);
    const { eventId, dbName, pages } = await paidEvent(api, stripe, count);
    const services = { _id: eventId, payments: { key: KEY, secret: SECRET } };
    const set = await api.call('PUT', `/db/services/${eventId}`, services);
    if (set.status !== 201) throw new Error(`the services answer ${set.status}`);
    const all = count * TIMES;
    // One after the last delivery, the others somewhere on the way there.
    const moments = Array.from({ length: kills }, (_, n) => (n === 0 ? all : Math.ceil(Math.random() * all)));
    moments.sort((a, b) => a - b);
    let answered = 0;
    let isUp: Promise<void> = Promise.resolve();
    const strikes: Promise<void>[] = [];
    // In the middle of what is being answered; what comes after it waits for the next life.
    const strike = async (): Promise<void> => {
      await delay(Math.random() * 20);
      isUp = isUp.then(() => foyer.kill()).then(() => foyer.restart());
      await isUp;
    };
    const news = new Map(pages.map((id) => [id, stripe.signed(SECRET, { id, object: 'checkout.session' })]));
    const ready = (): Promise<void> => isUp;
    const times = await deliver(pages, ready, async (id) => {
      const address = `${foyer.url}/api/payments/webhook/${eventId}`;
      const response = await fetch(address, { method: 'POST', ...news.get(id) }).catch(() => null);
      // As it may have been cut off in the middle of the answer.
      if ((await response?.text().catch(() => null)) == null || response?.ok !== true) return false;
      answered++;
      while ((moments[0] ?? Infinity) <= answered) {
        moments.shift();
        strikes.push(strike());
      }
      return true;
    });
    await Promise.all(strikes);
    const consumers = await settled(await login(foyer.url, ADMIN.username, ADMIN.password), dbName, count);
    const paid = consumers.filter((one) => one.status === 'invoice_paid' && settlementOf(one).paid >= TOTAL);
    const numbers = consumers.flatMap(({ invoices }) => (invoices ?? []).map(({ number }) => number));
    const twice = consumers.filter(
      (one) =>
        (one.cards?.length ?? 0) > 1 ||
        (one.invoices?.length ?? 0) > 1 ||
        settlementOf(one).paid > TOTAL ||
        paymentFlags(one).length > 0,
    );
    console.log(`${numbers.length} invoices, ${new Set(numbers).size} numbers`);
    const lost = count - paid.filter(({ invoices }) => invoices?.length).length;
    return { times, lost, twice: twice.length + numbers.length - new Set(numbers).size };
  } finally {
    await foyer.dispose();
  }
}

async function settledFirst(stripe: TestStripe, count: number): Promise<number[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const env = { ...process.env, COUCHDB_URL: undefined, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const admin = { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const child = fork(fileURLToPath(new URL('./webhook/child.ts', import.meta.url)), {
    env: { ...env, ...admin },
  });
  try {
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    const api = await login(url, ADMIN.username, ADMIN.password);
    const { dbName, pages } = await paidEvent(api, stripe, count);
    return await deliver(pages, null, async (id) => {
      const body: Settled = { dbName, base: stripe.base, key: KEY, id };
      const { status } = await api.call('POST', '/bench/settle', body);
      if (status !== 200) throw new Error(`the baseline answers ${status}`);
      return true;
    });
  } finally {
    child.kill();
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** An event whose registrations were each paid on a page of their own, of which nobody has heard yet. */
async function paidEvent(api: Api, stripe: TestStripe, count: number) {
  const { eventId, dbName } = await createEvent(api, 'Benchmark', Date.UTC(2027, 0, 15, 12));
  const metadata = { author: { id: 'bench', name: 'bench' }, createdAt: 1, updatedAt: 1 };
  const ids = Array.from({ length: count }, (_, index) => `consumer_${String(index).padStart(5, '0')}`);
  await writeDocs(
    api,
    dbName,
    ids.map((_id, index) => ({
      ...{ _id, type: 'consumer', date: 1, status: 'registered', paymentType: 'card', notifs: {}, metadata },
      person: { forename: 'Mary', surname: `P${index}`, email: `p${index}@example.org`, language: 'en' },
      registration: { amount: 2313, amountVat: 187, vat: 810, currency: 'chf', rate: 100 },
    })),
  );
  const pages = ids.map((consumer) => {
    const id = `cs_${eventId.replaceAll(/[^A-Za-z0-9]/g, '')}${consumer}`;
    stripe.sessions.unshift({
      ...{ id, object: 'checkout.session', url: '', status: 'open', payment_status: 'unpaid' },
      ...{ amount_total: TOTAL, currency: 'chf', customer: null, payment_intent: null },
      ...{ success_url: '', cancel_url: '', metadata: { event: eventId, consumer } },
    });
    stripe.pay(id);
    return id;
  });
  return { eventId, dbName, pages };
}

/** Each three times, in random order, and again where it was not taken: ms of those that were. */
async function deliver(
  pages: readonly string[],
  ready: (() => Promise<void>) | null,
  send: (id: string) => Promise<boolean>,
): Promise<number[]> {
  const waiting = Array.from({ length: TIMES }, () => pages).flat();
  const times: number[] = [];
  const next = (): string | undefined => {
    const last = waiting.length - 1;
    const chosen = Math.floor(Math.random() * waiting.length);
    [waiting[chosen], waiting[last]] = [waiting[last] ?? '', waiting[chosen] ?? ''];
    return waiting.pop();
  };
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let id = next(); id !== undefined; id = waiting.length > 0 ? next() : undefined) {
        await ready?.();
        const start = performance.now();
        if (await send(id)) times.push(performance.now() - start);
        else waiting.push(id);
      }
    }),
  );
  return times;
}

/** When all are paid and invoiced, and nothing more comes of it. */
async function settled(api: Api, dbName: string, count: number): Promise<Consumer[]> {
  let before = '';
  for (let since = Date.now(), quiet = 0; ;) {
    const answer = await api.call(
      'GET',
      `/db/${dbName}/_all_docs?include_docs=true&startkey="consumer_"&endkey="consumer_\ufff0"`,
    );
    const consumers = (answer.body as { rows: { doc: Consumer & { _rev: string } }[] }).rows.map(
      ({ doc }) => doc,
    );
    const now = consumers.map(({ _rev }) => _rev).join();
    const done = consumers.filter((one) => one.status === 'invoice_paid' && one.invoices?.length).length;
    quiet = now === before ? quiet + 1 : 0;
    if (now !== before) since = Date.now();
    if ((done === count && quiet >= 4) || Date.now() - since > PATIENCE) return consumers;
    before = now;
    await delay(500);
  }
}
