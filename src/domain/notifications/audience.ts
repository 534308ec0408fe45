import type { Language } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Session } from '../documents/session.ts';
import { isInvoiceTakenBack } from '../money/invoice.ts';
import { openSince } from '../money/settlement.ts';
import { dialled } from '../text/dialled.ts';
import { contentsOf } from './contents.ts';
import { invoiceKey, type Stock } from './stock.ts';

/** Where those who may get something are looked up: an event's documents. */
export interface AudienceSource {
  consumers: ReadonlyMap<string, Consumer>;
  /** Those that are not deleted. */
  clients: ReadonlyMap<string, Client>;
  /** Registrations whose guests were all deleted: nobody of them is left to write to, but that it is cancelled. */
  emptied: ReadonlySet<string>;
  sessions: readonly Pick<Session, '_id' | 'clients'>[];
  stock: Stock;
}

/** Not meant at all. */
export type LeftOut =
  | 'other_status'
  | 'other_language'
  | 'other_session'
  | 'no_guests'
  | 'nothing_open'
  | 'had_it'
  /** It was their turn, and nothing reached them. */
  | 'in_vain';
/** Meant, and nothing can be sent to them; the first five are the specification's (1 §8). */
export type Hold =
  | 'disabled'
  | 'misconfigured'
  | 'missing_email'
  | 'missing_template'
  | 'missing_phone'
  | 'opted_out'
  /** The notification, or the registration or all of its guests, is no more. */
  | 'gone'
  /** Somebody stopped the notification, or set it to inactive, before it went. */
  | 'stopped'
  /** A reminder, and nothing is to be paid any more. */
  | 'nothing_open'
  /** Valid again after the invoice was taken back: the next one must be asked for. */
  | 'invoice_taken_back'
  /** The template of a document for them has no PDF, or one that cannot be read. */
  | 'unreadable_template'
  /** A document for them holds a letter that no typeface has. */
  | 'unprintable'
  /** One of the organiser's own files is not there, or all of them are too large for a mail. */
  | 'missing_file'
  /** A link to their own page, and nobody said at which address guests reach this server. */
  | 'no_address'
  /** A link to pay by card, and the event takes no cards. */
  | 'no_cards'
  /** Approved content of WhatsApp names something that they do not have. */
  | 'missing_value'
  /** It says nothing at all, or nothing to them: another program wrote it, or its variables are all empty. */
  | 'empty_message'
  /** It names what nobody has, and they would read the brackets: another program wrote it. */
  | 'unknown_variable'
  /** With their values in it, it is longer than any message may be. */
  | 'too_long';

export interface Recipient {
  consumerId: string;
  /** 1 for the first. */
  attempt: number;
  language: Language;
  /** Address or telephone number; '' where there is none. */
  to: string;
  hold: Hold | null;
}

export interface Audience {
  due: Recipient[];
  leftOut: { consumerId: string; why: LeftOut }[];
}

/** What was done about a notification before. */
export interface Past {
  /** How many attempts a person has had. */
  attempts(consumerId: string): number;
  /** Up to which attempt somebody asked for, by consumer id (resends.ts). */
  wanted: ReadonlyMap<string, number>;
  /** The last attempt was held back or failed; for whoever shows it. */
  inVain?(consumerId: string): boolean;
}
export const NO_PAST: Past = { attempts: () => 0, wanted: new Map() };

/**
 * From when a notification is to be run by itself, ms; null for never. What somebody is to get once more (`resendConsumerIds`) is
 * due for inactive ones too: a one-time notification is inactive when it was run.
 */
export function runsFrom({ notifType, sendAt }: Pick<Notif, 'notifType' | 'sendAt'>): number | null {
  return notifType === 'automatic' || notifType === 'one-time' ? (sendAt ?? 0) : null;
}

/**
 * Who gets something, and who does not and why. `at` (ms): everybody who matches then; null: those alone who are to get it once more. An automatic
 * notification goes once to each, whatever their status does afterwards.
 */
export function audienceOf(notif: Notif, source: AudienceSource, past: Past, at: number | null): Audience {
  const due: Recipient[] = [];
  const leftOut: Audience['leftOut'] = [];
  if (notif.notifType === 'deleted') return { due, leftOut };
  const { clientsOf, inSessions } = membership(notif, source);
  for (const [consumerId, consumer] of source.consumers) {
    if (consumer.erasedAt != null) continue;
    const isLeft = !isNobodyLeft(notif, source, consumerId);
    const had = past.attempts(consumerId);
    const language = languageOf(consumer, clientsOf(consumerId));
    const to = contactOf(consumer, notif.notifMethod);
    const recipient = (attempt: number): Recipient => ({
      ...{ consumerId, attempt, language, to },
      hold: holdOf(notif, source.stock, consumer, language),
    });
    const wanted = past.wanted.get(consumerId) ?? 0;
    if (wanted > had && isLeft) {
      due.push(recipient(wanted));
      continue;
    }
    if (at === null) continue;
    const why = reasonAgainst(notif, {
      status: consumer.status,
      language,
      isIn: inSessions(consumerId),
      isLeft,
      owes: owesLongEnough(notif, consumer, at),
      had,
    });
    if (why === null) due.push(recipient(1));
    else if (why === 'had_it' && past.inVain?.(consumerId) === true)
      leftOut.push({ consumerId, why: 'in_vain' });
    else leftOut.push({ consumerId, why });
  }
  return { due, leftOut };
}

