import { canonical } from '../canonical.ts';
import type { SessionStatus } from '../config.ts';
import { rebase } from '../conflicts/rebase.ts';
import { eventDate, PICTURE_ATTACHMENT, type DoorRemark, type EventDoc } from '../documents/event.ts';
import { withZeroAmounts } from '../forms/amounts.ts';
import { newDocument } from '../documents/new.ts';
import type { Notif } from '../documents/notif.ts';
import type { NewAttachment } from '../documents/newAttachment.ts';
import type { Session } from '../documents/session.ts';
import { docId, EVENT_DOC_ID } from '../ids.ts';
import { err, ok } from '../result.ts';
import { editDetails, setStatus, type Stamp } from '../sessions/sessionEdits.ts';
import { stampAfter, type Caller, type Command, type NewVersion } from './command.ts';
import type { EventView } from './view.ts';

export interface SessionInput {
  /** Absent for a new session. */
  _id?: string;
  title: string;
  titleFrench: string;
  date: number;
  timeStart: number | string | null;
  timeEnd: number | string | null;
  status: SessionStatus;
  /** Places over all ways in, null without a limit; absent from a form that does not ask for it. */
  capacity?: number | null;
}
type KnownInput = SessionInput & { _id: string };

export interface EventFields {
  title: string;
  titleFrench: string;
  company: string;
  location: string;
  /** Absent from a form that does not ask for it. */
  contact?: string;
  /** Absent from a form that does not ask for it; empty for none. */
  timeZone?: string;
  paymentTypes: EventDoc['paymentTypes'];
  invoicePrefix: string;
  /** Absent from a form that does not ask for it. */
  transfer?: NonNullable<EventDoc['transfer']>;
  /** Absent from a form that does not ask for it. */
  payMinutes?: number;
  adminContact: boolean;
  /** Absent as long as nobody has decided. */
  doorShows?: readonly DoorRemark[];
  /** Absent from a form that does not ask for it. */
  embedOrigins?: readonly string[];
  sessions: readonly SessionInput[];
  /**
   * The sessions that the form showed when it was opened: only these are deleted when left out, so that a session
   * which another device added meanwhile survives. Absent: every session that is left out is deleted.
   */
  shownSessions?: readonly string[];
}

export interface EventPicture {
  file: NewAttachment;
  width: number;
  height: number;
}

interface EventEdit {
  input: EventFields;
  /**
   * What the form began with: what others saved since then, such as a session's status, stays unless the form changed that
   * very field.
   */
  base?: EventFields;
  /** undefined keeps it, null removes it. */
  picture?: EventPicture | null;
}

/**
 * Saves the event's fields, picture and sessions together (specification 1 §2, "Event create and update"). The event's date
 * is its earliest session's; a session left out is deleted; a new one gets zeroed amounts in every form.
 */
export const saveEvent: Command<EventEdit, EventDoc> = (view, { input: typed, base, picture }, caller) => {
  const event = view.stored('event', EVENT_DOC_ID);
  if (event === null) return err({ code: 'not_found' });
  const wanted = typed.sessions.map((session): KnownInput => ({
    ...session,
    _id: session._id ?? docId('session', caller.newId()),
  }));
  const ids = [...view.documents('session').keys(), ...wanted.map(({ _id }) => _id)];
  const before = view.storedOf('session', ids);
  const sessions = wanted.flatMap((session) => caughtUp(session, base, before.get(session._id)) ?? []);
  const kept = new Set(sessions.map((session) => session._id));
  const isUnseen = (id: string): boolean => typed.shownSessions?.includes(id) === false;
  const left = [...before.values()].filter(({ _id }) => !kept.has(_id));
  const input =
    base === undefined ? typed : { ...typed, ...rebase(fieldsOf(base), fieldsOf(typed), fieldsOf(event)) };
  const dated = [...sessions, ...left.filter(({ _id }) => isUnseen(_id))];
  const saved = editedEvent(event, input, dated, picture, stampAfter(caller, event));
  const docs: NewVersion[] = [saved];
  for (const session of sessions) {
    const known = before.get(session._id);
    const next = known === undefined ? newSession(session, caller) : editedSession(known, session, caller);
    if (next !== known) docs.push(next);
  }
  const removed = left.filter(({ _id }) => !isUnseen(_id));
  for (const { _id, _rev = '' } of removed) docs.push({ _id, _rev, _deleted: true });
  docs.push(...withoutSessions(view, new Set(removed.map(({ _id }) => _id)), caller));
  const added = sessions.filter((session) => !before.has(session._id)).map((session) => session._id);
  if (added.length > 0) {
    const forms = view.storedOf('form', [...view.documents('form').keys()]);
    for (const form of forms.values()) docs.push(withZeroAmounts(form, added));
  }
  return ok({ value: saved, write: [docs] });
};

