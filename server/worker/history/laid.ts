import type { RegistersByClient } from '#domain/entries/layChanges.ts';
import type { Registers } from '#domain/entries/registers.ts';
import {
  entryState,
  factsOf,
  readEntry,
  type DocState,
  type EntryTimes,
  type SessionState,
} from './snapshot.ts';

type RegisterName = keyof Registers;

/**
 * A state with the entry changes laid over it. The history tells those from their own documents; so of two states of a
 * session both are laid with the same, and what differs is what was written into the session itself. Folding is nothing
 * of that kind.
 */
export function laid<T extends DocState | null>(state: T, acts: RegistersByClient): T {
  if (state?.kind !== 'session' || acts.size === 0) return state;
  const clients = { ...state.clients };
  for (const [clientId, said] of acts) {
    const entry = laidEntry(state, clientId, said);
    if (entry === null) delete clients[clientId];
    else clients[clientId] = entry;
  }
  return { ...state, clients };
}

/** A new session's state without those whom an entry change registered or took away. */
export function withoutActs<T extends DocState | null>(state: T, acts: RegistersByClient): T {
  if (state?.kind !== 'session' || acts.size === 0) return state;
  const clients = Object.entries(state.clients).filter(([id]) => acts.get(id)?.in === undefined);
  return { ...state, clients: Object.fromEntries(clients) };
}

function laidEntry(state: SessionState, clientId: string, said: Registers): string | null {
  const known = state.clients[clientId];
  const isNewer = (key: RegisterName): boolean => {
    const register = said[key];
    const at = known === undefined ? (state.removed?.[clientId] ?? -1) : timeOf(state.times?.[clientId], key);
    if (register === undefined) return false;
    // At equal times a registration beats a removal, and no seat beats a seat, as everywhere.
    if (register.time === at) return (register.value !== null) === (key === 'in');
    return register.time > at;
  };
  const isIn = isNewer('in') ? said.in?.value != null : known !== undefined;
  if (!isIn) return null;
  const own = readEntry(known);
  const { tableId, seatIndex } = isNewer('placement') ? factsOf({ placement: said.placement?.value }) : own;
  const { product } = isNewer('product') ? factsOf({ product: said.product?.value }) : own;
  return entryState({ tableId, seatIndex, product });
}

const timeOf = (times: EntryTimes = 0, key: RegisterName): number =>
  typeof times === 'number' ? times : times[key === 'in' ? 0 : key === 'placement' ? 1 : 2];
