import { canonical } from '#domain/canonical.ts';
import { eventDate, PICTURE_ATTACHMENT, type EventDoc } from '#domain/documents/event.ts';
import type { Form } from '#domain/documents/form.ts';
import { newDocument } from '#domain/documents/new.ts';
import { productKinds, type Session } from '#domain/documents/session.ts';
import { docId, EVENT_DOC_ID } from '#domain/ids.ts';
import { rebase } from '#domain/conflicts/rebase.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { editDetails, setStatus } from '#domain/sessions/sessionEdits.ts';
import { readDocument, type StoredDoc } from '../store/read.ts';
import type { EventInput, Failure, SessionInput } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';
import { pictureAttachment, type InlineAttachment } from './picture.ts';
import { stampFor } from './sessions.ts';
import { readMerged } from './update.ts';

const ATTEMPTS = 20;

type KnownInput = SessionInput & { _id: string };

/**
 * Saves the event's fields, picture and sessions in one local transaction (specification 1 §2, "Event create and
 * update"). The event's date is its earliest session's; a session left out is deleted; a new one gets zeroed amounts
 * in every form. A document that changed meanwhile makes all of it be decided again. `base` is what the form began
 * with: what others saved since then, such as a session's status, stays unless the form changed that very field.
 */
export async function saveEvent(
  context: RepositoryContext,
  input: EventInput,
  base?: EventInput,
): Promise<Result<EventDoc, Failure>> {
  const picture = input.picture == null ? null : await pictureAttachment(input.picture.blob);
  if (picture !== null && !picture.ok) return picture;
  // Chosen once: deciding again must not create a session twice.
  const sessions = input.sessions.map((session) => ({
    ...session,
    _id: session._id ?? docId('session', context.newId()),
  }));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const decision = await decide(context, { input, base, sessions }, picture?.value ?? null);
    if (!decision.ok) return decision;
    const { docs } = decision.value;
    const rows = await context.db.use((pouch) => pouch.bulkDocs(docs as NewDoc[]));
    const revs = new Map(
      rows.flatMap((row) => ('rev' in row && row.id !== undefined ? [[row.id, row.rev]] : [])),
    );
    if (revs.size === docs.length) {
      const stored = await readMerged(context.db, EVENT_DOC_ID);
      context.store.apply(
        docs.map(
          (doc) =>
            (doc._id === EVENT_DOC_ID && stored ? stored : { ...doc, _rev: revs.get(doc._id) }) as StoredDoc,
        ),
      );
      const saved = stored === null ? null : readDocument(stored);
      return saved?.type === 'event' ? ok(saved) : err({ code: 'not_found' });
    }
    if (rows.some((row) => 'error' in row && row.status !== 409))
      return err({ code: 'unknown', message: 'not saved' });
  }
  return err({ code: 'unknown', message: 'the event keeps changing' });
}

type Doc = Record<string, unknown> & { _id: string };

interface Wanted {
  input: EventInput;
  base: EventInput | undefined;
  sessions: readonly KnownInput[];
}

async function decide(
  context: RepositoryContext,
  { input: typed, base, sessions: typedSessions }: Wanted,
  picture: InlineAttachment | null,
): Promise<Result<{ docs: Doc[] }, Failure>> {
  const stored = await readMerged(context.db, EVENT_DOC_ID);
  const event = stored === null ? null : readDocument(stored);
  if (stored === null || event?.type !== 'event') return err({ code: 'not_found' });
  const before = await storedSessions(context);
  const input =
    base === undefined ? typed : { ...typed, ...rebase(fieldsOf(base), fieldsOf(typed), fieldsOf(event)) };
  const sessions = typedSessions.flatMap((session) => caughtUp(session, base, before.get(session._id)) ?? []);
  const kept = new Set(sessions.map((session) => session._id));
  const unseen = [...before.values()].filter(
    ({ _id }) => !kept.has(_id) && input.shownSessions?.includes(_id) === false,
  );
  const docs: { doc: Doc; stored: StoredDoc | null }[] = [
    { doc: editedEvent(context, event, input, [...sessions, ...unseen], picture), stored },
  ];
  for (const wanted of sessions) {
    const known = before.get(wanted._id);
    const doc = known === undefined ? newSession(context, wanted) : editedSession(context, known, wanted);
    if (doc !== known) docs.push({ doc, stored: (known as StoredDoc | undefined) ?? null });
  }
  for (const [id, session] of before) {
    if (kept.has(id) || unseen.includes(session)) continue;
    docs.push({ doc: { _id: id, _rev: session._rev, _deleted: true }, stored: session as StoredDoc });
  }
  const added = sessions.filter((session) => !before.has(session._id)).map((session) => session._id);
  for (const form of added.length === 0 ? [] : context.store.documents('form').values()) {
    docs.push({ doc: withZeroAmounts(form, added), stored: form as StoredDoc });
  }
  for (const { doc, stored: old } of docs) {
    const verdict = judge(context, doc, old);
    if (!verdict.ok) return verdict;
  }
  return ok({ docs: docs.map(({ doc }) => doc) });
}

