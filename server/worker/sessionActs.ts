import type { EntryChange } from '#domain/documents/entrychange.ts';
import { parseDocument } from '#domain/documents/index.ts';
import { addChange, registersByClient, type RegistersByClient } from '#domain/entries/layChanges.ts';
import type { Registers } from '#domain/entries/registers.ts';
import { entryChangePrefix } from '#domain/ids.ts';
import type { Database } from '../storage/types.ts';
import { getRange } from './couch.ts';

/** What the entry changes of each session of an event say together. */
export interface SessionActs {
  of(sessionId: string): Promise<RegistersByClient>;
  /** Read anew: another process may have heard of one before this one has. */
  again(sessionId: string): Promise<void>;
  add(change: EntryChange): void;
}

export function createSessionActs(db: Database): SessionActs {
  /** Absent until a session is first asked for. */
  const known = new Map<string, Map<string, Registers>>();
  async function read(sessionId: string): Promise<Map<string, Registers>> {
    const docs = (await getRange(db, entryChangePrefix(sessionId))) as unknown as EntryChange[];
    // Another session's local id may begin with this one's and an underscore. A document of the wrong shape is set
    // aside where it arrives; here it must not register anybody.
    const loaded = registersByClient(
      docs.filter((doc) => doc.sessionId === sessionId && parseDocument({ ...doc }).ok),
    );
    known.set(sessionId, loaded);
    return loaded;
  }
  return {
    of: async (sessionId) => known.get(sessionId) ?? read(sessionId),
    async again(sessionId) {
      await read(sessionId);
    },
    add(change) {
      const before = known.get(change.sessionId);
      if (before !== undefined) addChange(before, change);
    },
  };
}
