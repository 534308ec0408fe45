import { calendarOf, type Calendar } from '#domain/days.ts';
import type { Author } from '#domain/documents/common.ts';
import { eventDate, type EventDoc } from '#domain/documents/event.ts';
import { TERMS_ATTACHMENT, termsHolder, type Form } from '#domain/documents/form.ts';
import { parseDocument, type EventDocument } from '#domain/documents/index.ts';
import type { Notif } from '#domain/documents/notif.ts';
import type { Session } from '#domain/documents/session.ts';
import { isUsed } from '#domain/notifications/papers.ts';
import { accessIdFrom } from '#domain/forms/accessId.ts';
import {
  databaseName,
  EVENT_DOC_ID,
  EVENT_DOC_TYPES,
  idRange,
  typeOfId,
  type EventDocType,
  type NewId,
} from '#domain/ids.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import type { NewEvent } from './creation.ts';

/** What a copy has: what prepares an event and tells of no guest. Of files only those that something of it names. */
const COPIED: Readonly<Record<EventDocType, boolean>> = {
  ...{ event: true, session: true, form: true, notif: true },
  ...{ invitationtemplate: true, invoicetemplate: true, whatsapptemplate: true },
  ...{ file: false, client: false, consumer: false },
  ...{ checkin: false, entrychange: false, payment: false },
};

export interface CopyInput {
  eventId: string;
  title: string;
  titleFrench: string;
  /** Two events with one prefix would number two invoices alike. */
  invoicePrefix: string;
  /** By how many days everything is later. */
  days: number;
  /** Where the event names none. */
  timeZone?: string | undefined;
  author: Author;
}

/**
 * An event like another one, for the next time: its settings, picture, sessions with their plans, templates and texts. No guest, no
 * registration, no money, no history; the services' secrets stay where they are. Nothing of it goes out by itself: messages are
 * inactive, forms have new addresses and take nobody until somebody opens them. Ids are those of before, so that what names one
 * another still does.
 */
export async function copyOfEvent(
  db: Database,
  input: CopyInput,
  { now, newId }: { now: number; newId: NewId },
): Promise<NewEvent> {
  const types = EVENT_DOC_TYPES.filter((type) => COPIED[type]);
  const read = await Promise.all(types.map((type) => allOf(db, type)));
  const found = read.flat();
  const event = found.find((doc): doc is EventDoc => doc.type === 'event');
  const named = new Set(found.flatMap(filesOf));
  const files = (await allOf(db, 'file')).filter(({ _id }) => named.has(_id));
  const calendar = calendarOf(event?.timeZone || input.timeZone);
  const forms = new Map(found.flatMap((doc) => (doc.type === 'form' ? [[doc._id, doc] as const] : [])));
  const sessions = found.flatMap((doc) =>
    doc.type === 'session' ? [sessionOf(doc, input.days, calendar)] : [],
  );
  const date = eventDate(sessions) ?? shifted(event?.date ?? now, input.days, calendar);
  const of = <T extends EventDocument['type']>(type: T) =>
    found.filter((doc): doc is Extract<EventDocument, { type: T }> => doc.type === type);
  function copied(doc: EventDocument): EventDocument[] {
    if (doc.type === 'event') return [eventOf(doc, input, date)];
    if (doc.type === 'session') return [sessionOf(doc, input.days, calendar)];
    if (doc.type === 'form') return doc.enabled ? [formOf(doc, forms, { now, newId })] : [];
    if (doc.type === 'notif') return doc.notifType === 'deleted' ? [] : [messageOf(doc)];
    // Which of two was saved last, their copies do not tell.
    if (doc.type === 'invitationtemplate') return isUsed('invitation', doc, of(doc.type)) ? [doc] : [];
    if (doc.type === 'invoicetemplate') return isUsed('invoice', doc, of(doc.type)) ? [doc] : [];
    return [doc];
  }
  const { eventId, title, author } = input;
  const signed = [...found.flatMap(copied), ...files].map(({ _rev: _, ...doc }): Signed => {
    const times = { createdAt: now, updatedAt: now, ...(doc.type === 'session' ? { detailsAt: now } : {}) };
    return { ...doc, metadata: { author, ...times } };
  });
  const holderOf = (id: string, name: string): string => {
    const form = name === TERMS_ATTACHMENT ? forms.get(id) : undefined;
    return (form && termsHolder(form)) ?? id;
  };
  return { eventId, title, date, author, documents: withFiles(db, signed, holderOf) };
}