async function storedSessions({ db, store }: RepositoryContext): Promise<Map<string, Session>> {
  const result = new Map<string, Session>();
  for (const id of store.documents('session').keys()) {
    const stored = await readMerged(db, id);
    const session = stored === null ? null : readDocument(stored);
    if (session?.type === 'session') result.set(id, session);
  }
  return result;
}

function editedEvent(
  context: RepositoryContext,
  event: EventDoc,
  input: EventInput,
  sessions: readonly { date: number }[],
  picture: InlineAttachment | null,
): Doc {
  const { picture: chosen } = input;
  const { author, time } = stampFor(context);
  const { [PICTURE_ATTACHMENT]: _old, ...others } = event._attachments ?? {};
  const attachments =
    chosen === undefined
      ? event._attachments
      : picture === null
        ? others
        : { ...others, [PICTURE_ATTACHMENT]: picture as InlineAttachment & Record<string, unknown> };
  const { _attachments, ...rest } = event;
  return {
    ...rest,
    ...(attachments === undefined || Object.keys(attachments).length === 0
      ? {}
      : { _attachments: attachments }),
    title: input.title,
    titleFrench: input.titleFrench,
    company: input.company,
    location: input.location,
    paymentTypes: [...input.paymentTypes],
    invoicePrefix: input.invoicePrefix,
    adminContact: input.adminContact,
    date: eventDate(sessions),
    pictureSize:
      chosen === undefined
        ? event.pictureSize
        : chosen === null
          ? null
          : { width: chosen.width, height: chosen.height },
    metadata: { ...event.metadata, author, updatedAt: Math.max(time, (event.metadata.updatedAt ?? 0) + 1) },
  };
}

const fieldsOf = (from: EventInput | EventDoc) => ({
  title: from.title,
  titleFrench: from.titleFrench ?? '',
  company: from.company ?? '',
  location: from.location ?? '',
  paymentTypes: from.paymentTypes,
  invoicePrefix: from.invoicePrefix ?? '',
  adminContact: from.adminContact,
});

/** What the form changed of a session, over what the session is by now; null for one that is deleted by now. */
function caughtUp(
  wanted: KnownInput,
  base: EventInput | undefined,
  now: Session | undefined,
): KnownInput | null {
  const began = base?.sessions.find(({ _id }) => _id === wanted._id);
  if (began === undefined) return wanted;
  if (now === undefined) return null;
  const { title, titleFrench, date, timeStart, timeEnd, status } = now;
  const current = {
    title,
    titleFrench: titleFrench ?? '',
    date,
    timeStart: timeStart ?? null,
    timeEnd: timeEnd ?? null,
    status,
  };
  return rebase<KnownInput>({ ...began, _id: wanted._id }, wanted, { ...wanted, ...current });
}

const DETAILS = ['title', 'titleFrench', 'date', 'timeStart', 'timeEnd'] as const;

function editedSession(context: RepositoryContext, session: Session, wanted: KnownInput): Session {
  const stamp = stampFor(context, session);
  const details = Object.fromEntries(DETAILS.map((key) => [key, wanted[key]]));
  const same = DETAILS.every((key) => canonical(session[key] ?? null) === canonical(wanted[key] ?? null));
  return setStatus(same ? session : editDetails(session, details, stamp), wanted.status, stamp);
}

function newSession(context: RepositoryContext, wanted: KnownInput): Session {
  const { author, time } = stampFor(context);
  return newDocument('session', {
    _id: wanted._id,
    title: wanted.title,
    titleFrench: wanted.titleFrench,
    date: wanted.date,
    timeStart: wanted.timeStart,
    timeEnd: wanted.timeEnd,
    status: wanted.status,
    metadata: { author, createdAt: time, updatedAt: time, detailsAt: time },
  });
}

/** "New sessions start with zeroed amounts for every option of every form" (specification 1 §2). */
function withZeroAmounts(form: Form, sessionIds: readonly string[]): Doc {
  const amounts = { ...form.amounts };
  for (const sessionId of sessionIds) {
    amounts[sessionId] = Object.fromEntries(
      form.options.map(({ id }) => [
        id,
        Object.fromEntries(productKinds.map((kind) => [kind, { amount: 0, enabled: true }])),
      ]),
    );
  }
  return { ...form, amounts };
}
