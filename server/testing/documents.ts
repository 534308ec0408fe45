import { checkinId } from '#domain/ids.ts';
import type { Login } from './server.ts';

type Doc = Record<string, unknown> & { _id: string };

let count = 0;

/** Valid documents of an event, for tests. */
export const clientDoc = (id: string, more: object = {}): Doc => ({
  _id: `client_${id}`,
  type: 'client',
  forename: 'Łucja',
  surname: `O’Brien ${id}`,
  language: 'en',
  category: 'indiv',
  ...more,
});

export const sessionDoc = (id: string, more: object = {}): Doc => ({
  _id: `session_${id}`,
  type: 'session',
  title: 'Dinner',
  date: Date.UTC(2027, 4, 1, 12),
  clients: [],
  ...more,
});

export function checkinDoc(by: Login, more: object = {}): Doc {
  const time = Date.now() + ++count;
  return {
    _id: checkinId('session_s', time, `dev${count}`),
    type: 'checkin',
    sessionId: 'session_s',
    clientId: 'client_a',
    action: 'in',
    time,
    device: { id: 'd1', name: 'Door 1' },
    author: { id: by.id, name: by.username },
    method: 'list',
    ...more,
  };
}

/** The document as replication sends it: a revision of its own. */
export const replicated = <T extends object>(
  doc: T,
  hash = 'a'.repeat(32),
  start = 1,
): T & { _rev: string } => ({
  ...doc,
  _rev: `${start}-${hash}`,
  _revisions: { start, ids: [hash] },
});
