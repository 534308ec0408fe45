import type { FastifyInstance, FastifyReply } from 'fastify';
import { fitsCard } from '#domain/money/cardLimits.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { titleIn } from '#desk/layout.ts';
import { HttpError, tooMany } from '../base/errors.ts';
import { UnpayableSum } from '../payments/parts.ts';
import type { Payments } from '../payments/payments.ts';
import { allowPaying } from './frames.ts';
import { laterPage, otherWayPage, payPage } from './payPage.ts';
import { sendPage, type DeskPageParts } from './routes.ts';
import { refuseInWords } from './turnedAway.ts';

interface OfToken {
  Params: { token: string };
}
const PATH = '/desk/registrations/:token/pay';
/** Bytes of what the button sends: nothing. */
const MOST = 1024;

/**
 * The address that guests keep: it says what is still to pay, and its button leads on to the provider's page, or back to the
 * registration where nothing is open. Only the button asks the provider for anything.
 */
export async function registerPay(
  app: FastifyInstance,
  { desk, ownDesk, limits, now }: DeskPageParts,
  payments: Payments,
): Promise<void> {
  await app.register(async (scope) => {
    const fields = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(fields, { parseAs: 'string', bodyLimit: MOST }, (_request, _body, done) =>
      done(null, null),
    );
    scope.addHook('onRequest', async (request, reply) => {
      if (!limits.mayAskUnknown(request.ip, now())) throw tooMany();
      void reply.header('cache-control', 'no-store');
    });
    refuseInWords(scope, desk);
    const backTo = (token: string): string => payments.addressOf(token).replace(/\/pay$/, '');

    scope.get<OfToken>(PATH, async (request, reply) => {
      const { token } = request.params;
      const { eventId } = await ownDesk.whose(token);
      const { consumer, event, language, isEmptied } = await ownDesk.own(token);
      const { open, currency } = settlementOf(consumer);
      if (isEmptied || open === 0 || !(await payments.takesCards(eventId)))
        return reply.redirect(backTo(token), 303);
      const named = { title: event.title, titleFrench: event.titleFrench ?? null };
      if (!fitsCard(open, currency)) return sendPage(reply, otherWayPage(language, token));
      allowPaying(reply, payments);
      return sendPage(reply, payPage({ language, title: titleIn(named, language), token, open, currency }));
    });

    scope.post<OfToken>(PATH, { bodyLimit: MOST }, async (request, reply) => {
      const { token } = request.params;
      const back = backTo(token);
      try {
        const { eventId, consumerId, isEmptied } = await ownDesk.whose(token);
        if (isEmptied) return await reply.redirect(back, 303);
        return await reply.redirect((await payments.pageFor(eventId, consumerId, back)) ?? back, 303);
      } catch (error) {
        return later(error, token, reply);
      }
    });

    /** In words, and with the way to try again: a guest reads no code. */
    async function later(error: unknown, token: string, reply: FastifyReply): Promise<FastifyReply> {
      if (!(error instanceof HttpError) || error.status === 404) throw error;
      if (error.retryAfter === undefined && error.code !== 'cards_refused') throw error;
      const { language } = await ownDesk.own(token);
      if (error instanceof UnpayableSum) return sendPage(reply, otherWayPage(language, token), 409);
      if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
      allowPaying(reply, payments);
      return sendPage(reply, laterPage(language, token), 503);
    }
  });
}
