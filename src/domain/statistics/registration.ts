import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { SessionEntry } from '../documents/session.ts';

/** One guest's place in one session. */
export interface Attendance {
  sessionId: string;
  entry: SessionEntry;
  /** Where the guest was let in; null where no document tells, and where nobody was. */
  device: Checkin['device'] | null;
}

export interface Guest {
  clientId: string;
  /** Null while the document has not reached this copy. */
  client: Client | null;
  attendances: readonly Attendance[];
}

/** What is counted together: a registration with its guests; or guests whose registration is not there. */
export interface Registration {
  /** The consumer's id; a guest's own where no consumer is named. */
  key: string;
  consumer: Consumer | null;
  /** In the order of their ids; without those that are deleted. */
  guests: readonly Guest[];
  /** All its guests were deleted: it has left the counts with them (readings, no. 3). */
  isEmptied: boolean;
}

/** When it was made, as the form says, else as the document does. */
export const dateOf = ({ registration, date, metadata }: Consumer): number | null =>
  registration?.date ?? date ?? metadata.createdAt ?? null;

/** When somebody registered. Null where nothing tells. */
export function registeredAt({ consumer, guests }: Registration): number | null {
  if (consumer !== null) return dateOf(consumer);
  const times = guests.flatMap(({ client }) => client?.metadata.createdAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

export const isCanceled = ({ consumer, guests }: Registration): boolean =>
  consumer === null
    ? guests.length > 0 && guests.every(({ client }) => client?.canceled === true)
    : consumer.status === 'canceled';

export function put<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
