import type { FieldChange, HistoryChange, ManyClients, PlaceName } from '#i18n/history.ts';
import { withMeant } from './meant.ts';
import {
  readEntry,
  type ClientState,
  type ConsumerState,
  type DocState,
  type EntryFacts,
  type SessionState,
} from './snapshot.ts';
import { diffMoney } from './money.ts';
import type { ToldChange } from './told.ts';

/** A client's name by document id, '' when unknown. */
export type NameOf = (clientId: string) => string;

/** Up to so many clients are told one by one; more become one event, so that an import stays readable. */
const ONE_BY_ONE = 3;
const FIRST_NAMES = 5;

/** What happened between two states of a document; `before` is null for one that is new, `after` for one that is gone. */
export function diffStates(before: DocState | null, after: DocState | null, nameOf: NameOf): ToldChange[] {
  if (after === null) return before === null ? [] : [removal(before)];
  if (isErasedState(after) && !isErasedState(before)) return before === null ? [] : [ERASED];
  if (after.kind === 'client') return diffClient(before as ClientState | null, after);
  if (after.kind === 'consumer') return diffConsumer(before as ConsumerState | null, after);
  return diffSession(before as SessionState | null, after, nameOf);
}

const ERASED: HistoryChange = { code: 'person_erased', params: {} };

/** Whether what is told of a document tells of nobody any more. */
export const isErasedState = (state: DocState | null): boolean =>
  state !== null && state.kind !== 'session' && state.fields['erasedAt'] !== undefined;

function removal(before: DocState): HistoryChange {
  if (before.kind === 'consumer') return { code: 'consumer_removed', params: { name: before.name } };
  return before.kind === 'client'
    ? { code: 'client_removed', params: { client: clientName(before) } }
    : { code: 'session_deleted', params: {} };
}

export function clientName({ fields }: ClientState): string {
  return [fields['forename'], fields['surname']].filter((part) => typeof part === 'string').join(' ');
}

function diffClient(before: ClientState | null, after: ClientState): HistoryChange[] {
  const client = clientName(after);
  if (before === null) {
    return [{ code: 'client_created', params: { client, number: String(after.fields['number'] ?? '') } }];
  }
  const result: HistoryChange[] = [];
  const changes = diffFields(before, after).filter(({ field }) => field !== 'deletedAt');
  if (changes.length > 0) result.push({ code: 'client_updated', params: { client, changes } });
  const wasDeleted = before.fields['deletedAt'] !== undefined;
  const isDeleted = after.fields['deletedAt'] !== undefined;
  if (wasDeleted !== isDeleted) {
    result.push({ code: isDeleted ? 'client_deleted' : 'client_restored', params: { client } });
  }
  return result;
}

/** A new registration is told by its clients; only what becomes of it is news. */
function diffConsumer(before: ConsumerState | null, after: ConsumerState): ToldChange[] {
  const changes = before === null ? [] : diffFields(before, after);
  const params = { name: after.name, changes };
  return [
    ...(changes.length === 0 ? [] : [{ code: 'consumer_updated', params } as const]),
    ...diffMoney(before, after),
  ];
}

