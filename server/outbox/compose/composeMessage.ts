import { createHash } from 'node:crypto';
import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Notif } from '#domain/documents/notif.ts';
import { furtherNumber } from '#domain/money/invoice.ts';
import { contactOf, type Hold } from '#domain/notifications/audience.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { renderMessage, type Message } from '#domain/notifications/message.ts';
import { isSafePicture } from '#domain/notifications/richText.ts';
import { cut } from '#domain/text/cut.ts';
import { isSeen } from '#domain/text/unseen.ts';
import type { FactSource, RegistrationFacts } from '#domain/templates/facts.ts';
import type { TemplateKind } from '#domain/templates/variables.ts';
import type { ServiceSettings } from '../../services/services.ts';
import type { EventFacts } from './eventFacts.ts';
import { newLinks, withFileLines, withLinks } from './fileLinks.ts';
import { isAttached, type Frozen, type FrozenFile } from '../ledger/frozen.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { newOptOut, withOptOut } from '../ledger/optOuts.ts';
import type { OwnFile, OwnFiles } from './ownFiles.ts';
import type { Bytes, MadePaper, Paper, Papers } from './papers.ts';
import { illustrated, isPictureOf, type Picture } from '../ledger/pictures.ts';
import { valuesFor } from './valuesFor.ts';

/** A message that is ready to be sent, or why it is not. */
export type Composed =
  | {
      kind: 'ready';
      frozen: Frozen;
      files: readonly Bytes[];
      pictures: readonly Picture[];
      message: string;
    }
  | { kind: 'hold'; hold: Hold }
  /** Its invoice has no number yet, or is just being taken back: the server issues what there is to send soon. */
  | { kind: 'wait' };

export interface ComposeParts {
  eventId: string;
  facts: EventFacts;
  settings: ServiceSettings;
  papers: Papers;
  ownFiles: OwnFiles;
  now: number;
  /** Where links in messages lead; null where nobody outside can reach this server. */
  publicUrl: string | null;
  /** What opens a registration for its guest (customers/guestLink.ts). */
  tokenOf(consumer: Consumer): string;
}

export interface Draft extends About {
  kind: 'draft';
  row: LedgerRow;
  notif: Notif;
}

export interface About {
  consumer: Consumer;
  language: Language;
  registration: RegistrationFacts;
}

/** The message to one person, with what was made for it. */
export function composeMessage(
  parts: ComposeParts,
  draft: Draft,
  papers: readonly Paper[],
  ownFiles: readonly OwnFile[] | null,
): Composed {
  const { notif, consumer, language } = draft;
  const { facts, settings, now } = parts;
  const { contents, pictures } = illustrated(notif, contentsOf(notif), hostOf(senderOf(settings)));
  const templateId = contents.method === 'whatsapp' ? contents.templateId : null;
  const whatsapp = facts.whatsappTemplates.get(templateId ?? '') ?? null;
  const own = valuesFor(parts, draft, contents, whatsapp);
  if (own.hold !== null) return { kind: 'hold', hold: own.hold };
  const { values, link } = own;
  // What is told on devices opens nothing.
  const toldOf = (text: string): string => (link === '' ? text : text.replaceAll(link, '…'));
  const message = renderMessage(contents, values, {
    ...{ language, whatsapp, isPicture: isPictureOf(pictures, isSafePicture) },
  });
  const to = contactOf(consumer, notif.notifMethod);
  if (message.method !== 'email') return textMessage(message, { settings, now, to, toldOf });
  const failed = papers.find((paper) => !paper.ok);
  if (failed !== undefined && !failed.ok) return { kind: 'hold', hold: failed.hold };
  if (ownFiles === null) return { kind: 'hold', hold: 'missing_file' };
  const made = papers.flatMap((paper) => (paper.ok ? [paper] : []));
  const files = frozenFiles(parts, draft, made, ownFiles);
  const frozen = frozenMail(parts, draft, message, { to, files, pictures });
  const short = cut(toldOf(message.subject || message.text), 200);
  return ready(frozen, attached(files, [...made, ...ownFiles.map(givenOf)]), pictures, short);
}

/** An SMS, or a message on WhatsApp. */
function textMessage(message: Exclude<Message, Mail>, { settings, now, to, toldOf }: TextParts): Composed {
  const from = settings[message.method]?.number ?? '';
  const { method, text } = message;
  const { contentSid, variables, lacks } =
    message.method === 'whatsapp' ? message : { contentSid: null, variables: null, lacks: [] };
  if (lacks.length > 0) return { kind: 'hold', hold: 'missing_value' };
  if (!isSeen(text)) return { kind: 'hold', hold: 'empty_message' };
  const told = variables === null ? {} : { variables };
  return ready({ method, to, from, text, contentSid, ...told, date: now }, [], [], toldOf(text));
}

