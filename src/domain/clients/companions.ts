import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';

/** Who gets the status too when these clients get it, for it is their registration's: the others of it, where it is another now. */
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
