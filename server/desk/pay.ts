import type { FastifyInstance } from 'fastify';
import { tooMany } from '../base/errors.ts';
import type { Payments } from '../payments/payments.ts';
import type { DeskPageParts } from './routes.ts';

/** Leads on to the provider's page, or back to the registration where nothing is open. */
export function registerPay(
  app: FastifyInstance,
  { desk, limits, now }: DeskPageParts,
  payments: Payments,
): void {
  app.get<{ Params: { token: string } }>('/desk/registrations/:token/pay', async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const { token } = request.params;
    const { eventId, consumerId } = await desk.whose(token);
    const back = payments.addressOf(token).replace(/\/pay$/, '');
    const url = await payments.pageFor(eventId, consumerId, back);
    return reply.header('cache-control', 'no-store').redirect(url ?? back, 303);
  });
}
