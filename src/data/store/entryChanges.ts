import type { EntryChange } from '#domain/documents/entrychange.ts';
import { addChange, registersByClient, type RegistersByClient } from '#domain/entries/layChanges.ts';
import type { Registers } from '#domain/entries/registers.ts';

/** One session's entry changes, indexed as overlays and screens ask for them. */
export interface SessionEntryChanges {
  /** What they say together; the same object for good. */
  readonly registers: RegistersByClient;
  /** Those of a client, newest first. */
  of(clientId: string): readonly EntryChange[];
  /** The clients of whom it says something new; null when it was known already. */
  add(change: EntryChange): readonly string[] | null;
  /** Whether it was known. */
  remove(id: string): boolean;
}

const NONE: readonly EntryChange[] = [];

export function createSessionEntryChanges(): SessionEntryChanges {
  const byId = new Map<string, EntryChange>();
  const byClient = new Map<string, readonly EntryChange[]>();
  const registers = new Map<string, Registers>();

  return {
    registers,
    of: (clientId) => byClient.get(clientId) ?? NONE,
    add(change) {
      if (byId.has(change._id)) return null;
      byId.set(change._id, change);
      for (const { clientId } of change.rows) {
        byClient.set(clientId, [change, ...(byClient.get(clientId) ?? NONE)].sort(newestFirst));
      }
      return addChange(registers, change);
    },
    remove(id) {
      const change = byId.get(id);
      if (change === undefined) return false;
      byId.delete(id);
      for (const { clientId } of change.rows) {
        byClient.set(
          clientId,
          (byClient.get(clientId) ?? NONE).filter(({ _id }) => _id !== id),
        );
      }
      registers.clear();
      for (const [clientId, said] of registersByClient(byId.values())) registers.set(clientId, said);
      return true;
    },
  };
}

function newestFirst(a: EntryChange, b: EntryChange): number {
  if (a.time !== b.time) return b.time - a.time;
  return a._id < b._id ? 1 : a._id > b._id ? -1 : 0;
}
