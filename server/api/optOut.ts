import type { FastifyRequest } from 'fastify';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import { tooMany } from '../base/errors.ts';
import { outboxDatabase } from '../storage/types.ts';
import { addressOf, OPT_OUT_PATH } from '../outbox/ledger/optOuts.ts';
import type { ApiRoutes } from './context.ts';
import { answerPage, languageOf } from './page.ts';

/**
 * Where the link under news leads: pages for people, not calls of the table. To look at it changes nothing, for mail programs look
 * at links too; the button, and a mail program's own, post (RFC 8058).
 */
export const optOutRoutes: ApiRoutes = (app, { access, limits, now, outbox, storage }) => {
  const mayLook = ({ ip }: FastifyRequest): void => {
    if (!limits.mayAskUnknown(ip, now())) throw tooMany();
  };
  async function find(request: FastifyRequest): Promise<{ eventId: string; address: string } | null> {
    const { eventId } = request.params as { eventId: string };
    const { row, token } = request.query as Record<string, unknown>;
    if (typeof row !== 'string' || typeof token !== 'string') return null;
    if (!(await access.events()).some(({ id }) => id === eventId)) return null;
    if (!(await storage.exists(outboxDatabase(eventId)))) return null;
    const address = await addressOf((await outbox.ledger(eventId)).db, row, token);
    return address === null ? null : { eventId, address };
  }

  const url = `${OPT_OUT_PATH}/:eventId`;
  app.get(url, async (request, reply) => {
    mayLook(request);
    const language = languageOf(request);
    const { title, question, button, unknown } = NEWS_WORDS[language];
    if ((await find(request)) === null) return answerPage(reply, 404, { language, title, text: unknown });
    return answerPage(reply, 200, { language, title, text: question, button });
  });
  app.post(url, { bodyLimit: 1000 }, async (request, reply) => {
    mayLook(request);
    const language = languageOf(request);
    const found = await find(request);
    const { title, done, unknown } = NEWS_WORDS[language];
    if (found === null) return answerPage(reply, 404, { language, title, text: unknown });
    await (await outbox.ledger(found.eventId)).setOptOut(found.address, true);
    return answerPage(reply, 200, { language, title, text: done });
  });
};
