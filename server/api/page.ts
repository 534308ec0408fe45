import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { escaped } from '#domain/notifications/richText.ts';

/** The first of ours that the browser names. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2));
  return LANGUAGES.find((one) => one === wanted.find((two) => LANGUAGES.some((own) => own === two))) ?? 'fr';
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 24px}' +
  'h1{font-size:24px}button{font:inherit;min-height:44px;padding:0 20px;cursor:pointer}';

/** What a page of one sentence says; `button`: it posts to its own address. */
export interface PlainPage {
  language: Language;
  title: string;
  text: string;
  button?: string;
}

/** A page for guests, who have a link and no app. */
export async function answerPage(
  reply: FastifyReply,
  status: number,
  { language, title, text, button }: PlainPage,
): Promise<FastifyReply> {
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
