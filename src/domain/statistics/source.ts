import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { Notif } from '../documents/notif.ts';
import type { Session } from '../documents/session.ts';

/** An event's documents as they are counted. A map or a session that is the same object has not changed. */
export interface Source {
  /** With check-ins and entry changes laid over, without deleted clients. */
  sessions: readonly Session[];
  /** Deleted ones too. */
  clients: ReadonlyMap<string, Client>;
  consumers: ReadonlyMap<string, Consumer>;
  notifs: ReadonlyMap<string, Notif>;
  /** The check-in that holds a guest in a session; asked for those who are in. */
  heldBy(sessionId: string, clientId: string): Pick<Checkin, 'time' | 'device'> | null;
}