type Signed = AnyDoc & { _id: string; _attachments?: Record<string, { content_type?: string }> };

/** Each with its files, read when it is its turn: those of all together may be more than the memory holds. */
async function* withFiles(
  db: Database,
  docs: readonly Signed[],
  holderOf: (id: string, name: string) => string,
): AsyncGenerator<AnyDoc> {
  for (const { _attachments: files, ...doc } of docs) {
    const read = Object.entries(files ?? {}).map(async ([name, { content_type }]) => {
      const bytes = (await db.getAttachment(holderOf(doc._id, name), name)) as Buffer;
      return [name, { content_type, data: bytes.toString('base64') }] as const;
    });
    yield files === undefined ? doc : { ...doc, _attachments: Object.fromEntries(await Promise.all(read)) };
  }
}

/** All of a type; what is broken is left out. */
async function allOf(db: Database, type: EventDocType): Promise<EventDocument[]> {
  const keys = type === 'event' ? { keys: [EVENT_DOC_ID] } : idRange(`${type}_`);
  const { rows } = await db.allDocs({ ...keys, include_docs: true });
  return rows.flatMap((row) => {
    const parsed = 'doc' in row && row.doc != null ? parseDocument(row.doc) : null;
    return parsed?.ok === true ? [parsed.value] : [];
  });
}

/** Files that it names: of others nobody knows whether they are about guests. */
function filesOf(doc: EventDocument): string[] {
  const ids = doc.type === 'session' ? doc.files : doc.type === 'notif' ? (doc.attachments ?? []) : [];
  return ids.flatMap((id) => (typeof id === 'string' && typeOfId(id) === 'file' ? [id] : []));
}

/** The same time of the day, so many days on, whatever the clocks do between. */
const shifted = (time: number, days: number, calendar: Calendar): number =>
  calendar.timeAt(calendar.dayOf(time) + days, calendar.minuteOf(time));

function eventOf(event: EventDoc, input: CopyInput, date: number): EventDoc {
  const { example: _e, authorized: _a, status: _s, ...kept } = event;
  const { eventId, title, titleFrench, invoicePrefix } = input;
  return {
    ...kept,
    ...{ id: eventId, dbName: databaseName(eventId), title, titleFrench, invoicePrefix, date },
    invoiceNextIndex: 0,
  };
}

function sessionOf(session: Session, days: number, calendar: Calendar): Session {
  const { archivedAt: _a, detailTimes: _d, lateRegisters: _l, ...kept } = session;
  const later = (time: Session['timeStart']): Session['timeStart'] =>
    typeof time === 'number' ? shifted(time, days, calendar) : time;
  return {
    ...kept,
    ...{ status: 'upcoming', clients: [], removedClients: {} },
    date: shifted(session.date, days, calendar),
    timeStart: later(session.timeStart),
    timeEnd: later(session.timeEnd),
  };
}

/** Closed: somebody looks at its prices first. Its terms come with it, since the earlier versions do not. */
function formOf(
  form: Form,
  forms: ReadonlyMap<string, Form>,
  { now, newId }: { now: number; newId: NewId },
): Form {
  const { replaces: _r, joins: _j, hadAccessId: _h, termsOf: _t, ...kept } = form;
  const terms = forms.get(termsHolder(form) ?? '')?._attachments?.[TERMS_ATTACHMENT];
  const counterpart = forms.get(form.counterpartId ?? '');
  return {
    ...kept,
    ...(terms === undefined ? {} : { _attachments: { ...form._attachments, [TERMS_ATTACHMENT]: terms } }),
    ...{ accessId: accessIdFrom(newId()), opensAt: null, closesAt: now },
    counterpartId: counterpart?.enabled === true ? counterpart._id : null,
  };
}

function messageOf(notif: Notif): Notif {
  const { date: _d, sendAt: _s, count: _c, ...kept } = notif;
  return { ...kept, notifType: 'inactive', resendConsumerIds: [] };
}
