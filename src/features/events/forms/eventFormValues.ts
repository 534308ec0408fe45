import dayjs from 'dayjs';
import type { PaymentType, SessionStatus } from '#domain/config.ts';
import { PAY_MINUTES, type DoorRemark, type EventDoc } from '#domain/documents/event.ts';
import { noonOf, type Session } from '#domain/documents/session.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { docId } from '#domain/ids.ts';
import type { SessionInput } from '#domain/commands/saveEvent.ts';
import { calendarOf, dayOfText, dayText, ownTimeZone } from '#domain/days.ts';
import { cleanIban } from '#domain/money/bankAccount.ts';
import { isUrl } from '#domain/text/webAddress.ts';
import type { EventInput } from '#data/types.ts';
import { formatClock } from '#ui/words/format.ts';

/** A session as the form holds it: texts and days, not times. */
export interface FormSession {
  /** Known to the form only. */
  key: string;
  /** Absent for a session that is not saved yet. */
  _id?: string;
  title: string;
  titleFrench: string;
  /** 'YYYY-MM-DD' */
  day: string | null;
  /** The saved date, kept while its day stays the same. */
  date?: number;
  /** 'HH:mm' or empty. */
  timeStart: string;
  timeEnd: string;
  status: SessionStatus;
  /** As typed, empty without a limit; absent from a draft of before it was asked for. */
  capacity?: string;
  /** Deleted when the form is saved. */
  removed: boolean;
}

export interface EventFormValues {
  /** Of an event that was sent to the server once, which may have got it: the next try is about the same event. */
  newId?: string;
  title: string;
  titleFrench: string;
  company: string;
  location: string;
  /** Absent from a draft of before it was asked for. */
  contact?: string;
  /** '' for none; absent from a draft of before it was asked for. */
  timeZone?: string;
  paymentTypes: PaymentType[];
  invoicePrefix: string;
  /** Absent from a draft of before it was asked for. */
  transfer?: TransferValues;
  /** Minutes as typed; absent from a draft of before it was asked for. */
  payMinutes?: string;
  adminContact: boolean;
  /** Absent as long as nobody has decided. */
  doorShows?: DoorRemark[];
  /** One in each line; absent from a draft of before it was asked for. */
  embedOrigins?: string;
  sessions: FormSession[];
}

export type TransferValues = Record<(typeof TRANSFER_FIELDS)[number], string>;
export const TRANSFER_FIELDS = ['iban', 'name', 'street', 'zip', 'city', 'country'] as const;
export const transferOf = (saved: EventDoc['transfer']): TransferValues =>
  Object.fromEntries(TRANSFER_FIELDS.map((name) => [name, saved?.[name] ?? ''])) as TransferValues;

export type FormPicture = EventInput['picture'];

type Zone = string | null | undefined;
const dayOf = (time: number, zone: Zone): string => dayText(calendarOf(zone).dayOf(time));

/**
 * A time of that day: noon where the event takes place, so that most of the world reads the same day on its own clocks, and not noon
 * where somebody happens to type it: noon in New York is the next day in Tokyo. Where it is another day here, it is amid the hours that
 * are this day both there and here.
 */
function timeOn(day: string, zone: Zone): number {
  const number = dayOfText(day);
  if (number === null) return noonOf(dayjs(day).valueOf());
  const noon = calendarOf(zone).timeAt(number, 12 * 60);
  if (dayOf(noon, null) === day) return noon;
  const both = [calendarOf(null), calendarOf(zone)];
  const begin = Math.max(...both.map(({ timeAt }) => timeAt(number, 0)));
  const end = Math.min(...both.map(({ timeAt }) => timeAt(number + 1, 0)));
  return begin < end ? Math.floor((begin + end) / 2) : noon;
}

/** A new session: noon today, upcoming (specification 1 §3). */
const newSession = (key: string, now: number): FormSession => ({
  key,
  title: '',
  titleFrench: '',
  day: dayOf(noonOf(now), null),
  timeStart: '',
  timeEnd: '',
  status: 'upcoming',
  capacity: '',
  removed: false,
});

/** Whether somebody gave it a day that is over by now; one that was saved so is no slip. */
export const isMovedBack = ({ day, date }: FormSession, now: number, zone: Zone): boolean =>
  day !== null && day < dayOf(now, zone) && (date === undefined || dayOf(date, zone) !== day);

/** One more: most go on on the day of the one before. */
export const oneMore = (sessions: readonly FormSession[], key: string, now: number): FormSession => {
  const next = newSession(key, now);
  return { ...next, day: sessions.findLast(({ removed }) => !removed)?.day ?? next.day };
};

/** A new event begins with one session. */
export const emptyValues = (now: number): EventFormValues => ({
  title: '',
  titleFrench: '',
  company: '',
  location: '',
  contact: '',
  timeZone: ownTimeZone(),
  paymentTypes: ['none'],
  invoicePrefix: '',
  transfer: transferOf(null),
  payMinutes: String(PAY_MINUTES.usual),
  adminContact: false,
  sessions: [newSession('1', now)],
});

