import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '#i18n/language.ts';
import { HttpError, tooMany } from '../base/errors.ts';
import type { Payments } from '../payments/payments.ts';
import { gonePage, laterPage } from './donePage.ts';
import { sendPage, type DeskPageParts } from './routes.ts';

/** Leads on to the provider's page, or back to the registration where nothing is open. */
export function registerPay(
  app: FastifyInstance,
  { desk, limits, now }: DeskPageParts,
  payments: Payments,
): void {
  app.get<{ Params: { token: string } }>('/desk/registrations/:token/pay', async (request, reply) => {
    if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
    const { token } = request.params;
    const back = payments.addressOf(token).replace(/\/pay$/, '');
    void reply.header('cache-control', 'no-store');
    try {
      const { eventId, consumerId } = await desk.whose(token);
      return await reply.redirect((await payments.pageFor(eventId, consumerId, back)) ?? back, 303);
    } catch (error) {
      // In words, and with the way to try again: a guest reads no code.
      if (!(error instanceof HttpError)) throw error;
      if (error.status === 404)
        return sendPage(reply, gonePage(chooseLanguage(request.headers['accept-language'])), 404);
      if (error.retryAfter === undefined && error.code !== 'cards_refused') throw error;
      const { consumer, form } = await desk.own(token);
      const language = consumer.person?.language ?? form?.language ?? 'fr';
      if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
      return sendPage(reply, laterPage(language, token), 503);
    }
  });
}
