import { statusByHand } from '../clients/consumerEdits.ts';
import { followed } from '../clients/contact.ts';
import { addPlaced, removeMany, unseatMany, type FieldChange } from '../clients/undo.ts';
import type { Category, Language } from '../config.ts';
import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import type { EntryChange } from '../documents/entrychange.ts';
import { changedBy } from '../money/standIn.ts';
import { err, ok, type Result } from '../result.ts';
import { stampAfter, writing, type Command, type Decision } from './command.ts';
import { actsOfAll, seatlessClients, type EntryEdit } from './entries.ts';
import type { CommandRefusal } from './refusal.ts';

/* One act on many clients, in parts: fields change portion by portion, entries at once (domain/work/changeMany.ts). */

/** One act on many clients. */
export type BulkChange =
  | { kind: 'status'; value: Consumer['status'] }
  | { kind: 'category'; value: Category }
  | { kind: 'language'; value: Language }
  | { kind: 'register' | 'unregister'; sessionIds: readonly string[] }
  | { kind: 'delete' };

/** Whom an act on many is about. */
export interface Picked {
  /** Those that are not deleted, each once. */
  clients: readonly Client[];
  /** Sessions that are not archived. */
  openSessions: readonly string[];
  /** When the act began. */
  time: number;
}

export const pick: Command<readonly string[], Picked> = (view, clientIds, { time }) => {
  const known = view.clients();
  const clients = [...new Set(clientIds)].flatMap((id) => known.get(id) ?? []);
  const open = [...view.documents('session').values()].filter(({ status }) => status !== 'archived');
  return ok({ value: { clients, openSessions: open.map(({ _id }) => _id), time }, write: [] });
};

/** A field of many documents that becomes the same. */
export interface FieldSetting {
  type: FieldChange['type'];
  field: string;
  value: unknown;
}

/**
 * Sets one field where it has another value, with what means something only together with it; the value is what stood there before.
 * Deleted clients stay as they are. Fails with `not_found` where no client is left: the copy was taken away under the work, and none of
 * them is so already.
 */
export const setField: Command<FieldSetting & { ids: readonly string[] }, readonly FieldChange[]> = (
  view,
  { type, field, value, ids },
  caller,
) => {
  if (view.clients().size === 0) return err({ code: 'not_found' });
  const changes: FieldChange[] = [];
  const docs: (Client | Consumer)[] = [];
  for (const doc of view.knownOf<'client' | 'consumer'>(type, ids).values()) {
    const before = doc as Record<string, unknown>;
    if (before[field] === value || (doc.type === 'client' && doc.deletedAt != null)) continue;
    const set = doc.type === 'consumer' ? byHand(doc, field, value) : { [field]: value };
    for (const [one, after] of Object.entries(set))
      if (before[one] !== after) changes.push({ type, id: doc._id, field: one, before: before[one], after });
    docs.push(changedBy(stampAfter(caller, doc), { ...doc, ...set } as typeof doc));
  }
  return writing(changes, ...docs);
};

const byHand = (consumer: Consumer, field: string, value: unknown): Partial<Consumer> =>
  field === 'status' ? statusByHand(consumer, value as Consumer['status']) : { [field]: value };

/** Has messages go in another language to those of these guests whom registrations name; the value is what stood there before. */
export const setPersonLanguage: Command<
  { clients: readonly Client[]; language: Language },
  readonly FieldChange[]
> = (view, { clients, language }, caller) => {
  const changes: FieldChange[] = [];
  const docs: Consumer[] = [];
  const consumers = view.knownOf(
    'consumer',
    clients.flatMap(({ consumerId }) => consumerId ?? []),
  );
  for (const client of clients) {
    const consumer = consumers.get(client.consumerId ?? '');
    if (consumer === undefined || docs.some(({ _id }) => _id === consumer._id)) continue;
    const next = followed(consumer, client, { ...client, language });
    if (next === consumer) continue;
    const { person: before } = consumer;
    changes.push({ type: 'consumer', id: consumer._id, field: 'person', before, after: next.person });
    docs.push(changedBy(stampAfter(caller, next), next));
  }
  return writing(changes, ...docs);
};

interface OfMany {
  sessionIds: readonly string[];
  clientIds: readonly string[];
}
type ChangeMany = Command<OfMany, readonly EntryChange[]>;

/** The same edit of several sessions' entries, in one write. */
const changing =
  (editOf: (clientIds: readonly string[], seatless: ReadonlySet<string>) => EntryEdit): ChangeMany =>
  (view, { sessionIds, clientIds }, caller): Result<Decision<readonly EntryChange[]>, CommandRefusal> => {
    const edit = editOf(clientIds, seatlessClients(view));
    const parts = sessionIds.map((sessionId) => ({ sessionId }));
    const acts = actsOfAll(view, parts, caller, () => edit);
    return acts.ok ? writing(acts.value, ...acts.value) : acts;
  };

/** Fails with `event_archived` for a session that takes nobody, also where all are registered. */
export const registerMany = changing((clientIds, seatless) => (session, stamp) => {
  if (session.status === 'archived') return err({ code: 'event_archived' });
  const wanted = clientIds.map((clientId) => ({ clientId, placement: null }));
  return ok(addPlaced(session, wanted, seatless, stamp).session);
});

export const unregisterMany = changing(
  (clientIds) => (session, stamp) => ok(removeMany(session, new Set(clientIds), stamp).session),
);

/** Takes their places away; they stay registered. */
export const unplaceMany = changing(
  (clientIds) => (session, stamp) => ok(unseatMany(session, new Set(clientIds), stamp).session),
);
