import type { Language } from '../config.ts';
import type { DocOf } from '../documents/index.ts';
import type { Contents } from './contents.ts';
import { GUEST_LINK } from './links.ts';
import { escaped, isSafePicture, plainText, rebuiltHtml } from './richText.ts';
import { smsText } from './sms.ts';
import { filled, type MessageValues } from './variables.ts';
import { whatsappMessage, type WhatsappMessage } from './whatsapp.ts';

/** A message as one person gets it. */
export type Message =
  | { method: 'email'; subject: string; html: string; text: string }
  | { method: 'sms'; text: string }
  | ({ method: 'whatsapp' } & WhatsappMessage);

export interface MessageOptions {
  language: Language;
  /** The template that a WhatsApp message names. */
  whatsapp?: DocOf<'whatsapptemplate'> | null;
  /** Which addresses pictures may have, where they are parts of a mail by now. */
  isPicture?: (address: string) => boolean;
}

export function renderMessage(
  contents: Contents,
  values: MessageValues,
  { language, whatsapp = null, isPicture = isSafePicture }: MessageOptions,
): Message {
  const fill = (text: string): string => filled(text, values);
  switch (contents.method) {
    case 'email':
      return {
        method: 'email',
        subject: oneLine(fill(contents.subject)),
        ...bodyOf(contents, values, { language, isPicture }),
      };
    case 'sms':
      return { method: 'sms', text: smsText(fill(contents.message)) };
    default:
      return { method: 'whatsapp', ...whatsappMessage(whatsapp, contents.bound, values) };
  }
}

function bodyOf(
  { html, text, font }: Extract<Contents, { method: 'email' }>,
  values: MessageValues,
  { language, isPicture }: { language: Language; isPicture: (address: string) => boolean },
): { html: string; text: string } {
  const options = {
    text: (piece: string) => filled(piece, values),
    // In an address a value is one part of it, whatever is in it.
    link: (address: string) => {
      const own = GUEST_LINK.exec(address)?.[1];
      if (own === 'registration_link' || own === 'payment_link') return values[own];
      return filled(address, values, encodeURIComponent);
    },
    isPicture,
  };
  const typed = filled(text, values);
  const isRich = html.trim() !== '';
  const said = isRich ? rebuiltHtml(html, options) : `<p>${escaped(typed).replaceAll('\n', '<br>')}</p>`;
  const body = linked(said, values.registration_link);
  return { html: page(body, fontOf(font), language), text: isRich ? plainText(html, options) : typed.trim() };
}

/** With the guest's own links to be followed: not every program makes links of addresses. */
function linked(body: string, link: string): string {
  if (link === '') return body;
  const literal = escaped(link).replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // Where it is paid is on the same way, a step further.
  return body.replaceAll(new RegExp(`<a href.*?</a>|<[^>]*>|${literal}(?:/pay)?`, 'gs'), (found) =>
    found.startsWith('<') ? found : `<a href="${found}">${found}</a>`,
  );
}

const page = (body: string, font: string, language: Language): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"></head>',
    `<body style="font-family:${font};font-size:16px;line-height:1.5">${body}</body></html>`,
  ].join('');

/** Names of typefaces, as they may stand in a style. */
const fontOf = (font: string): string =>
  /^[a-z][a-z0-9 ,-]{0,100}$/i.test(font) ? font : 'Arial, Helvetica, sans-serif';

/** A subject is one line, whatever a name in it holds. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