export const valuesOf = (event: EventDoc, sessions: readonly Session[]): EventFormValues => ({
  title: event.title,
  titleFrench: event.titleFrench ?? '',
  company: event.company ?? '',
  location: event.location ?? '',
  contact: event.contact ?? '',
  timeZone: event.timeZone ?? '',
  paymentTypes: event.paymentTypes,
  invoicePrefix: event.invoicePrefix ?? '',
  transfer: transferOf(event.transfer),
  payMinutes: String(event.payMinutes ?? PAY_MINUTES.usual),
  adminContact: event.adminContact,
  embedOrigins: (event.embedOrigins ?? []).join('\n'),
  ...(event.doorShows == null ? {} : { doorShows: event.doorShows }),
  sessions: sessions.map((session) => ({
    key: session._id,
    _id: session._id,
    title: session.title,
    titleFrench: session.titleFrench ?? '',
    day: dayOf(session.date, event.timeZone),
    date: session.date,
    timeStart: formatClock(session.timeStart, event.timeZone) ?? '',
    timeEnd: formatClock(session.timeEnd, event.timeZone) ?? '',
    status: session.status,
    capacity: String(session.capacity ?? ''),
    removed: false,
  })),
});

/**
 * What was typed at an earlier visit, laid over what others saved meanwhile: each session by itself, so that a status that was
 * set elsewhere is not set back by a form that never showed it.
 */
export function carried(
  begun: EventFormValues,
  typed: EventFormValues,
  now: EventFormValues,
): EventFormValues {
  const of = ({ sessions }: EventFormValues, key: string) => sessions.find((one) => one.key === key);
  const known = now.sessions.map((session) => {
    const [before, mine] = [of(begun, session.key), of(typed, session.key)];
    return before === undefined || mine === undefined ? session : rebase(before, mine, session);
  });
  const added = typed.sessions.filter(({ _id }) => _id === undefined);
  return { ...rebase(begun, typed, now), sessions: [...known, ...added] };
}

/** What is typed as sites, each once; what somebody copies from the address line is cut to its origin. */
export const originsOf = (typed: string): string[] => [
  ...new Set(typed.split(/\s+/).flatMap((one) => (one === '' ? [] : [originOf(one)]))),
];
const originOf = (text: string): string =>
  /^https?:/i.test(text) && isUrl(text) ? new URL(text).origin : text;

/** What the data layer saves; sessions that were removed are left out, which deletes them. */
export function inputOf(values: EventFormValues, picture: FormPicture): EventInput {
  const { sessions, newId: _, transfer, payMinutes, embedOrigins, ...fields } = values;
  const minutes = fields.paymentTypes.includes('card') ? Number(payMinutes ?? '') : 0;
  return {
    ...trimmed(fields),
    ...(transfer === undefined ? {} : { transfer: { ...trimmed(transfer), iban: cleanIban(transfer.iban) } }),
    ...(Number.isInteger(minutes) && minutes > 0 ? { payMinutes: minutes } : {}),
    ...(embedOrigins === undefined ? {} : { embedOrigins: originsOf(embedOrigins) }),
    ...(picture === undefined ? {} : { picture }),
    // Only what this form showed can be deleted by leaving it out.
    shownSessions: sessions.flatMap(({ _id }) => (_id === undefined ? [] : [_id])),
    sessions: staying(sessions).map((one) => sessionInput(one, staying(sessions), values.timeZone)),
  };
}

/** Keyboards of phones put a blank behind what they complete; in a prefix it would stand within each invoice's number. */
const trimmed = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  ) as T;

/** The same for a new event, whose id is `eventId`: its sessions' ids follow from it, so that no try adds any twice. */
export function newEventInput(values: EventFormValues, eventId: string, picture: FormPicture): EventInput {
  const sessions = values.sessions.map((session) => ({
    ...session,
    _id: docId('session', `${eventId}-${session.key}`),
  }));
  return { ...inputOf({ ...values, sessions }, picture), shownSessions: undefined };
}

const staying = (sessions: readonly FormSession[]): FormSession[] =>
  sessions.filter(({ removed }) => !removed);

/** The date that it has, where that is still the day that is chosen. */
const keptDate = ({ date, day }: FormSession, zone: Zone): number | undefined =>
  date !== undefined && dayOf(date, zone) === day ? date : undefined;

/**
 * Of a day that another session has, the same time: sessions are in the order of their dates, then of their hours, and noon of a time
 * zone that the event had before is another one.
 */
function dateOn(day: string, among: readonly FormSession[], zone: Zone): number {
  const same = among.find((one) => one.day === day && keptDate(one, zone) !== undefined);
  return same?.date ?? timeOn(day, zone);
}

function sessionInput(session: FormSession, among: readonly FormSession[], zone: Zone): SessionInput {
  const { day, capacity } = session;
  return {
    ...(session._id === undefined ? {} : { _id: session._id }),
    title: session.title.trim(),
    titleFrench: session.titleFrench.trim(),
    date: keptDate(session, zone) ?? dateOn(day ?? dayOf(Date.now(), zone), among, zone),
    timeStart: session.timeStart || null,
    timeEnd: session.timeEnd || null,
    status: session.status,
    ...(capacity === undefined ? {} : { capacity: capacity.trim() === '' ? null : Number(capacity) }),
  };
}
