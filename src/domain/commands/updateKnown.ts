import { followed, mayBeFollowed } from '../clients/contact.ts';
import { isSameValue, type FieldChange } from '../clients/undo.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { isErased } from '../documents/erasure.ts';
import type { PlannedUpdate } from '../import/check.ts';
import { UPDATED_FIELDS, type AddressChanges, type ClientChanges } from '../import/known.ts';
import { changedBy } from '../money/standIn.ts';
import { stampAfter, writing, type Command } from './command.ts';
import type { EventView } from './view.ts';

/*
 * An import that meets guests who are there already: what its rows change of them, of their registrations' addresses, and of how the
 * persons of registrations are reached.
 */

type Known<T> = [stored: T, wanted: readonly FieldChange[]];

/** The fields of guests that the rows change; of two rows about one guest the later one counts. */
function changesOf(view: EventView, updates: readonly PlannedUpdate[]): Known<Client>[] {
  const clients = view.storedOf(
    'client',
    updates.map(({ clientId }) => clientId),
  );
  const changes = new Map<string, ClientChanges>();
  for (const one of updates) changes.set(one.clientId, { ...changes.get(one.clientId), ...one.changes });
  return [...clients].flatMap(([id, client]): Known<Client>[] => {
    if (client.deletedAt != null) return [];
    const wanted = Object.entries(changes.get(id) ?? {}).flatMap(([field, after]): FieldChange[] => {
      const before = valueOf(client, field);
      return before === after ? [] : [{ type: 'client', id, field, before, after }];
    });
    return wanted.length === 0 ? [] : [[client, wanted]];
  });
}

/** What the rows change of registrations; one that was erased meanwhile gets no address again. */
function registrationsOf(
  view: EventView,
  updates: readonly PlannedUpdate[],
  clients: readonly Known<Client>[],
): Known<Consumer>[] {
  const wanted = new Map<string, Known<Consumer>>();
  for (const [consumer, changes] of [...personsOf(view, clients), ...addressesOf(view, updates)])
    wanted.set(consumer._id, [consumer, [...(wanted.get(consumer._id)?.[1] ?? []), ...changes]]);
  return [...wanted.values()];
}

function personsOf(view: EventView, clients: readonly Known<Client>[]): Known<Consumer>[] {
  const moved = clients.flatMap(([before, wanted]) => {
    const after = { ...before, ...written(wanted) };
    return mayBeFollowed(before, after) ? [{ before, after }] : [];
  });
  const known = view.knownOf(
    'consumer',
    moved.flatMap(({ before }) => before.consumerId ?? []),
  );
  return moved.flatMap(({ before, after }): Known<Consumer>[] => {
    const consumer = known.get(before.consumerId ?? '');
    const next = consumer && followed(consumer, before, after);
    if (consumer === undefined || next === undefined || next === consumer) return [];
    const change = { before: consumer.person, after: next.person };
    return [[consumer, [{ type: 'consumer', id: consumer._id, field: 'person', ...change }]]];
  });
}

function addressesOf(view: EventView, updates: readonly PlannedUpdate[]): Known<Consumer>[] {
  const changes = new Map<string, AddressChanges>();
  for (const { address } of updates) {
    if (address === undefined) continue;
    changes.set(address.consumerId, { ...changes.get(address.consumerId), ...address.changes });
  }
  return [...view.knownOf('consumer', [...changes.keys()])].flatMap(([id, consumer]): Known<Consumer>[] => {
    if (isErased(consumer)) return [];
    const before = consumer.address;
    const after = { ...before, ...changes.get(id) };
    return isSameValue(before, after)
      ? []
      : [[consumer, [{ type: 'consumer', id, field: 'address', before, after }]]];
  });
}

export const valueOf = (doc: Client | Consumer | undefined, field: string): unknown =>
  (doc as Record<string, unknown> | undefined)?.[field];

/**
 * What `updateKnown` would change, with what stands there before. Writes nothing. Two rows about one field are two changes: an
 * import may end between them.
 */
export const planUpdates: Command<readonly PlannedUpdate[], readonly FieldChange[]> = (view, updates) => {
  const clients = view.storedOf(
    'client',
    updates.map(({ clientId }) => clientId),
  );
  const consumers = view.knownOf('consumer', [
    ...updates.flatMap(({ address }) => (address === undefined ? [] : [address.consumerId])),
    ...[...clients.values()].flatMap(({ consumerId }) => consumerId ?? []),
  ]);
  const planned: FieldChange[] = [];
  const now = new Map<string, unknown>();
  function plan(
    one: Omit<FieldChange, 'before' | 'after'>,
    stored: unknown,
    next: (before: unknown) => unknown,
  ) {
    const key = `${one.id} ${one.field}`;
    const before = now.has(key) ? now.get(key) : stored;
    const after = next(before);
    if (isSameValue(before, after)) return;
    now.set(key, after);
    planned.push({ ...one, before, after });
  }
  for (const { clientId, changes, address } of updates) {
    const client = clients.get(clientId);
    if (client !== undefined && client.deletedAt == null) {
      const before = asPlanned(client, now);
      for (const [field, value] of Object.entries(changes))
        plan({ type: 'client', id: clientId, field }, valueOf(client, field), () => value);
      const after = { ...before, ...changes };
      const reached = consumers.get(client.consumerId ?? '');
      if (reached !== undefined && mayBeFollowed(before, after))
        plan({ type: 'consumer', id: reached._id, field: 'person' }, reached.person, (person) => {
          const then = { ...reached, person: person as Consumer['person'] };
          return followed(then, before, after).person;
        });
    }
    const consumer = address === undefined ? undefined : consumers.get(address.consumerId);
    if (address === undefined || consumer === undefined || isErased(consumer)) continue;
    plan({ type: 'consumer', id: consumer._id, field: 'address' }, consumer.address, (before) => ({
      ...(before as Consumer['address']),
      ...address.changes,
    }));
  }
  return writing(planned);
};

/** As the rows before leave it. */
function asPlanned(client: Client, now: ReadonlyMap<string, unknown>): Client {
  const own = UPDATED_FIELDS.filter((field) => now.has(`${client._id} ${field}`));
  return {
    ...client,
    ...Object.fromEntries(own.map((field) => [field, now.get(`${client._id} ${field}`)])),
  };
}

/** Writes what the rows change of guests who are there already; gives each change with what stood there before. */
export const updateKnown: Command<readonly PlannedUpdate[], readonly FieldChange[]> = (
  view,
  updates,
  caller,
) => {
  const clients = changesOf(view, updates);
  const registrations = registrationsOf(view, updates, clients);
  return writing(
    [...clients, ...registrations].flatMap(([, wanted]) => wanted),
    ...clients.map(([client, wanted]) =>
      changedBy(stampAfter(caller, client), { ...client, ...written(wanted) }),
    ),
    ...registrations.map(([consumer, wanted]) =>
      changedBy(stampAfter(caller, consumer), { ...consumer, ...written(wanted) }),
    ),
  );
};

const written = (wanted: readonly FieldChange[]): Record<string, unknown> =>
  Object.fromEntries(wanted.map(({ field, after }) => [field, after]));
