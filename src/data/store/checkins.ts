import { addFact, compareFacts, doubleEntries, type DoubleEntry } from '#domain/checkin.ts';
import type { Checkin } from '#domain/documents/checkin.ts';

/** One session's check-in documents, indexed as screens ask for them. */
export interface SessionCheckins {
  /** Newest document of each client. */
  readonly newest: ReadonlyMap<string, Checkin>;
  /** Newest first. */
  of(clientId: string): readonly Checkin[];
  doubles(): readonly DoubleEntry[];
  /** False when it was known already. */
  add(checkin: Checkin): boolean;
  remove(id: string): boolean;
}

const NONE: readonly Checkin[] = [];

export function createSessionCheckins(): SessionCheckins {
  const byId = new Map<string, Checkin>();
  const byClient = new Map<string, readonly Checkin[]>();
  const newest = new Map<string, Checkin>();
  const doublesByClient = new Map<string, readonly DoubleEntry[]>();
  let doubles: readonly DoubleEntry[] | null = null;

  function setClient(clientId: string, list: readonly Checkin[]): void {
    byClient.set(clientId, list);
    const found = list.length < 2 ? [] : doubleEntries(list);
    if (found.length === 0 && !doublesByClient.has(clientId)) return;
    if (found.length === 0) doublesByClient.delete(clientId);
    else doublesByClient.set(clientId, found);
    doubles = null;
  }

  return {
    newest,
    of: (clientId) => byClient.get(clientId) ?? NONE,
    doubles() {
      doubles ??= [...doublesByClient.values()].flat().sort((a, b) => compareFacts(a.second, b.second));
      return doubles;
    },
    add(checkin) {
      if (byId.has(checkin._id)) return false;
      byId.set(checkin._id, checkin);
      addFact(newest, checkin);
      const list = byClient.get(checkin.clientId) ?? NONE;
      setClient(
        checkin.clientId,
        [...list, checkin].sort((a, b) => compareFacts(b, a)),
      );
      return true;
    },
    remove(id) {
      const checkin = byId.get(id);
      if (checkin === undefined) return false;
      byId.delete(id);
      const list = (byClient.get(checkin.clientId) ?? NONE).filter((other) => other._id !== id);
      setClient(checkin.clientId, list);
      const [first] = list;
      if (first === undefined) newest.delete(checkin.clientId);
      else newest.set(checkin.clientId, first);
      return true;
    },
  };
}
