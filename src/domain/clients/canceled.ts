import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { SessionEntry } from '../documents/session.ts';

/**
 * Whether a guest's registration is cancelled: their places and seats are free, and the door refuses them (readings, no. 48).
 * A host's device holds no registration: there the server's word on the client counts (decision 17).
 */
export const isCanceled = (
  client: Pick<Client, 'canceled'>,
  consumer: Pick<Consumer, 'status'> | null,
): boolean => (consumer === null ? client.canceled === true : consumer.status === 'canceled');

/** Whether a guest is expected or has come: who came and was cancelled afterwards has been there. */
export const countsIn = (
  { clientId, checkInTime }: Pick<SessionEntry, 'clientId' | 'checkInTime'>,
  isOut: (clientId: string) => boolean,
): boolean => checkInTime !== null || !isOut(clientId);
