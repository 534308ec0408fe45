import type { FastifyInstance, FastifyRequest } from 'fastify';
import { chooseLanguage } from '#i18n/language.ts';
import { fill } from '#i18n/deskWords.ts';
import { TURNED_AWAY_WORDS } from '#i18n/turnedAwayWords.ts';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { html, type Html } from '#desk/html.ts';
import { layout } from '#desk/layout.ts';
import { toHttpError, type HttpError } from '../base/errors.ts';
import { logFailure } from '../http/failures.ts';
import { sendError } from '../http/guard.ts';
import type { Desk } from './desk.ts';
import { gonePage } from './donePage.ts';
import { allowFrames } from './frames.ts';
import { readToken } from './token.ts';

/** Seconds, where the refusal says none. */
const A_MOMENT = 5;

/** What a hub leaves to the central server it says itself, everywhere alike: to people in words, to programs by these codes. */
const OF_A_HUB = new Set(['central_only', 'hub_ended']);

/** Refusals of these pages, and failures, in words: a guest reads no code. They stand in the same frames as the page would. */
export function refuseInWords(scope: FastifyInstance, desk: Desk): void {
  scope.setErrorHandler((error, request, reply) => {
    const refusal = toHttpError(error);
    logFailure(request, error, refusal);
    if (OF_A_HUB.has(refusal.code)) return sendError(reply, refusal);
    const { status, retryAfter, headers } = refusal;
    if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
    allowFrames(reply, { embedOrigins: desk.sitesOf(addressIn(request)) });
    const page = pageFor(refusal, languageOf(request));
    return reply.headers(headers).code(status).type('text/html; charset=utf-8').send(page.text);
  });
}

function pageFor({ status, retryAfter = A_MOMENT }: HttpError, language: Language): Html {
  if (status === 404) return gonePage(language);
  const { title, tooMany, tooLarge, failed, refused } = TURNED_AWAY_WORDS[language];
  const said =
    { 413: tooLarge, 429: fill(tooMany, { n: retryAfter }) }[status] ?? (status >= 500 ? failed : refused);
  return layout({ language, title, body: html`<p class="card bad" role="alert">${said}</p>` });
}

/** The form's address in the request's own; '' where there is none. */
function addressIn({ params }: FastifyRequest): string {
  const { accessId, token } = (params ?? {}) as { accessId?: string; token?: string };
  return accessId ?? readToken(token ?? '')?.accessId ?? '';
}

/** What the page was shown in, where the request says so. */
function languageOf({ query, body, headers }: FastifyRequest): Language {
  const sent = body instanceof URLSearchParams ? body.get('lang') : undefined;
  const asked = sent ?? (query as { lang?: unknown } | undefined)?.lang;
  return LANGUAGES.find((one) => one === asked) ?? chooseLanguage(headers['accept-language']);
}
