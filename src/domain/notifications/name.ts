import type { DocOf } from '../documents/index.ts';
import type { Notif } from '../documents/notif.ts';
import { isSeen } from '../text/unseen.ts';
import { contentsOf } from './contents.ts';
import { partsOf, placeholder, type MessageVariable } from './variables.ts';
import { whatsappText } from './whatsapp.ts';

const SHOWN_LETTERS = 60;
const HALF_VARIABLE = /\{(\{[^{}]*\}?)?$/;

/** What a notification is called: its subject, or its own first words; or what it lacks (specification 1 §2). */
export type NotifName = { words: string } | { lacks: 'subject' | 'text' | 'template' };

export function notifName(
  notif: Pick<Notif, 'contents' | 'notifMethod'>,
  templates: ReadonlyMap<string, DocOf<'whatsapptemplate'>>,
  /** What variables are called; without it they stand as they are stored. */
  called: (variable: MessageVariable) => string = placeholder,
): NotifName {
  const named = (text: string, lacks: 'subject' | 'text'): NotifName =>
    shortened(
      partsOf(text)
        .map((part) => ('text' in part ? part.text : called(part.variable)))
        .join(''),
      lacks,
    );
  const contents = contentsOf(notif);
  switch (contents.method) {
    case 'email':
      return named(contents.subject, 'subject');
    case 'sms':
      return named(contents.message, 'text');
    default: {
      const template = templates.get(contents.templateId ?? '');
      return template === undefined ? { lacks: 'template' } : named(whatsappText(template), 'text');
    }
  }
}

function shortened(text: string, lacks: 'subject' | 'text'): NotifName {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (!isSeen(words)) return { lacks };
  const letters = Array.from(words);
  return {
    words:
      letters.length <= SHOWN_LETTERS
        ? words
        : `${letters.slice(0, SHOWN_LETTERS).join('').replace(HALF_VARIABLE, '').trimEnd()}…`,
  };
}
