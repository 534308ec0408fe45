import { admissionsOf, compareFacts, type Admission } from '#domain/checkins/admissions.ts';
import { doubleEntries, type DoubleEntry } from '#domain/checkins/doubleEntries.ts';
import type { Checkin } from '#domain/documents/checkin.ts';

/** One session's check-in documents, indexed as screens ask for them. */
export interface SessionCheckins {
  /** The documents of each client, newest first. */
  readonly byClient: ReadonlyMap<string, readonly Checkin[]>;
  of(clientId: string): readonly Checkin[];
  admissions(clientId: string): readonly Admission<Checkin>[];
  doubles(): readonly DoubleEntry[];
  /** False when it was known already. */
  add(checkin: Checkin): boolean;
  remove(id: string): boolean;
}

const NONE: readonly Checkin[] = [];

export function createSessionCheckins(): SessionCheckins {
  const byId = new Map<string, Checkin>();
  const byClient = new Map<string, readonly Checkin[]>();
  const doublesByClient = new Map<string, readonly DoubleEntry[]>();
  let doubles: readonly DoubleEntry[] | null = null;

  function setClient(clientId: string, list: readonly Checkin[]): void {
    if (list.length === 0) byClient.delete(clientId);
    else byClient.set(clientId, list);
    const found = list.length < 2 ? [] : doubleEntries(list);
    if (found.length === 0 && !doublesByClient.has(clientId)) return;
    if (found.length === 0) doublesByClient.delete(clientId);
    else doublesByClient.set(clientId, found);
    doubles = null;
  }

  return {
    byClient,
    of: (clientId) => byClient.get(clientId) ?? NONE,
    admissions: (clientId) => admissionsOf(byClient.get(clientId) ?? NONE),
    doubles() {
      doubles ??= [...doublesByClient.values()].flat().sort((a, b) => compareFacts(a.second, b.second));
      return doubles;
    },
    add(checkin) {
      if (byId.has(checkin._id)) return false;
      byId.set(checkin._id, checkin);
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
      return true;
    },
  };
}
