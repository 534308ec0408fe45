import { erased, isErased } from '../documents/erasure.ts';
import { calendarOf } from '../days.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { eventEnd, keptUntil } from '../forms/retention.ts';
import { err, ok } from '../result.ts';
import { sessionTimes } from '../sessions/sessionTimes.ts';
import { stampAfter, writing, type Caller, type Command } from './command.ts';
import type { EventView } from './view.ts';

/** Whom: guests, and the registrations that go with the last of theirs. */
export interface Erasure {
  clientIds: readonly string[];
}

/**
 * Erases guests, and each registration none of whose guests is left. Their figures and money stay, without them. Refused
 * with `still_expected` while one is expected at a session: cancel first, so that no door waits for nobody.
 */
export const erasePeople: Command<Erasure, { clients: number; consumers: number }> = (
  view,
  { clientIds },
  caller,
) => {
  const asked = new Set(clientIds);
  const all = [...view.documents('client').values()];
  const ids = new Set(all.flatMap(({ _id, consumerId }) => (asked.has(_id) ? (consumerId ?? []) : [])));
  const left = new Set(
    all.flatMap((client) => (asked.has(client._id) || isErased(client) ? [] : (client.consumerId ?? []))),
  );
  const clients = [...view.storedOf('client', clientIds).values()].filter((client) => !isErased(client));
  const consumers = [...view.storedOf('consumer', [...ids]).values()].filter((one) => !isErased(one));
  const canceled = new Set(consumers.flatMap(({ _id, status }) => (status === 'canceled' ? _id : [])));
  const coming = expected(view, caller.time);
  const isComing = ({ _id, consumerId, deletedAt }: Client): boolean =>
    deletedAt == null && !canceled.has(consumerId ?? '') && coming.has(_id);
  if (clients.some(isComing)) return err({ code: 'still_expected' });
  const whole = consumers.filter(({ _id }) => !left.has(_id));
  if (clients.length + whole.length === 0) return err({ code: 'nothing_to_do' });
  return writing({ clients: clients.length, consumers: whole.length }, ...ending(clients, whole, caller));
};

/**
 * Erases registrations whose time is over, `most` at once, with all their guests. `next`: when the next one is due, ms; null
 * for never, as things stand.
 */
export const eraseDue: Command<{ most: number }, { erased: number; next: number | null }> = (
  view,
  { most },
  caller,
) => {
  const until = keptUntil({
    forms: view.documents('form'),
    consumers: view.documents('consumer').values(),
    end: eventEnd(view.documents('session').values(), calendarOf(view.document('event', 'event')?.timeZone)),
  });
  const due = [...until].filter(([, time]) => time <= caller.time);
  if (due.length === 0)
    return ok({
      value: { erased: 0, next: until.size === 0 ? null : Math.min(...until.values()) },
      write: [],
    });
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
