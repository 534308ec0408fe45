/** Document types that live in an event's database; the id is `<type>_<id>` (docs/contract.md, "Databases"). */
export const EVENT_DOC_TYPES = [
  'event',
  'session',
  'client',
  'consumer',
  'form',
  'file',
  'notif',
  'invitationtemplate',
  'invoicetemplate',
  'whatsapptemplate',
  'checkin',
  'entrychange',
  'payment',
] as const;
export type EventDocType = (typeof EVENT_DOC_TYPES)[number];

/** The id of the event's own document in its database. */
export const EVENT_DOC_ID = 'event';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** 16 characters from 16 or more random bytes; lower case, so that they also serve in database names. */
export function idFromBytes(bytes: Uint8Array): string {
  let id = '';
  for (const byte of bytes.subarray(0, 16)) id += ALPHABET.charAt(byte % 36);
  return id;
}

/** Makes new ids; handed in, so that tests can be repeated. */
export type NewId = () => string;

const WRITTEN_ONCE = ['checkin', 'entrychange', 'payment'] as const satisfies EventDocType[];
type WrittenOnce = (typeof WRITTEN_ONCE)[number];
/** Facts of one moment, that nobody changes or deletes. */
export const isWrittenOnce = (type: EventDocType): type is WrittenOnce =>
  (WRITTEN_ONCE as readonly EventDocType[]).includes(type);

/** Those named by chance. There is one event, and the ids of what is written once say of what it is, and when (below). */
export type NamedByChance = Exclude<EventDocType, 'event' | WrittenOnce>;

export const docId = (type: NamedByChance, id: string): string => `${type}_${id}`;
export const databaseName = (eventId: string): string => `event-${eventId}`;
export const EVENT_ID_PATTERN = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** An id that a client gives what the server makes for it. */
export const CHOSEN_ID_PATTERN = /^[a-z0-9]{16,64}$/;
/** What may follow the type in an id: nothing that needs escaping in a URL or a range query. */
const LOCAL_ID_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_.~-]{0,127}$/;

/** The type that an id announces, or null for ids that are none of ours. */
export function typeOfId(id: string): EventDocType | null {
  if (id === EVENT_DOC_ID) return 'event';
  const cut = id.indexOf('_');
  if (cut < 1) return null;
  const type = id.slice(0, cut);
  if (type === 'event' || !(EVENT_DOC_TYPES as readonly string[]).includes(type)) return null;
  return LOCAL_ID_PATTERN.test(id.slice(cut + 1)) ? (type as EventDocType) : null;
}

/** The part after `<type>_`. */
export const localId = (id: string): string => id.slice(id.indexOf('_') + 1);

/**
 * `checkin_<sessionId>_<time><suffix>`: sorted by session, then by time. The time is 9 digits of base 36 (good until
 * the year 5188), the suffix the device's and random.
 */
export const checkinId = (sessionDocId: string, time: number, suffix: string): string =>
  `${checkinPrefix(sessionDocId)}${timed(time, suffix)}`;

/** The same for `entrychange_…`. */
export const entryChangeId = (sessionDocId: string, time: number, suffix: string): string =>
  `${entryChangePrefix(sessionDocId)}${timed(time, suffix)}`;

/** `payment_<consumerId>_<time><suffix>`: those of a registration stand together, by time. */
export const paymentId = (consumerDocId: string, time: number, suffix: string): string =>
  `${paymentPrefix(consumerDocId)}${timed(time, suffix)}`;
export const paymentPrefix = (consumerDocId: string): string => `payment_${localId(consumerDocId)}_`;

/** One step of what is done with a payment of a bank statement: even ones note it, each odd one takes the step before back. */
export interface BankStep {
  /** Stands for the bank's own name of the payment (`domain/money/booked.ts`). */
  entry: string;
  cents: number;
  step: number;
}

/** `payment_<consumerId>_bank-<entry>-<cents>-<step>`: devices that do the same meet in one document. */
export const bankPaymentId = (consumerDocId: string, { entry, cents, step }: BankStep): string =>
  `${paymentPrefix(consumerDocId)}bank-${entry}-${cents}-${step}`;

/** The step that an id tells; null for that of a note by hand, and for all others. */
export function bankStepOf(id: string): BankStep | null {
  const found = /^payment_.+_bank-([0-9a-f]{20})-([1-9]\d{0,15})-(0|[1-9]\d{0,3})$/.exec(id);
  if (found === null) return null;
  const [, entry = '', cents, step] = found;
  return { entry, cents: Number(cents), step: Number(step) };
}

const timed = (time: number, suffix: string): string =>
  `${Math.max(0, time).toString(36).padStart(9, '0')}-${suffix}`;

/** The last moment of the year 9999, in ms: a time in microseconds or a wild number is an error, not a date. */
export const LAST_TIME = 253_402_300_799_999;

/** The time that a check-in's id tells, or null for what is none. */
export function checkinTimeOf(id: string): number | null {
  const digits = /^checkin_.+_([0-9a-z]{9,10})-[^_]*$/.exec(id)?.[1];
  const time = digits === undefined ? null : Number.parseInt(digits, 36);
  return time === null || time > LAST_TIME ? null : time;
}

/**
 * The name of an admission that no document tells, only the session's entry: a cancellation can name it all the same.
 */
export const entryAdmissionId = (sessionDocId: string, checkInTime: number): string =>
  checkinId(sessionDocId, checkInTime, 'entry');

/**
 * The name of a guest's going from a session, by its time: whoever has seen that somebody is in and gone names it, so that
 * it is told anew where they come back and go once more.
 */
export const goneId = (sessionDocId: string, goneAt: number): string =>
  checkinId(sessionDocId, goneAt, 'gone');
export const isGoneId = (id: string): boolean => id.endsWith('-gone');

/** By which whoever has seen that somebody is in whose registration is cancelled names that, by when they were let in. */
export const canceledId = (sessionDocId: string, admittedAt: number): string =>
  checkinId(sessionDocId, admittedAt, 'canceled');
export const isCanceledId = (id: string): boolean => id.endsWith('-canceled');

/** How many characters of a device's id, and of chance, end the id of a check-in or an entry change. */
const SUFFIX_PART = 6;

/** The end of the id of what is made on a device now. */
export const deviceSuffix = (deviceId: string, newId: NewId): string =>
  `${deviceId.slice(0, SUFFIX_PART)}${newId().slice(0, SUFFIX_PART)}`;

/** Whether an id is that of a check-in made on this device. Two devices may share it, so nothing is decided by it. */
export function isCheckinBy(deviceId: string, id: string): boolean {
  const suffix = `-${deviceId.slice(0, SUFFIX_PART)}`;
  return id.startsWith('checkin_') && id.slice(0, -SUFFIX_PART).endsWith(suffix);
}

export const entryChangePrefix = (sessionDocId: string): string => `entrychange_${localId(sessionDocId)}_`;

export const checkinPrefix = (sessionDocId: string): string => `checkin_${localId(sessionDocId)}_`;

/** First and last id of a range query over all documents of a type or with a prefix. */
export const idRange = (prefix: string): { startkey: string; endkey: string } => ({
  startkey: prefix,
  endkey: `${prefix}\ufff0`,
});

/** The attachment of a file document: its PDF. */
export const FILE_ATTACHMENT = 'file';
