import type { Author } from '#domain/documents/common.ts';
import { makeEvent } from '../sample/generate.ts';
import type { AnyDoc } from '../storage/types.ts';
import type { NewEvent } from './creation.ts';

const DAY = 86_400_000;

export interface ExampleInput {
  eventId: string;
  /** ms: noon of today where the person is. */
  today: number;
  timeZone?: string;
  author: Author;
}

/**
 * A small event with made-up people to try Foyer with, on the day of its dinner: yesterday's talk is over, at the dinner the
 * first have arrived. The same guests every time, so a second try after a lost answer finds the first one's documents.
 */
export function exampleEvent({ eventId, today, timeZone, author }: ExampleInput, now: number): NewEvent {
  const { event, documents } = makeEvent({
    seed: 20_260_303,
    eventId,
    clients: 120,
    consumers: 80,
    entriesPerSession: 0,
    now,
    author,
    event: {
      title: 'Example: an evening by the lake',
      titleFrench: 'Exemple\u00a0: une soirée au bord du lac',
      location: 'Montreux',
      example: true,
      ...(timeZone === undefined ? {} : { timeZone }),
    },
    sessions: [
      {
        title: 'Talk',
        titleFrench: 'Conférence',
        date: today - DAY,
        timeStart: '18:00',
        timeEnd: '19:30',
        status: 'archived',
        entries: 70,
        checkedIn: 0.9,
      },
      {
        title: 'Dinner',
        titleFrench: 'Dîner',
        date: today,
        timeStart: '19:00',
        timeEnd: '23:00',
        status: 'ongoing',
        entries: 96,
        capacity: 110,
        tables: 12,
        placed: 0.8,
        checkedIn: 0.2,
      },
    ],
  });
  return { eventId, title: event.title, date: today, author, documents: documents.map(withoutPhone) };
}

/** Addresses of e-mail can be made up for sure (RFC 2606); a number of a phone may be somebody's. */
const withoutPhone = (doc: AnyDoc): AnyDoc => ({
  ...doc,
  ...('phone' in doc ? { phone: null } : {}),
  ...('person' in doc ? { person: { ...(doc.person as object), phone: null } } : {}),
});
