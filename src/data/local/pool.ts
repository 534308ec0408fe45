import type { Deps } from '../deps.ts';
import { openLocal, localName, type LocalDatabase } from './database.ts';

/** This tab's open event databases of one user, shared by store and sync; the last to let go closes. */
export interface DatabasePool {
  open(eventId: string): Promise<{ db: LocalDatabase; release(): Promise<void> }>;
  /** Ids of the events that have, or once had, a local database of this user on this device. */
  known(): string[];
  /** Deletes the local database. Holders find it closed. */
  destroy(eventId: string): Promise<void>;
  closeAll(): Promise<void>;
}

interface Entry {
  opening: Promise<LocalDatabase>;
  holders: number;
}

export function createPool(deps: Deps, userId: string): DatabasePool {
  const entries = new Map<string, Entry>();
  /** PouchDB shares one connection per name: a close that is under way would hit the next opening too. */
  const closing = new Map<string, Promise<void>>();
  const key = `foyer-copies-${userId}`;

  const known = (): string[] => (deps.storage.getItem(key) ?? '').split(' ').filter((id) => id !== '');
  const remember = (ids: Iterable<string>): void => deps.storage.setItem(key, [...new Set(ids)].join(' '));

  return {
    known,
    async open(eventId) {
      let entry = entries.get(eventId);
      if (entry === undefined) {
        const before = closing.get(eventId) ?? Promise.resolve();
        entry = { opening: before.then(() => openLocal(deps, localName(userId, eventId))), holders: 0 };
        entries.set(eventId, entry);
        remember([...known(), eventId]);
      }
      entry.holders += 1;
      const held = entry;
      let released = false;
      const release = async (): Promise<void> => {
        if (released) return;
        released = true;
        held.holders -= 1;
        if (held.holders > 0) return;
        if (entries.get(eventId) !== held) return;
        entries.delete(eventId);
        const done = held.opening.then((db) => db.close()).catch(() => undefined);
        closing.set(eventId, done);
        await done;
        if (closing.get(eventId) === done) closing.delete(eventId);
      };
      try {
        return { db: await held.opening, release };
      } catch (error) {
        await release();
        throw error;
      }
    },
    async destroy(eventId) {
      const entry = entries.get(eventId);
      entries.delete(eventId);
      const db = entry === undefined ? openLocal(deps, localName(userId, eventId)) : entry.opening;
      const done = db.then((open) => open.destroy());
      closing.set(
        eventId,
        done.catch(() => undefined),
      );
      await done;
      remember(known().filter((id) => id !== eventId));
    },
    async closeAll() {
      const open = [...entries.values()];
      entries.clear();
      await Promise.all(open.map(({ opening }) => opening.then((db) => db.close()).catch(() => undefined)));
    },
  };
}
