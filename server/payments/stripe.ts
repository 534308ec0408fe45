import { z } from 'zod';
import { readJsonOf } from '../base/readAll.ts';

const STRIPE_API = 'https://api.stripe.com';
/** Whatever version the account stands at: its answers have the shape that is read here. */
const STRIPE_VERSION = '2024-11-20.acacia';
/** How long an answer is waited for (ms). */
const PATIENCE = 20_000;

export interface StripeAccount {
  base: string | null;
  key: string;
  /** Another time than usual for an answer (ms). */
  patience?: number | undefined;
}

/** Stripe did not do it. `permanent`: to ask the same again is of no use. */
export class StripeError extends Error {
  readonly permanent: boolean;
  /** Stripe's own word for it; '' where it said none. */
  readonly code: string;
  /** Of its answer; 0 for none. */
  readonly status: number;
  constructor(message: string, permanent: boolean, code = '', status = 0) {
    super(message);
    this.name = 'StripeError';
    this.permanent = permanent;
    this.code = code;
    this.status = status;
  }
}

const id = z.string().min(1).max(255);
const charge = z.object({ amount_refunded: z.number().int(), disputed: z.boolean().nullish() });
const session = z.object({
  id,
  url: z.string().nullish(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  customer: id.nullish(),
  customer_details: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.union([id, z.object({ id, latest_charge: z.union([id, charge]).nullish() })]).nullish(),
});
export type StripeSession = z.infer<typeof session>;

const EXPAND = 'payment_intent.latest_charge';
const at = (sessionId: string, rest = ''): string =>
  `/v1/checkout/sessions/${encodeURIComponent(sessionId)}${rest}`;

/** Opens a page to pay on; asked again with the same key, it is the same page. */
export const openCheckout = (
  account: StripeAccount,
  fields: Record<string, string>,
  idempotencyKey: string,
): Promise<StripeSession> => ask(account, session, '/v1/checkout/sessions', { fields, idempotencyKey });

export const readCheckout = (account: StripeAccount, sessionId: string): Promise<StripeSession> =>
  ask(account, session, at(sessionId, `?${new URLSearchParams({ 'expand[]': EXPAND })}`));

/** The page that a payment was made on; null for one that no page made. */
export async function checkoutOf(account: StripeAccount, paymentId: string): Promise<StripeSession | null> {
  const query = new URLSearchParams({ payment_intent: paymentId, 'expand[]': `data.${EXPAND}` });
  const list = z.object({ data: z.array(session) });
  return (await ask(account, list, `/v1/checkout/sessions?${query}`)).data[0] ?? null;
}

const dispute = z.object({ id, amount: z.number().int(), currency: z.string(), status: z.string() });
export type StripeDispute = z.infer<typeof dispute>;

/** The payer's objections to a payment; null where the key may not read them. */
export async function disputesOf(account: StripeAccount, paymentId: string): Promise<StripeDispute[] | null> {
  const list = z.object({ data: z.array(dispute) });
  try {
    const query = new URLSearchParams({ payment_intent: paymentId });
    return (await ask(account, list, `/v1/disputes?${query}`)).data;
  } catch (error) {
    if (error instanceof StripeError && error.permanent) return null;
    throw error;
  }
}

/** Nobody can pay on it any more; it stays as it is where somebody has. Throws where it stays open, as while somebody is paying on it. */
export async function closeCheckout(account: StripeAccount, sessionId: string): Promise<void> {
  try {
    await ask(account, session, at(sessionId, '/expire'), { fields: {} });
  } catch (error) {
    if (!(error instanceof StripeError) || error.status !== 400) throw error;
    const { status } = await readCheckout(account, sessionId);
    if (status === 'open') throw new StripeError(`${error.message}: the page stays open`, false, error.code);
  }
}

/** The key is no good any more, or another account's. */
export const isElsewhere = (error: unknown): error is StripeError =>
  error instanceof StripeError && [401, 403, 404].includes(error.status);

/** Gives money back; asked again with the same key, once. */
export async function refund(
  account: StripeAccount,
  { paymentId, amount }: { paymentId: string; amount: number },
  idempotencyKey: string,
): Promise<void> {
  const fields = { payment_intent: paymentId, amount: String(amount) };
  // It is done, whatever is said of it: how the payment stands then is read by itself.
  await ask(account, z.unknown(), '/v1/refunds', { fields, idempotencyKey });
}

async function ask<T extends z.ZodType>(
  { base, key, patience = PATIENCE }: StripeAccount,
  schema: T,
  path: string,
  post?: { fields: Record<string, string>; idempotencyKey?: string },
): Promise<z.output<T>> {
  let response: Response;
  let body: unknown;
  const signal = AbortSignal.timeout(patience);
  try {
    response = await fetch(`${base ?? STRIPE_API}${path}`, {
      ...(post === undefined ? {} : { method: 'POST', body: new URLSearchParams(post.fields) }),
      headers: {
        authorization: `Bearer ${key}`,
        'stripe-version': STRIPE_VERSION,
        ...(post?.idempotencyKey === undefined ? {} : { 'idempotency-key': post.idempotencyKey }),
      },
      signal,
      redirect: 'error',
    });
    body = await readJsonOf(response, signal);
  } catch {
    throw new StripeError('Stripe does not answer', false);
  }
  if (!response.ok) {
    const { code: named, type = '' } =
      (body as { error?: { code?: string; type?: string } } | null)?.error ?? {};
    const code = named ?? type;
    // 409: the same key is being worked on.
    const permanent = response.status < 500 && response.status !== 429 && response.status !== 409;
    throw new StripeError(`Stripe answers ${response.status} ${code}`, permanent, code, response.status);
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new StripeError('Stripe answers what is not understood', true);
  return parsed.data;
}