function editedEvent(
  event: EventDoc,
  input: EventFields,
  sessions: readonly { date: number }[],
  picture: EventPicture | null | undefined,
  { author, time }: Stamp,
): EventDoc {
  const { _attachments, ...rest } = event;
  const { [PICTURE_ATTACHMENT]: known, ...others } = _attachments ?? {};
  const file = picture === undefined ? known : picture === null ? undefined : { ...picture.file };
  const attachments = file === undefined ? others : { ...others, [PICTURE_ATTACHMENT]: file };
  return {
    ...rest,
    ...(Object.keys(attachments).length === 0 ? {} : { _attachments: attachments }),
    title: input.title,
    titleFrench: input.titleFrench,
    company: input.company,
    location: input.location,
    ...(input.contact === undefined ? {} : { contact: input.contact }),
    ...(input.timeZone || event.timeZone != null ? { timeZone: input.timeZone ?? event.timeZone } : {}),
    paymentTypes: [...input.paymentTypes],
    invoicePrefix: input.invoicePrefix,
    ...(input.transfer === undefined ? {} : { transfer: accountOf(input.transfer) }),
    ...(input.payMinutes === undefined ? {} : { payMinutes: input.payMinutes }),
    adminContact: input.adminContact,
    ...(input.doorShows === undefined ? {} : { doorShows: [...input.doorShows] }),
    ...(input.embedOrigins === undefined ? {} : { embedOrigins: [...input.embedOrigins] }),
    date: eventDate(sessions),
    pictureSize:
      picture === undefined
        ? event.pictureSize
        : picture === null
          ? null
          : { width: picture.width, height: picture.height },
    metadata: { ...event.metadata, author, updatedAt: time },
  };
}

/** Null where nothing is said. */
const accountOf = (transfer: NonNullable<EventDoc['transfer']>): EventDoc['transfer'] =>
  Object.values(transfer).some((value) => Boolean(value)) ? transfer : null;

const fieldsOf = (from: EventFields | EventDoc) => ({
  title: from.title,
  titleFrench: from.titleFrench ?? '',
  company: from.company ?? '',
  location: from.location ?? '',
  contact: from.contact ?? undefined,
  timeZone: from.timeZone ?? '',
  paymentTypes: from.paymentTypes,
  invoicePrefix: from.invoicePrefix ?? '',
  transfer: from.transfer ?? undefined,
  payMinutes: from.payMinutes ?? undefined,
  adminContact: from.adminContact,
  doorShows: from.doorShows ?? undefined,
  embedOrigins: from.embedOrigins ?? undefined,
});

/** What the form changed of a session, over what the session is by now; null for one that is deleted by now. */
function caughtUp(
  wanted: KnownInput,
  base: EventFields | undefined,
  now: Session | undefined,
): KnownInput | null {
  const began = base?.sessions.find(({ _id }) => _id === wanted._id);
  if (began === undefined) return wanted;
  if (now === undefined) return null;
  const { title, titleFrench, date, status, capacity } = now;
  const isMoved = wanted.date !== began.date;
  // What another program wrote as a moment is of that day: of another day it is the time that clocks show.
  const timeOf = (key: 'timeStart' | 'timeEnd') =>
    isMoved && typeof now[key] === 'number' ? wanted[key] : (now[key] ?? null);
  const current = {
    title,
    titleFrench: titleFrench ?? '',
    date,
    timeStart: timeOf('timeStart'),
    timeEnd: timeOf('timeEnd'),
    status,
    capacity: capacity ?? null,
  };
  return rebase<KnownInput>({ ...began, _id: wanted._id }, wanted, { ...wanted, ...current });
}

const DETAILS = ['title', 'titleFrench', 'date', 'timeStart', 'timeEnd', 'capacity'] as const;

function editedSession(session: Session, wanted: KnownInput, caller: Caller): Session {
  const stamp = stampAfter(caller, session);
  const asked = DETAILS.filter((key) => wanted[key] !== undefined);
  const details = Object.fromEntries(asked.map((key) => [key, wanted[key]]));
  const same = asked.every((key) => canonical(session[key] ?? null) === canonical(wanted[key] ?? null));
  return setStatus(same ? session : editDetails(session, details, stamp), wanted.status, stamp);
}

function newSession(wanted: KnownInput, { author, time }: Stamp): Session {
  const { _id, title, titleFrench, date, timeStart, timeEnd, status, capacity } = wanted;
  const limit = capacity == null ? {} : { capacity };
  const metadata = { author, createdAt: time, updatedAt: time, detailsAt: time };
  return newDocument('session', {
    _id,
    title,
    titleFrench,
    date,
    timeStart,
    timeEnd,
    status,
    ...limit,
    metadata,
  });
}

/** A notification for nothing but sessions that are removed is inactive from now on (specification 1 §4). */
function withoutSessions(view: EventView, removed: ReadonlySet<string>, caller: Caller): Notif[] {
  if (removed.size === 0) return [];
  const named = [...view.documents('notif').values()].filter(({ sessionIds }) =>
    sessionIds?.some((id) => removed.has(id)),
  );
  const stored = view.storedOf(
    'notif',
    named.map(({ _id }) => _id),
  );
  return [...stored.values()].map((notif) => {
    const { author, time } = stampAfter(caller, notif);
    const sessionIds = (notif.sessionIds ?? []).filter((id) => !removed.has(id));
    const isOver = sessionIds.length === 0 && notif.notifType !== 'deleted';
    return {
      ...notif,
      ...{ sessionIds, notifType: isOver ? 'inactive' : notif.notifType },
      metadata: { ...notif.metadata, author, updatedAt: time },
    };
  });
}
