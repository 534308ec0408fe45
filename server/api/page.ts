import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain/config.ts';
import { html, type Html } from '#desk/html.ts';
import { layout } from '#desk/layout.ts';

/** The first of ours that the browser names. */
export function languageOf(request: FastifyRequest): Language {
  const wanted = (request.headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2));
  return LANGUAGES.find((one) => one === wanted.find((two) => LANGUAGES.some((own) => own === two))) ?? 'fr';
}

interface Link {
  href: string;
  text: string;
}

/** What a page of one sentence says; `button`: it posts to its own address, with what is typed into the field. */
export interface PlainPage {
  language: Language;
  title: string;
  text: string;
  button?: string;
  /** Where it goes on. */
  links?: readonly Link[];
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
  { language, title, text, button, field, links = [] }: PlainPage,
): Promise<FastifyReply> {
  // Without an address of its own the form posts to the link.
  const form = html`<form method="post">
    ${field && fieldOf(field)}
    <p><button class="main">${button ?? ''}</button></p>
  </form>`;
  const body = html`<div class="card">
    <p>${text}</p>
    ${button !== undefined && form}
    ${links.map(({ href, text: said }) => html`<p class="row"><a href="${href}">${said}</a></p>`)}
  </div>`;
  return reply.code(status).type('text/html; charset=utf-8').send(layout({ language, title, body }).text);
}

function fieldOf({
  name,
  label,
  type,
  autocomplete,
  value = '',
  problem = null,
}: NonNullable<PlainPage['field']>): Html {
  return html`<p>
      <label
        >${label}<input
          type="${type}"
          name="${name}"
          value="${value}"
          autocomplete="${autocomplete}"
          maxlength="200"
          required
          ${problem !== null && html`aria-invalid="true" aria-describedby="problem" autofocus`}
      /></label>
    </p>
    ${problem !== null && html`<p id="problem" role="alert" class="problem">${problem}</p>`}`;
}