/** Who is meant as things stand at `at`, whatever they have had. */
export function meantAt(notif: Notif, source: AudienceSource, at: number): (consumer: Consumer) => boolean {
  const { clientsOf, inSessions } = membership(notif, source);
  return (consumer) =>
    reasonAgainst(notif, {
      status: consumer.status,
      language: languageOf(consumer, clientsOf(consumer._id)),
      isIn: inSessions(consumer._id),
      isLeft: !isNobodyLeft(notif, source, consumer._id),
      owes: owesLongEnough(notif, consumer, at),
      had: 0,
    }) === null;
}

function reasonAgainst(
  notif: Pick<Notif, 'consumerStatus' | 'language'>,
  person: {
    status: Consumer['status'];
    language: Language;
    isIn: boolean;
    isLeft: boolean;
    owes: boolean;
    had: number;
  },
): LeftOut | null {
  if (notif.consumerStatus != null && notif.consumerStatus !== person.status) return 'other_status';
  if (notif.language != null && notif.language !== person.language) return 'other_language';
  if (!person.isLeft) return 'no_guests';
  if (!person.isIn) return 'other_session';
  if (!person.owes) return 'nothing_open';
  return person.had > 0 ? 'had_it' : null;
}

const DAY = 86_400_000;

/** A reminder is for whose invoice is open for so many days. */
function owesLongEnough({ unpaidDays }: Pick<Notif, 'unpaidDays'>, consumer: Consumer, at: number): boolean {
  if (unpaidDays == null) return true;
  const since = openSince(consumer);
  return since !== null && since + unpaidDays * DAY <= at;
}

function membership(
  { sessionIds }: Pick<Notif, 'sessionIds'>,
  { clients, sessions }: AudienceSource,
): {
  clientsOf(consumerId: string): readonly Client[];
  inSessions(consumerId: string): boolean;
} {
  const byConsumer = new Map<string, Client[]>();
  for (const client of clients.values()) {
    if (client.consumerId == null) continue;
    const own = byConsumer.get(client.consumerId);
    if (own === undefined) byConsumer.set(client.consumerId, [client]);
    else own.push(client);
  }
  const clientsOf = (consumerId: string): readonly Client[] => byConsumer.get(consumerId) ?? [];
  // All sessions: people without a client too.
  if (sessionIds === null) return { clientsOf, inSessions: () => true };
  const wanted = new Set(sessionIds);
  const registered = new Set(
    sessions
      .filter(({ _id }) => wanted.has(_id))
      .flatMap((session) => session.clients.map(({ clientId }) => clientId)),
  );
  return {
    clientsOf,
    inSessions: (consumerId) => clientsOf(consumerId).some(({ _id }) => registered.has(_id)),
  };
}

/** The registration's, else that of its first guest, by number; `otherwise` where nobody says. */
export function languageOf(
  { person }: Pick<Consumer, 'person'>,
  clients: readonly Pick<Client, 'language' | 'number'>[],
  otherwise: Language = 'fr',
): Language {
  if (person?.language != null) return person.language;
  const [first] = clients.toSorted((a, b) => (a.number ?? '').localeCompare(b.number ?? ''));
  return first?.language ?? otherwise;
}

export function contactOf({ person }: Pick<Consumer, 'person'>, method: Notif['notifMethod']): string {
  return (method === 'email' ? person?.email : person?.phone)?.trim() ?? '';
}

/** Names an address, however it is written. */
export const contactKey = (to: string): string => (to.includes('@') ? to.trim().toLowerCase() : dialled(to));

/** All their guests were deleted, and the message is not the one that says so. */
export const isNobodyLeft = (
  { consumerStatus }: Pick<Notif, 'consumerStatus'>,
  { emptied }: Pick<AudienceSource, 'emptied'>,
  consumerId: string,
): boolean => consumerStatus !== 'canceled' && emptied.has(consumerId);

/** News, to an address that wants none. */
export const isUnwanted = (
  { purpose }: Pick<Notif, 'purpose'>,
  { optedOut }: Pick<Stock, 'optedOut'>,
  to: string,
): boolean => purpose === 'news' && optedOut.has(contactKey(to));

/** A reminder, to somebody who has paid by now or owes nothing any more. */
export const remindsOfNothing = (
  { unpaidDays }: Pick<Notif, 'unpaidDays'>,
  consumer: Parameters<typeof openSince>[0],
): boolean => unpaidDays != null && openSince(consumer) === null;

/** Why nothing can be sent to somebody who is meant, or null. */
export function holdOf(
  notif: Pick<Notif, 'notifMethod' | 'contents' | 'purpose' | 'unpaidDays'>,
  { services, invitations, invoices, whatsappTemplates, optedOut }: Stock,
  consumer: Pick<Consumer, 'person' | 'paymentType'> &
    Parameters<typeof openSince>[0] &
    Parameters<typeof isInvoiceTakenBack>[0],
  language: Language,
): Hold | null {
  const contents = contentsOf(notif);
  const service = services?.[contents.method] ?? 'ready';
  if (service !== 'ready') return service;
  const to = contactOf(consumer, contents.method);
  if (to === '') return contents.method === 'email' ? 'missing_email' : 'missing_phone';
  if (isUnwanted(notif, { optedOut }, to)) return 'opted_out';
  if (remindsOfNothing(notif, consumer)) return 'nothing_open';
  if (contents.method === 'whatsapp' && !whatsappTemplates.has(contents.templateId ?? ''))
    return 'missing_template';
  if (contents.method !== 'email') return null;
  const lacksInvitation = contents.attachInvitation && invitations?.has(language) === false;
  const lacksInvoice =
    contents.attachInvoice && invoices?.has(invoiceKey(language, consumer.paymentType)) === false;
  if (lacksInvitation || lacksInvoice) return 'missing_template';
  return contents.attachInvoice && isInvoiceTakenBack(consumer) ? 'invoice_taken_back' : null;
}
