import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { DocOf } from '#domain/documents/index.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Hold } from '#domain/notifications/audience.ts';
import { asksLink, linkHold } from '#domain/notifications/carried.ts';
import type { Contents } from '#domain/notifications/contents.ts';
import { isTooLong, measured, type Measured } from '#domain/notifications/length.ts';
import { messageValues, placeholder, type MessageValues } from '#domain/notifications/variables.ts';
import type { RegistrationFacts } from '#domain/templates/facts.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { guestPath } from '../../customers/guestLink.ts';
import type { ServiceSettings } from '../../services/services.ts';
import { takesCards } from './eventFacts.ts';

interface Whom {
  notif: Notif;
  consumer: Consumer;
  language: Language;
  registration: RegistrationFacts;
}
interface Within {
  settings: ServiceSettings;
  now: number;
  publicUrl: string | null;
  tokenOf(consumer: Consumer): string;
}

/** What stands for the variables of a message to somebody, or why they cannot get it; `link` is '' where it names none. */
export function valuesFor(
  { settings, now, publicUrl, tokenOf }: Within,
  { notif, consumer, language, registration }: Whom,
  contents: Contents,
  whatsapp: DocOf<'whatsapptemplate'> | null,
): { hold: Hold } | { hold: null; values: MessageValues; link: string } {
  const said = saidBy(notif, contents, whatsapp);
  const unlinked = linkHold(said.named, { links: publicUrl !== null, cards: takesCards(settings) });
  if (unlinked !== null) return { hold: unlinked };
  const link = asksLink(said.named) && publicUrl !== null ? publicUrl + guestPath(tokenOf(consumer)) : '';
  const values = messageValues(registration, DOCUMENT_WORDS[language], { now, link });
  return isTooLong(said, values) ? { hold: 'too_long' } : { hold: null, values, link };
}

interface Said extends Measured {
  template: object | null;
  /** The variables that it names, each once. */
  named: string;
}
const known = new WeakMap<object, Said>();

/** Looked through once for all who get it. */
function saidBy(owner: object, contents: Contents, template: DocOf<'whatsapptemplate'> | null): Said {
  const before = known.get(owner);
  if (before?.template === template) return before;
  const measure = measured(JSON.stringify([contents, template?.message]));
  const named = [...measure.variables.keys()].map(placeholder).join(' ');
  const said = { ...measure, template, named };
  known.set(owner, said);
  return said;
}
