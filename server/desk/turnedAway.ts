import type { FastifyInstance } from 'fastify';
import { chooseLanguage } from '#i18n/language.ts';
import { fill } from '#i18n/deskWords.ts';
import { TURNED_AWAY_WORDS } from '#i18n/turnedAwayWords.ts';
import type { Language } from '#domain/config.ts';
import { html, type Html } from '#desk/html.ts';
import { layout } from '#desk/layout.ts';
import { toHttpError, type HttpError } from '../base/errors.ts';
import { gonePage } from './donePage.ts';

/** Seconds, where the refusal says none. */
const A_MOMENT = 5;

/** Refusals of these pages in words: a guest reads no code. What went wrong otherwise is logged where all of it is. */
export function refuseInWords(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const refusal = toHttpError(error);
    const page = pageFor(refusal, chooseLanguage(request.headers['accept-language']));
    if (page === null) throw error;
    const { status, retryAfter } = refusal;
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    return reply.code(status).type('text/html; charset=utf-8').send(page.text);
  });
}

function pageFor({ status, retryAfter = A_MOMENT }: HttpError, language: Language): Html | null {
  if (status === 404) return gonePage(language);
  const { title, tooMany, tooLarge } = TURNED_AWAY_WORDS[language];
  const said = { 413: tooLarge, 429: fill(tooMany, { n: retryAfter }) }[status];
  if (said === undefined) return null;
  return layout({ language, title, body: html`<p class="card bad" role="alert">${said}</p>` });
}
