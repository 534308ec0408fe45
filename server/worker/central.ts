import { canonical } from '#domain/canonical.ts';
import type { SessionStatus } from '#domain/config.ts';
import { eventDate, eventStatus, type CentralEvent, type EventDoc } from '#domain/documents/event.ts';
import { upToDate } from '#domain/documents/index.ts';
import type { Session } from '#domain/documents/session.ts';
import { bySession } from '#domain/documents/sessionOrder.ts';
import { EVENT_DOC_ID } from '#domain/ids.ts';
import { updateCentral } from '../events/central.ts';
import { read } from '../storage/documents.ts';
import type { AnyDoc, Database, Storage } from '../storage/types.ts';
import { getRange } from './couch.ts';

type SessionSummary = CentralEvent['sessions'][number];
/** With what decides its place among the others. */
type Ordered = SessionSummary & { start: Session['timeStart'] };

/** What `central` says of an event, derived from the event's own documents. Never touches `authorized`. */
export function centralFacts(event: EventDoc, sessions: readonly Ordered[]): Partial<CentralEvent> {
  return {
    title: event.title,
    titleFrench: event.titleFrench ?? null,
    company: event.company ?? null,
    location: event.location ?? null,
    timeZone: event.timeZone ?? null,
    // An event without sessions keeps the date that it was created with (PUT /event).
    date: eventDate(sessions) ?? event.date ?? null,
    status: eventStatus(sessions),
    sessions: sessions
      .map(({ start, ...summary }) => ({
        summary,
        _id: summary.id,
        timeStart: start,
        date: summary.date,
        title: summary.title,
      }))
      .sort(bySession)
      .map(({ summary }) => summary),
  };
}

/** Keeps one event's entry of the `events` document in `central` right (specification 1 §3, Event). */
export interface CentralEntry {
  /** A session as it stands now, or null when it is gone. */
  note(id: string, session: AnyDoc | null): void;
  /** All sessions are read again: some may have changed unnoted. */
  forget(): void;
  /** Writes `central` if it says anything else; does nothing for an event that is not listed. */
  refresh(): Promise<void>;
}

export function createCentralEntry(storage: Storage, db: Database, eventId: string): CentralEntry {
  /** null until the first change of this run: then all sessions are read once. */
  let sessions: Map<string, Ordered> | null = null;

  async function load(): Promise<Map<string, Ordered>> {
    const docs = await getRange(db, 'session_');
    return new Map(docs.flatMap((doc) => (isSession(doc) ? [[doc._id, summaryOf(doc)] as const] : [])));
  }

  return {
    note(id, session) {
      if (sessions === null) return;
      if (session === null || !isSession(session)) sessions.delete(id);
      else sessions.set(id, summaryOf(session));
    },
    forget() {
      sessions = null;
    },
    async refresh() {
      sessions ??= await load();
      const event = (await read(db, EVENT_DOC_ID)) as unknown as EventDoc | null;
      if (event === null) return;
      const facts = centralFacts(event, [...sessions.values()]);
      await updateCentral(storage, (events) => {
        const listed = events.find(({ id }) => id === eventId);
        if (listed === undefined) return null;
        const next = { ...listed, ...facts };
        return canonical(next) === canonical(listed)
          ? null
          : events.map((entry) => (entry === listed ? next : entry));
      });
    },
  };
}

/** Documents of the wrong shape are left out: they would make the whole list unreadable for everyone. */
function isSession(doc: AnyDoc): boolean {
  return doc['type'] === 'session' && typeof doc['title'] === 'string' && typeof doc['date'] === 'number';
}

const STATUSES: readonly unknown[] = ['upcoming', 'ongoing', 'archived'] satisfies SessionStatus[];

function summaryOf(doc: AnyDoc): Ordered {
  const session = upToDate(doc) as unknown as Session;
  const { _id, title, titleFrench, date, status, timeStart } = session;
  return {
    id: _id,
    title,
    titleFrench: titleFrench ?? null,
    date,
    status: STATUSES.includes(status) ? status : 'upcoming',
    start: timeStart,
  };
}
