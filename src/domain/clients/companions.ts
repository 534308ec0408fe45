import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';

/**
 * A status belongs to a registration, so whoever gives one to some clients gives it to the others of their registrations too.
 * These others, where the registration has another status now.
 */
export function companionsOf(
  clients: ReadonlyMap<string, Client>,
  consumers: ReadonlyMap<string, Pick<Consumer, 'status'>>,
  ids: ReadonlySet<string>,
  status: Consumer['status'],
): Client[] {
  const registrations = new Set(
    [...ids].flatMap((id) => {
      const consumerId = clients.get(id)?.consumerId;
      const known = consumerId ? consumers.get(consumerId) : undefined;
      return consumerId && known !== undefined && known.status !== status ? [consumerId] : [];
    }),
  );
  return [...clients.values()].filter(
    ({ _id, consumerId }) => !ids.has(_id) && consumerId && registrations.has(consumerId),
  );
}
