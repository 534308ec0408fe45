import type { Deps } from '../deps.ts';
import { holdsUnpushed } from '../sync/unpushed.ts';
import { localName, openLocal } from './database.ts';
import { createPool } from './pool.ts';
import { readCopy } from './positions.ts';

/** Users who have had copies of events on this device. */
const KEY = 'foyer-users';
const known = (deps: Deps): string[] =>
  (deps.storage.getItem(KEY) ?? '').split(' ').filter((id) => id !== '');

export function rememberUser(deps: Deps, userId: string): void {
  deps.storage.setItem(KEY, [...new Set([...known(deps), userId])].join(' '));
}

/**
 * A host has logged in where members were: their copies go, as far as the server has all that is in them. One with
 * unpushed work stays, in a database of its own that no screen of anybody else opens, until its owner has sent it.
 */
export async function narrowOthers(deps: Deps, userId: string): Promise<void> {
  for (const other of known(deps).filter((id) => id !== userId)) {
    const pool = createPool(deps, other);
    for (const eventId of pool.known()) {
      const db = await openLocal(deps, localName(other, eventId));
      const copy = await readCopy(db);
      const stays = copy.scope === 'door' || (await holdsUnpushed(db, deps.report));
      await db.close();
      if (!stays) await pool.destroy(eventId);
    }
    await pool.closeAll();
  }
}
