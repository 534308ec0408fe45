import type { CentralEvent } from '#domain/documents/event.ts';

/** A small event for tests of screens: one open session with two guests, one archived session, one consumer. */
export const NOON = new Date(2026, 5, 20, 12).getTime();

export const galaCentral: CentralEvent = {
  id: 'gala',
  dbName: 'event-gala',
  title: 'Lake Gala',
  titleFrench: 'Gala du Lac',
  company: 'Arpège',
  location: 'Montreux',
  date: NOON,
  status: 'ongoing',
  authorized: [],
  sessions: [
    { id: 'session_dinner', title: 'Dinner', titleFrench: 'Dîner', date: NOON, status: 'ongoing' },
    { id: 'session_past', title: 'Reception', titleFrench: 'Réception', date: NOON, status: 'archived' },
  ],
};

const session = (id: string, title: string, status: string, clientIds: string[]) => ({
  _id: `session_${id}`,
  _rev: '1-a',
  type: 'session',
  title,
  date: NOON,
  timeStart: '19:00',
  timeEnd: null,
  status,
  clients: clientIds.map((clientId) => ({ clientId, checkInTime: null, updatedTime: 1 })),
  metadata: { updatedAt: new Date(2026, 4, 2, 9, 5).getTime() },
});
const client = (id: string, forename: string, surname: string, company: string, number: string) => ({
  _id: `client_${id}`,
  _rev: '1-a',
  type: 'client',
  forename,
  surname,
  company,
  number,
});

export const galaDocuments: Record<string, unknown>[] = [
  {
    _id: 'event',
    _rev: '1-a',
    type: 'event',
    id: 'gala',
    dbName: 'event-gala',
    title: 'Lake Gala',
    titleFrench: 'Gala du Lac',
    company: 'Arpège',
    location: 'Montreux',
    paymentTypes: ['card'],
    invoicePrefix: 'GL',
  },
  session('dinner', 'Dinner', 'ongoing', ['client_ada', 'client_leo']),
  session('past', 'Reception', 'archived', []),
  client('ada', 'Ada', 'Lovelace', 'Analytical', 'A-1'),
  client('leo', 'Léo', 'Müller', 'Arpège', 'A-2'),
  { _id: 'consumer_one', _rev: '1-a', type: 'consumer' },
];
