import type { EventStore } from '../types.ts';

/** Whether the door refuses this guest because the registration is cancelled (readings, no. 48). */
export function isCanceled(store: EventStore, clientId: string): boolean {
  const client = store.client(clientId);
  const consumer = store.consumers().get(client?.consumerId ?? '');
  // A host's device holds no registration: there the server's word on the client counts (decision 17).
  return consumer === undefined ? client?.canceled === true : consumer.status === 'canceled';
}
