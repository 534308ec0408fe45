import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '#desk/html.ts';
import { layout } from '#desk/layout.ts';
import { HALL_WORDS } from '#i18n/hallWords.ts';
import { chooseLanguage } from '#i18n/language.ts';

/** Somebody opened it in a browser: they read words, not codes. */
export const isVisit = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/**
 * The answer to whoever opens a page of the central server's in the hall: where to go. Where the hub answers at another
 * address than the central server, there is a link.
 */
export async function answerVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, upstream }: { status: number; upstream: string },
): Promise<FastifyReply> {
  const language = chooseLanguage(request.headers['accept-language']);
  const { title, text, there } = HALL_WORDS[language];
  const isElsewhere = new URL(upstream).host !== request.host;
  const body = html`<div class="card">
    <p>${text}</p>
    ${isElsewhere && html`<p class="row"><a href="${upstream}${request.url}">${there}</a></p>`}
  </div>`;
  return reply.code(status).type('text/html; charset=utf-8').send(layout({ language, title, body }).text);
}
