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
  'h1{font-size:24px}button{font:inherit;min-height:44px;padding:0 20px;cursor:pointer}' +
  'label{display:block;font-weight:600}input{font:inherit;width:100%;box-sizing:border-box;min-height:44px;padding:0 12px}' +
  '.problem{color:light-dark(#b3261e,#ff9a92);margin-top:0}';

/** What a page of one sentence says; `button`: it posts to its own address, with what is typed into the field. */
export interface PlainPage {
  language: Language;
  title: string;
  text: string;
  button?: string;
  field?: {
    name: string;
    label: string;
    type: 'email' | 'password';
    autocomplete: string;
    value?: string;
    problem?: string | null;
  };
}

/** A page for guests, who have a link and no app. */
export async function answerPage(
  reply: FastifyReply,
  status: number,
  { language, title, text, button, field }: PlainPage,
): Promise<FastifyReply> {
  // Without an address of its own the form posts to the link.
  const form =
    button === undefined
      ? ''
      : `<form method="post">${fieldOf(field)}<button>${escaped(button)}</button></form>`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
        '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
        `<style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}</main></body></html>`,
    );
}

function fieldOf(field: PlainPage['field']): string {
  if (field === undefined) return '';
  const { name, label, type, autocomplete, value = '', problem = null } = field;
  const wrong =
    problem === null ? '' : `<p id="problem" role="alert" class="problem">${escaped(problem)}</p>`;
  const told = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus';
  return (
    `<p><label for="field">${escaped(label)}</label><input id="field" name="${name}" type="${type}" required maxlength="200" ` +
    `autocomplete="${autocomplete}" value="${escaped(value)}"${told}></p>${wrong}`
  );
}
