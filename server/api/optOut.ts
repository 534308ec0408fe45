import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { escaped } from '#domain/notifications/richText.ts';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import { outboxDatabase } from '../storage/types.ts';
import { addressOf, OPT_OUT_PATH } from '../outbox/optOuts.ts';
import type { ApiRoutes } from './context.ts';

/**
 * Where the link under news leads: pages for people, not calls of the table. To look at it changes nothing, for mail programs look
 * at links too; the button, and a mail program's own, post (RFC 8058).
 */
export const optOutRoutes: ApiRoutes = (app, { access, outbox, storage }) => {
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
    const language = languageOf(request);
    const { question, button, unknown } = NEWS_WORDS[language];
    if ((await find(request)) === null) return answer(reply, 404, language, unknown);
    return answer(reply, 200, language, question, button);
  });
  app.post(url, { bodyLimit: 1000 }, async (request, reply) => {
    const language = languageOf(request);
    const found = await find(request);
    if (found === null) return answer(reply, 404, language, NEWS_WORDS[language].unknown);
    await (await outbox.ledger(found.eventId)).optOut(found.address);
    return answer(reply, 200, language, NEWS_WORDS[language].done);
  });
};

/** The first of ours that the browser names. */
function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2));
  return LANGUAGES.find((one) => one === wanted.find((two) => LANGUAGES.some((own) => own === two))) ?? 'fr';
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 24px}' +
  'h1{font-size:24px}button{font:inherit;min-height:44px;padding:0 20px;cursor:pointer}';

async function answer(
  reply: FastifyReply,
  status: number,
  language: Language,
  text: string,
  button?: string,
): Promise<FastifyReply> {
  const { title } = NEWS_WORDS[language];
  // Without an address of its own the form posts to the link.
  const form = button === undefined ? '' : `<form method="post"><button>${escaped(button)}</button></form>`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
        '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
        `<style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</main></body></html>`,
    );
}
