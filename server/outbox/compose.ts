import { createHash } from 'node:crypto';
import {
  contactOf,
  holdOf,
  isNobodyLeft,
  isUnwanted,
  languageOf,
  remindsOfNothing,
  type Hold,
} from '#domain/notifications/audience.ts';
import { furtherNumber } from '#domain/money/invoice.ts';
import { contentsOf } from '#domain/notifications/contents.ts';
import { renderMessage } from '#domain/notifications/message.ts';
import { saysNothing } from '#domain/notifications/nothing.ts';
import { hasPaper, templateFor } from '#domain/notifications/papers.ts';
import { isSafePicture } from '#domain/notifications/richText.ts';
import type { Template } from '#domain/commands/templates.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { FactSource, RegistrationFacts } from '#domain/templates/facts.ts';
import { TEMPLATE_KINDS, type TemplateKind } from '#domain/templates/variables.ts';
import type { Language } from '#domain/config.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { isErased } from '#domain/documents/erasure.ts';
import type { ServiceSettings } from '../services/services.ts';
import type { EventFacts } from './eventFacts.ts';
import { newLinks, withFileLines, withLinks } from './fileLinks.ts';
import { isAttached, type Frozen, type FrozenFile } from './frozen.ts';
import type { LedgerRow } from './ledger.ts';
import { newOptOut, withOptOut } from './optOuts.ts';
import type { OwnFile, OwnFiles } from './ownFiles.ts';
import type { Bytes, Paper, PaperOrder, Papers } from './papers.ts';
import { illustrated, isPictureOf, type Picture } from './pictures.ts';
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

/** The messages of many rows: documents of one template are made together. */
export async function composeAll(parts: ComposeParts, rows: readonly LedgerRow[]): Promise<Composed[]> {
  const drafts = rows.map((row) => draftOf(parts, row));
  const orders = drafts.map((draft) => (draft.kind === 'draft' ? ordersOf(parts, draft) : []));
  const papers = await parts.papers.make(orders.flat());
  const own = await Promise.all(
    drafts.map(async (draft) => (draft.kind === 'draft' ? parts.ownFiles.of(draft.notif) : null)),
  );
  let next = 0;
  return drafts.map((draft, index) => {
    const made = papers.slice(next, (next += orders[index]?.length ?? 0));
    return draft.kind === 'draft' ? composed(parts, draft, made, own[index] ?? null) : draft;
  });
}

/**
 * Why what was frozen for somebody is for nobody any more, or null. Their status counted when they were put in, and does no more; that
 * they are deleted, want no news, or have paid what they are reminded of, counts up to the last moment.
 */
export function nobodyFor(
  { notifs, source }: EventFacts,
  { notifId, consumerId }: LedgerRow,
  { to }: Pick<Frozen, 'to'>,
): Hold | null {
  const [notif, consumer] = [notifs.get(notifId), source.consumers.get(consumerId)];
  if (notif === undefined || notif.notifType === 'deleted') return 'gone';
  if (consumer === undefined || isErased(consumer)) return 'gone';
  if (isNobodyLeft(notif, source, consumerId)) return 'gone';
  if (isUnwanted(notif, source.stock, to)) return 'opted_out';
  return remindsOfNothing(notif, consumer) ? 'nothing_open' : null;
}

/** One of the organiser's own, which is the same for everybody. */
export const givenOf = <T extends { bytes: Uint8Array }>(file: T): Omit<T, 'bytes'> & { bytes: Bytes } => ({
  ...file,
  bytes: () => file.bytes,
});

export const attached = (frozen: readonly FrozenFile[], files: readonly { bytes: Bytes }[]): Bytes[] =>
  files.flatMap(({ bytes }, index) => (frozen[index]?.linked === true ? [] : [bytes]));

/** A document of a registration as it is now, dated as it was said; null where there is none any more. */
export async function paperOf(
  { facts, papers }: Pick<ComposeParts, 'facts' | 'papers'>,
  { consumerId }: Pick<LedgerRow, 'consumerId'>,
  kind: TemplateKind,
  date: number,
): Promise<Uint8Array | null> {
  const consumer = facts.source.consumers.get(consumerId);
  if (consumer === undefined) return null;
  const registration = facts.registrationOf({ consumerId });
  const language = languageOf(consumer, registration.clients);
  const order = orderOf(facts, { consumer, language, registration }, kind, date);
  const [paper] = order === null ? [] : await papers.make([order]);
  return paper?.ok === true ? paper.bytes() : null;
}

interface Draft extends About {
  kind: 'draft';
  row: LedgerRow;
  notif: Notif;
}

interface About {
  consumer: Consumer;
  language: Language;
  registration: RegistrationFacts;
}

export function draftOf(
  { facts }: ComposeParts,
  row: LedgerRow,
): Draft | Exclude<Composed, { kind: 'ready' }> {
  const { notifs, source, registrationOf } = facts;
  const [notif, consumer] = [notifs.get(row.notifId), source.consumers.get(row.consumerId)];
  if (notif === undefined || notif.notifType === 'deleted' || consumer === undefined || isErased(consumer))
    return { kind: 'hold', hold: 'gone' };
  if (isNobodyLeft(notif, source, row.consumerId)) return { kind: 'hold', hold: 'gone' };
  const registration = registrationOf({ consumerId: row.consumerId });
  const language = languageOf(consumer, registration.clients);
  const hold = holdOf(notif, source.stock, consumer, language);
  if (hold !== null) return { kind: 'hold', hold };
  if (saysNothing(notif)) return { kind: 'hold', hold: 'empty_message' };
  const contents = contentsOf(notif);
  const takesInvoice = contents.method === 'email' && contents.attachInvoice;
  const isFirst = consumer.invoiceIndex == null && consumer.status !== 'canceled';
  if (takesInvoice && (isFirst || consumer.invoiceCorrects != null)) return { kind: 'wait' };
  return { kind: 'draft', row, notif, consumer, language, registration };
}

