import { erased, isErased } from '../documents/erasure.ts';
import { calendarOf } from '../days.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { eventEnd, keptUntil } from '../forms/retention.ts';
import { err, ok } from '../result.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';
import type { EventView } from './view.ts';

/** Whom: guests; `whole`: with everybody of their registrations. */
export interface Erasure {
  clientIds: readonly string[];
  whole?: boolean;
}

/**
 * Erases guests, and each registration none of whose guests is left; those who were deleted from it go along. Their figures and
 * money stay, without them. Refused with `still_expected` while one is expected at a session, so that no door waits for nobody.
 */
export const erasePeople: Command<Erasure, { clients: number; consumers: number }> = (
  view,
  { clientIds, whole = false },
  caller,
) => {
  const asked = new Set(clientIds);
  const all = [...view.documents('client').values()].filter((client) => !isErased(client));
  const own = new Set(all.flatMap(({ _id, consumerId }) => (asked.has(_id) ? (consumerId ?? []) : [])));
  const staying = all.flatMap(({ _id, consumerId, deletedAt }) =>
    whole || asked.has(_id) || deletedAt != null ? [] : (consumerId ?? []),
  );
  const stay = new Set(staying);
  const gone = new Set([...own].filter((id) => !stay.has(id)));
  const ids = all.flatMap(({ _id, consumerId }) => (asked.has(_id) || gone.has(consumerId ?? '') ? _id : []));
  const clients = [...view.storedOf('client', ids).values()].filter((client) => !isErased(client));
  const stored = [...view.storedOf('consumer', [...own]).values()].filter((one) => !isErased(one));
  const canceled = new Set(stored.flatMap(({ _id, status }) => (status === 'canceled' ? _id : [])));
  const coming = expected(view, caller.time);
  const isComing = ({ _id, consumerId, deletedAt }: Client): boolean =>
    deletedAt == null && !canceled.has(consumerId ?? '') && coming.has(_id);
  if (clients.some(isComing)) return err({ code: 'still_expected' });
  const consumers = stored.filter(({ _id }) => gone.has(_id));
  if (clients.length + consumers.length === 0) return err({ code: 'nothing_to_do' });
  return writing(
    { clients: clients.length, consumers: consumers.length },
    ...ending(clients, consumers, caller),
  );
};

/**
 * Erases registrations whose time is over, `most` at once, with all their guests. `next`: when the next one that is there now is
 * due, ms; null where no form says how long it keeps any, and Infinity where none is there yet.
 */
export const eraseDue: Command<{ most: number }, { erased: number; next: number | null }> = (
  view,
  { most },
  caller,
) => {
  const forms = view.documents('form');
  if (![...forms.values()].some(({ keepMonths }) => keepMonths != null))
    return ok({ value: { erased: 0, next: null }, write: [] });
  const until = keptUntil({
    forms,
    consumers: view.documents('consumer').values(),
    end: eventEnd(view.documents('session').values(), calendarOf(view.document('event', 'event')?.timeZone)),
  });
  const due = [...until].filter(([, time]) => time <= caller.time);
  if (due.length === 0) return ok({ value: { erased: 0, next: Math.min(...until.values()) }, write: [] });
  const ids = new Set(due.slice(0, most).map(([id]) => id));
  const clientIds = [...view.documents('client').values()].flatMap(({ _id, consumerId, erasedAt }) =>
    erasedAt == null && ids.has(consumerId ?? '') ? _id : [],
  );
  const clients = [...view.storedOf('client', clientIds).values()].filter((client) => !isErased(client));
  const consumers = [...view.storedOf('consumer', [...ids]).values()].filter((one) => !isErased(one));
  return writing({ erased: consumers.length, next: caller.time }, ...ending(clients, consumers, caller));
};

const ending = (
  clients: readonly Client[],
  consumers: readonly Consumer[],
  caller: Caller,
): (Client | Consumer)[] => [
  ...clients.map((client) => without(client, caller)),
  // What was sent to them opens nothing any more.
  ...consumers.map((one) => ({ ...without(one, caller), linkVersion: (one.linkVersion ?? 0) + 1 })),
];

/** Who has an entry in a session that is not over. */
function expected(view: EventView, now: number): Set<string> {
  const calendar = calendarOf(view.document('event', 'event')?.timeZone);
  const open = [...view.documents('session').values()].filter(
    (session) => session.status !== 'archived' && sessionTimes(session, calendar).end > now,
  );
  return new Set(
    open.flatMap(({ _id }) => view.entriesOf(_id)?.session.clients.map(({ clientId }) => clientId) ?? []),
  );
}

function without<D extends Client | Consumer>(doc: D, caller: Caller): D {
  const { author, time } = stampAfter(caller, doc);
  const { createdAt } = doc.metadata;
  const metadata = { ...(createdAt === undefined ? {} : { createdAt }), author, updatedAt: time };
  return { ...erased(doc, time), metadata };
}
