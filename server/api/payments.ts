import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { canSeeEvent } from '#domain/rights/roles.ts';
import { forbidden } from '../base/errors.ts';
import { isSignedByStripe } from '../payments/signature.ts';
import type { ApiParts, ApiRoutes } from './context.ts';
import { serve } from './serve.ts';

/** What is read of an event: only of what it is. */
const news = z.object({
  data: z.object({
    object: z.object({ id: z.string(), object: z.string(), payment_intent: z.string().nullish() }),
  }),
});

/** Stripe's webhook: judged by its bytes as they came, and answered once it is kept that there is news. */
export function paymentsWebhook(app: FastifyInstance, parts: ApiParts): void {
  const { access, payments, now } = parts;
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  serve(app, parts, 'paymentsWebhook', async ({ params, request }) => {
    const { eventId } = params;
    // Who does not sign hears the same of every event, whether it exists or not.
    const [events, set] = await Promise.all([access.events(), payments.secretOf(eventId)]);
    const secret = events.some(({ id }) => id === eventId) ? set : null;
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const signature = String(request.headers['stripe-signature'] ?? '');
    if (secret === null || !isSignedByStripe(secret, bytes, signature, now())) throw forbidden();
    const reference = referenceIn(bytes);
    if (reference !== null) await payments.tell(eventId, reference);
    return { ok: true };
  });
}

/** The page or the payment that it is about; null for what is not about any. */
function referenceIn(bytes: Uint8Array): string | null {
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
  const { object } = news.safeParse(said).data?.data ?? {};
  if (object === undefined) return null;
  const reference = object.object === 'checkout.session' ? object.id : (object.payment_intent ?? object.id);
  return /^(cs|pi)_[A-Za-z0-9_]{1,200}$/.test(reference) ? reference : null;
}

export const paymentRoutes: ApiRoutes = (app, parts) => {
  serve(app, parts, 'paymentTroubles', async ({ params }) => ({
    ok: true,
    ...(await parts.payments.state(params.eventId)),
  }));
  serve(app, parts, 'retryPayments', async ({ params }) => {
    await parts.payments.tryAgain(params.eventId);
    return { ok: true };
  });
  serve(app, parts, 'lookedAtPayment', async ({ person: { id, user }, params, body }) => {
    await parts.payments.lookedAt(params.eventId, { ...body, by: { id, name: user.username } });
    return { ok: true };
  });
  serve(app, parts, 'paymentAttention', async ({ person }) => {
    const events = (await parts.access.events()).filter((event) => canSeeEvent(person, event));
    return { ok: true, events: await parts.payments.attention(events.map(({ id }) => id)) };
  });
  serve(app, parts, 'cardAccounts', async ({ params }) => ({
    ok: true,
    ...(await parts.payments.accounts(params.eventId, params.consumerId)),
  }));
  serve(app, parts, 'refundPayment', async ({ params, body, person: { id, user } }) => {
    await parts.payments.refund(params.eventId, { ...body, by: { id, name: user.username } });
    return { ok: true };
  });
};