export function ordersOf({ facts, now }: ComposeParts, { notif, ...about }: Draft): PaperOrder[] {
  const contents = contentsOf(notif);
  if (contents.method !== 'email') return [];
  const asked = { invitation: contents.attachInvitation, invoice: contents.attachInvoice };
  const guests = about.registration.clients.length;
  return TEMPLATE_KINDS.flatMap((kind) =>
    asked[kind] && hasPaper(kind, about.consumer, guests) ? (orderOf(facts, about, kind, now) ?? []) : [],
  );
}

function orderOf(
  { invitations, invoices }: EventFacts,
  { consumer, language, registration }: About,
  kind: TemplateKind,
  now: number,
): PaperOrder | null {
  const { paymentType } = consumer;
  const templates = kind === 'invitation' ? invitations : invoices;
  const template = templateFor<Template>(kind, templates.values(), { language, paymentType });
  return template === undefined ? null : { kind, template, facts: registration, now };
}

function composed(
  parts: ComposeParts,
  draft: Draft,
  papers: readonly Paper[],
  ownFiles: readonly OwnFile[] | null,
): Composed {
  const { row, notif, consumer, language, registration } = draft;
  const { facts, settings, now, eventId, publicUrl } = parts;
  const address = settings.email?.email ?? '';
  const { contents, pictures } = illustrated(notif, contentsOf(notif), hostOf(address));
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
  if (message.method !== 'email') {
    const from = settings[message.method]?.number ?? '';
    const { method, text } = message;
    const { contentSid, variables, lacks } =
      message.method === 'whatsapp' ? message : { contentSid: null, variables: null, lacks: [] };
    if (lacks.length > 0) return { kind: 'hold', hold: 'missing_value' };
    if (text.trim() === '') return { kind: 'hold', hold: 'empty_message' };
    const told = variables === null ? {} : { variables };
    return ready({ method, to, from, text, contentSid, ...told, date: now }, [], [], toldOf(text));
  }
  const failed = papers.find((paper) => !paper.ok);
  if (failed !== undefined && !failed.ok) return { kind: 'hold', hold: failed.hold };
  if (ownFiles === null) return { kind: 'hold', hold: 'missing_file' };
  const made = papers.flatMap((paper) => (paper.ok ? [paper] : []));
  const files = [...made, ...ownFiles.map(givenOf)];
  const isNews = notif.purpose === 'news';
  const optOut = isNews ? newOptOut(publicUrl, eventId, row._id, address) : undefined;
  const frozenFiles = withLinks(
    [
      ...made.map(({ name, sha256, size, meant }) => {
        const kind = kindOf(name);
        return {
          kind,
          name: kind === 'invoice' ? again(name, row) : name,
          sha256,
          size,
          ...(meant === undefined ? {} : { meant }),
        };
      }),
      ...ownFiles.map(({ name, sha256, bytes }) => ({
        kind: 'own' as const,
        name,
        sha256,
        size: bytes.length,
      })),
    ],
    publicUrl,
  );
  const links = frozenFiles.every(isAttached) ? undefined : newLinks(now, lastDayOf(facts));
  const told =
    links === undefined || publicUrl === null
      ? message
      : withFileLines(message, frozenFiles, {
          ...{ publicUrl, eventId, rowId: row._id, links, language },
          timeZone: registration.event.timeZone,
        });
  const { html, text } = optOut === undefined ? told : withOptOut(told, optOut, language);
  const frozen: Frozen = {
    ...{ method: 'email', to, from: { name: settings.email?.name ?? '', address } },
    ...{ subject: message.subject, html, text, date: now },
    messageId: messageIdOf(eventId, row, address),
    files: frozenFiles,
    ...(pictures.length === 0 ? {} : { pictures: pictures.map(({ bytes: _, ...picture }) => picture) }),
    ...(links === undefined ? {} : { links }),
    ...(optOut === undefined ? {} : { optOut }),
  };
  const short = toldOf(message.subject || message.text).slice(0, 200);
  return ready(frozen, attached(frozenFiles, files), pictures, short);
}

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
  message: message.slice(0, 500),
});

/** A credit note stands in for the invoice that it takes back. */
export const kindOf = (name: string): TemplateKind =>
  name.startsWith('invitation-') ? 'invitation' : 'invoice';

const hostOf = (address: string): string => address.split('@')[1] ?? 'localhost';

/** Follows from the row, so it is the same over all repeats; one that may have arrived lends it to the next. */
function messageIdOf(eventId: string, { _id, sameAs }: LedgerRow, from: string): string {
  const digest = createHash('sha256')
    .update(`${eventId}/${sameAs ?? _id}`)
    .digest('hex')
    .slice(0, 40);
  return `<${digest}@${hostOf(from)}>`;
}
