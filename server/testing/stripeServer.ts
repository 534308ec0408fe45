import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Session {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  amount_total: number;
  currency: string;
  customer: string | null;
  customer_details?: { name: string; email: string };
  metadata: Record<string, string>;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
  /** The key of another account than the first. */
  account?: string;
}
interface Payment {
  id: string;
  latest_charge: { id: string; amount_refunded: number; disputed: boolean };
}

/**
 * `lose`: it does what is asked, and the answer never comes. `mumble`: it does it, and says what nobody understands. `after`: it does it,
 * and answers then.
 */
export type StripeFault = { status: number } | { after: Promise<unknown> } | 'lose' | 'mumble' | null;

export interface TestStripe {
  base: string;
  sessions: Session[];
  /** Requests that were answered as new ones, not as repeats of a key. */
  /** Of other accounts, at which nothing of the first is there. */
  keys: Set<string>;
  done: { path: string; key: string | null }[];
  /** A promise keeps the request waiting before anything is done. */
  onRequest: (method: string, path: string) => StripeFault | Promise<StripeFault>;
  pay(sessionId: string): void;
  dispute(sessionId: string): void;
  /** As somebody does it at Stripe's own pages. */
  giveBack(sessionId: string, amount: number): void;
  /** The bank has decided. */
  decide(sessionId: string, status: string): void;
  /** An event as Stripe would send it, with its signature. */
  signed(secret: string, object: object, at?: number): { body: string; headers: Record<string, string> };
  /** Takes no connections any more, until it is `up` again at the same address. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** A server on loopback that speaks as much of Stripe's API as is used: pages to pay on, payments, refunds, keys against repeats. */
export async function startStripe(key: string): Promise<TestStripe> {
  const payments = new Map<string, Payment>();
  /** By the payment: how it stands. */
  const disputes = new Map<string, string>();
  const answered = new Map<string, { asked: string; status: number; body: object }>();
  const result = {
    sessions: [] as Session[],
    keys: new Set<string>(),
    done: [] as TestStripe['done'],
    onRequest: (() => null) as TestStripe['onRequest'],
  };
  const find = (id: string): Session => {
    const session = result.sessions.find((one) => one.id === id);
    if (session === undefined) throw new Error(`no page ${id}`);
    return session;
  };
  const refuse = (status: number, code: string) => ({ status, body: { error: { code } } });
  /** Half an hour at least, a day at most. */
  const isTime = (seconds: number): boolean => {
    const minutes = (seconds * 1000 - Date.now()) / 60_000;
    return minutes >= 30 && minutes <= 24 * 60;
  };
  const shown = (session: Session): object => ({
    ...session,
    payment_intent: session.payment_intent === null ? null : payments.get(session.payment_intent),
  });

  function act(
    used: string,
    {
      method,
      path,
      query,
      form,
    }: { method: string; path: string; query: URLSearchParams; form: URLSearchParams },
  ) {
    const mine = result.sessions.filter(({ account = key }) => account === used);
    if (path === '/v1/checkout/sessions' && method === 'GET') {
      const found = mine.filter((one) => one.payment_intent === query.get('payment_intent'));
      return { status: 200, body: { data: found.map(shown) } };
    }
    if (path === '/v1/checkout/sessions') {
      const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
      const price = 'line_items[0][price_data]';
      if (form.get('payment_method_types[0]') !== 'card' || form.get('adaptive_pricing[enabled]') !== 'false')
        return refuse(400, 'other_than_a_card_in_its_currency');
      if (form.get('customer_email')?.endsWith('@refused.ch') === true) return refuse(400, 'email_invalid');
      // As at the real one, which looks at the account's own currency, too.
      if (Number(form.get(`${price}[unit_amount]`)) < 60) return refuse(400, 'amount_too_small');
      if (!isTime(Number(form.get('expires_at')))) return refuse(400, 'parameter_invalid_integer');
      const session: Session = {
        ...{ id, object: 'checkout.session', url: `${base}/pay/${id}`, status: 'open' },
        ...{ payment_status: 'unpaid', customer: null, payment_intent: null },
        ...{ success_url: form.get('success_url') ?? '', cancel_url: form.get('cancel_url') ?? '' },
        amount_total: Number(form.get(`${price}[unit_amount]`)),
        currency: form.get(`${price}[currency]`) ?? '',
        metadata: {
          event: form.get('metadata[event]') ?? '',
          consumer: form.get('metadata[consumer]') ?? '',
        },
      };
      if (used !== key) session.account = used;
      result.sessions.push(session);
      return { status: 200, body: session };
    }
    if (path === '/v1/disputes') {
      const status = disputes.get(query.get('payment_intent') ?? '');
      const { amount_total: amount = 0, currency = '' } =
        result.sessions.find((one) => one.payment_intent === query.get('payment_intent')) ?? {};
      const data = [{ id: `dp_${query.get('payment_intent')}`, amount, currency, status }];
      return { status: 200, body: { data: status === undefined ? [] : data } };
    }
    const [, id = '', rest] = /^\/v1\/checkout\/sessions\/([^/]+)(\/expire)?$/.exec(path) ?? [];
    const session = mine.find((one) => one.id === id);
    if (session !== undefined && rest === undefined) return { status: 200, body: shown(session) };
    if (session !== undefined) {
      if (session.status !== 'open') return refuse(400, 'resource_not_open');
      session.status = 'expired';
      return { status: 200, body: session };
    }
    const charge = payments.get(form.get('payment_intent') ?? '')?.latest_charge;
    const paid = mine.find((one) => one.payment_intent === form.get('payment_intent'));
    if (path !== '/v1/refunds' || charge === undefined || paid === undefined)
      return refuse(404, 'resource_missing');
    const amount = Number(form.get('amount'));
    if (charge.amount_refunded + amount > paid.amount_total) return refuse(400, 'charge_already_refunded');
    charge.amount_refunded += amount;
    return { status: 200, body: { id: `re_${randomUUID()}` } };
  }

  function pay(sessionId: string): void {
    const session = find(sessionId);
    if (session.status !== 'open') throw new Error('the page is closed');
    const id = `pi_${randomUUID().replaceAll('-', '')}`;
    payments.set(id, { id, latest_charge: { id: `ch_${id}`, amount_refunded: 0, disputed: false } });
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      customer: 'cus_1',
      customer_details: { name: 'Ada Byron', email: 'ada@example.org' },
      payment_intent: id,
    });
  }

  /** Its answers, and what a browser sees of a page to pay on. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const method = request.method ?? 'GET';
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const [, shownId, isPaid] = /^\/pay\/([^/]+)(\/paid)?$/.exec(pathname) ?? [];
    if (shownId !== undefined) {
      const { success_url, cancel_url } = find(shownId);
      if (isPaid !== undefined) {
        pay(shownId);
        return void response.writeHead(303, { location: success_url }).end();
      }
      const page = `<!doctype html><title>Stripe</title><a href="/pay/${shownId}/paid">Pay</a> <a href="${cancel_url}">Back</a>`;
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    }
    const fault = await result.onRequest(method, pathname);
    const say = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null;
    const known = idempotencyKey === null ? undefined : answered.get(idempotencyKey);
    if (typeof fault === 'object' && fault !== null && 'status' in fault) {
      const failed = { status: fault.status, body: { error: { code: 'api_error' } } };
      // What it began, and failed at, it says again to the same key.
      if (idempotencyKey !== null && known === undefined && fault.status >= 500)
        answered.set(idempotencyKey, { asked: pathname + text, ...failed });
      return say(failed.status, failed.body);
    }
    const used = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (used !== key && !result.keys.has(used)) return say(401, { error: { code: 'unauthorized' } });
    if (request.headers['stripe-version'] === undefined)
      return say(400, { error: { code: 'which_version' } });
    if (known !== undefined && known.asked !== pathname + text)
      return say(400, { error: { type: 'idempotency_error' } });
    const { status, body } =
      known ?? act(used, { method, path: pathname, query: searchParams, form: new URLSearchParams(text) });
    if (known === undefined && status < 400) result.done.push({ path: pathname, key: idempotencyKey });
    // What it never began it does not remember.
    if (idempotencyKey !== null && status < 400)
      answered.set(idempotencyKey, { asked: pathname + text, status, body });
    if (fault === 'lose') return void request.socket.destroy();
    if (fault === 'mumble') return say(status, {});
    if (fault !== null) await fault.after;
    say(status, body);
  }
  const server = createServer((request, response) => void handle(request, response));
  const listen = (at: number): Promise<void> =>
    new Promise((resolve) => void server.listen(at, '127.0.0.1', resolve));
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return Object.assign(result, {
    base,
    pay,
    giveBack(sessionId: string, amount: number) {
      const payment = payments.get(find(sessionId).payment_intent ?? '');
      if (payment !== undefined) payment.latest_charge.amount_refunded += amount;
    },
    dispute(sessionId: string) {
      const payment = payments.get(find(sessionId).payment_intent ?? '');
      if (payment === undefined) return;
      payment.latest_charge.disputed = true;
      disputes.set(payment.id, 'needs_response');
    },
    decide(sessionId: string, status: string) {
      disputes.set(find(sessionId).payment_intent ?? '', status);
    },
    signed(secret: string, object: object, at = Date.now()) {
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, data: { object } });
      const time = Math.floor(at / 1000);
      const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return {
        body,
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${v1}` },
      };
    },
    down: end,
    up: () => listen(port),
    close: end,
  });
}