function frozenFiles(
  { publicUrl }: ComposeParts,
  { row }: Draft,
  made: readonly MadePaper[],
  ownFiles: readonly OwnFile[],
): readonly FrozenFile[] {
  const papers = made.map(({ name, sha256, size, meant }): SizedFile => {
    const kind = kindOf(name);
    const shown = kind === 'invoice' ? again(name, row) : name;
    return { kind, name: shown, sha256, size, ...(meant === undefined ? {} : { meant }) };
  });
  const own = ownFiles.map(({ name, sha256, bytes }): SizedFile => ({
    kind: 'own',
    name,
    sha256,
    size: bytes.length,
  }));
  return withLinks([...papers, ...own], publicUrl);
}

function frozenMail(
  { facts, settings, now, eventId, publicUrl }: ComposeParts,
  { row, notif, language, registration }: Draft,
  message: Mail,
  { to, files, pictures }: MailParts,
): Frozen {
  const address = senderOf(settings);
  const optOut = notif.purpose === 'news' ? newOptOut(publicUrl, eventId, row._id, address) : undefined;
  const links = files.every(isAttached) ? undefined : newLinks(now, lastDayOf(facts));
  const told =
    links === undefined || publicUrl === null
      ? message
      : withFileLines(message, files, {
          ...{ publicUrl, eventId, rowId: row._id, links, language },
          timeZone: registration.event.timeZone,
        });
  const { html, text } = optOut === undefined ? told : withOptOut(told, optOut, language);
  return {
    ...{ method: 'email', to, from: { name: settings.email?.name ?? '', address } },
    ...{ subject: message.subject, html, text, date: now },
    messageId: messageIdOf(eventId, row, address),
    files,
    ...(pictures.length === 0 ? {} : { pictures: pictures.map(({ bytes: _, ...picture }) => picture) }),
    ...(links === undefined ? {} : { links }),
    ...(optOut === undefined ? {} : { optOut }),
  };
}

type SizedFile = FrozenFile & { size: number };
type Mail = Extract<Message, { method: 'email' }>;
interface TextParts {
  settings: ServiceSettings;
  now: number;
  to: string;
  toldOf(text: string): string;
}
interface MailParts {
  to: string;
  files: readonly FrozenFile[];
  pictures: readonly Picture[];
}

/** One of the organiser's own, which is the same for everybody. */
export const givenOf = <T extends { bytes: Uint8Array }>(file: T): Omit<T, 'bytes'> & { bytes: Bytes } => ({
  ...file,
  bytes: () => file.bytes,
});

export const attached = (frozen: readonly FrozenFile[], files: readonly { bytes: Bytes }[]): Bytes[] =>
  files.flatMap(({ bytes }, index) => (frozen[index]?.linked === true ? [] : [bytes]));

/** The invoice is the one that was issued; the file tells which sending it came with. */
const again = (name: string, { attempt }: LedgerRow): string =>
  `${furtherNumber(name.slice(0, -'.pdf'.length), attempt)}.pdf`;

function lastDayOf({ source }: { source: FactSource }): number | null {
  const days = source.sessions.map(({ date }) => date);
  return days.length === 0 ? null : Math.max(...days);
}

const ready = (
  frozen: Frozen,
  files: readonly Bytes[],
  pictures: readonly Picture[],
  message: string,
): Composed => ({
  ...{
    kind: 'ready',
    frozen,
    files: [
      ...files,
      ...pictures.map(
        ({ bytes }) =>
          () =>
            bytes,
      ),
    ],
    pictures,
  },
  message: cut(message, 500),
});

/** A credit note stands in for the invoice that it takes back. */
export const kindOf = (name: string): TemplateKind =>
  name.startsWith('invitation-') ? 'invitation' : 'invoice';

const senderOf = ({ email }: ServiceSettings): string => email?.email ?? '';
const hostOf = (address: string): string => address.split('@')[1] ?? 'localhost';

/** Follows from the row, so it is the same over all repeats; one that may have arrived lends it to the next. */
function messageIdOf(eventId: string, { _id, sameAs }: LedgerRow, from: string): string {
  const digest = createHash('sha256')
    .update(`${eventId}/${sameAs ?? _id}`)
    .digest('hex')
    .slice(0, 40);
  return `<${digest}@${hostOf(from)}>`;
}
