import { idRange } from '#domain/ids.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Outbox } from './outbox.ts';

/**
 * How many of the server's acts a copy holds between two ids. A bundle that makes a copy larger leaves acts out whether they are
 * here or not, and each is to be counted once. What was done here and waits is none of the server's yet.
 */
export async function actsHere(
  db: LocalDatabase,
  outbox: Outbox,
): Promise<(after: string | null, last: string) => number> {
  await outbox.catchUp();
  const { rows } = await db.use((pouch) => pouch.allDocs(idRange('entrychange_')));
  const ids = rows.map(({ id }) => id).filter((id) => outbox.ownOf(id).length === 0);
  return (after, last) => ids.filter((id) => id > (after ?? '') && id <= last).length;
}