function diffFields(earlier: DocState, later: DocState): FieldChange[] {
  const [before, after] = [withMeant(earlier), withMeant(later)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) => {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
}

function diffSession(before: SessionState | null, after: SessionState, nameOf: NameOf): ToldChange[] {
  if (before === null) {
    const clients = Object.keys(after.clients).length;
    return [{ code: 'session_created', params: { clients } }, ...diffPlan(null, after.plan)];
  }
  const changes = diffFields(before, after);
  return [
    ...(changes.length === 0 ? [] : [{ code: 'session_updated', params: { changes } } as const]),
    ...(before.status === after.status
      ? []
      : [{ code: 'session_status', params: { from: before.status, to: after.status } } as const]),
    ...diffPlan(before.plan, after.plan),
    ...diffEntries(before, after, nameOf),
  ];
}

function diffPlan(before: SessionState['plan'], after: SessionState['plan']): HistoryChange[] {
  if (before === null && after === null) return [];
  if (before === null) return [{ code: 'plan_created', params: { tables: Object.keys(after ?? {}).length } }];
  if (after === null) return [{ code: 'plan_removed', params: {} }];
  const params = {
    added: Object.keys(after).filter((id) => before[id] === undefined).length,
    removed: Object.keys(before).filter((id) => after[id] === undefined).length,
    changed: Object.entries(after).filter(
      ([id, [, sum]]) => before[id] !== undefined && before[id][1] !== sum,
    ).length,
  };
  const nothing = params.added + params.removed + params.changed === 0;
  return nothing ? [] : [{ code: 'plan_changed', params }];
}

interface EntryChange {
  clientId: string;
  from: EntryFacts;
  to: EntryFacts;
}

/** The entries of a session, and how its tables are called. */
export type Entries = Pick<SessionState, 'clients' | 'plan'>;

export function diffEntries(before: Entries, after: Entries, nameOf: NameOf): ToldChange[] {
  const added: string[] = [];
  const placed: EntryChange[] = [];
  const products: EntryChange[] = [];
  for (const [clientId, state] of Object.entries(after.clients)) {
    const known = before.clients[clientId];
    if (known === undefined) added.push(clientId);
    else if (known === state) continue;
    const change = { clientId, from: readEntry(known), to: readEntry(state) };
    if (change.from.tableId !== change.to.tableId || change.from.seatIndex !== change.to.seatIndex)
      placed.push(change);
    // The product belongs to a new registration; only a later change of it is news.
    if (known !== undefined && change.from.product !== change.to.product) products.push(change);
  }
  const removed = Object.keys(before.clients).filter((clientId) => after.clients[clientId] === undefined);
  const many = (clientIds: readonly string[]): { params: ManyClients; of: string[] } => {
    const of = clientIds.slice(0, FIRST_NAMES);
    return { params: { count: clientIds.length, names: of.map(nameOf) }, of };
  };
  const result: ToldChange[] = [];
  if (added.length > 0) result.push({ code: 'registrations_added', ...many(added) });
  if (removed.length > 0) result.push({ code: 'registrations_removed', ...many(removed) });
  if (placed.length > ONE_BY_ONE) {
    result.push({ code: 'placements_changed', ...many(placed.map((change) => change.clientId)) });
  } else {
    for (const { clientId, from, to } of placed) {
      const params = { client: nameOf(clientId), from: place(from, before), to: place(to, after) };
      result.push({ code: 'placement_changed', params, of: [clientId] });
    }
  }
  if (products.length > ONE_BY_ONE) {
    result.push({ code: 'products_changed', ...many(products.map((change) => change.clientId)) });
  } else {
    for (const { clientId, from, to } of products) {
      const params = { client: nameOf(clientId), from: from.product, to: to.product };
      result.push({ code: 'product_changed', params, of: [clientId] });
    }
  }
  return result;
}

function place({ tableId, seatIndex }: EntryFacts, session: Entries): PlaceName | null {
  if (tableId === null) return null;
  return { table: session.plan?.[tableId]?.[0] ?? tableId, seat: seatIndex === null ? null : seatIndex + 1 };
}

/** Clients whose names the sentences about two states of a session need. */
export function mentioned(before: SessionState | null, after: SessionState | null): string[] {
  if (before === null || after === null) return [];
  const ids = new Set<string>();
  const changed = [
    Object.keys(after.clients).filter((id) => before.clients[id] === undefined),
    Object.keys(before.clients).filter((id) => after.clients[id] === undefined),
    Object.keys(after.clients).filter((id) => {
      const known = before.clients[id];
      return known !== undefined && known !== after.clients[id];
    }),
  ];
  // Two kinds of change of entries may each name their first five: placements and products are told apart later.
  for (const list of changed) for (const id of list.slice(0, 200)) ids.add(id);
  return [...ids];
}
