import { closed, type Leaf } from '#domain/conflicts/conflict.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { RemoteChange } from '../net/remote.ts';
import { leavesOf } from '../store/fill.ts';
import type { RefusedLedger } from './ledger.ts';
import type { Outbox } from './outbox.ts';

/**
 * Closes on a door's device the versions that the server has lost and tells others instead of: who may write nothing but
 * check-ins cannot bring them back, and no merge on the server will ever know of them. Should somebody else bring them
 * all the same, their merge stands upon them and is read here as well. `rows` tell all leaves of the server.
 *
 * What was done here and still waits, or was refused and waits for rights, was never the server's to lose: it stays.
 * `ownOf` tells what waited before the rows were written.
 */
export async function closeLostLeaves(
  { db, outbox, ledger }: { db: LocalDatabase; outbox: Outbox; ledger: RefusedLedger },
  rows: readonly RemoteChange[],
  ownOf: (id: string) => readonly string[],
): Promise<void> {
  const told = new Map(rows.map(({ id, revs }) => [id, revs]));
  const { rows: found } = await db.use((pouch) =>
    pouch.allDocs({ keys: [...told.keys()], include_docs: true, conflicts: true }),
  );
  const inConflict = found.flatMap((row) =>
    'doc' in row && row.doc?._conflicts !== undefined ? [row.id] : [],
  );
  const isOwn = ({ _id, _rev }: Leaf): boolean =>
    ownOf(_id).includes(_rev) || ledger.list.get().some(({ id, rev }) => id === _id && rev === _rev);
  for (const id of inConflict) {
    await db.use(async (pouch) => {
      const leaves = await leavesOf(pouch, id);
      const lost = leaves.filter((leaf) => isLost(leaf, told.get(id) ?? []) && !isOwn(leaf));
      if (lost.length === 0 || lost.length === leaves.length) return;
      const tombstones = lost.map(closed);
      // Those too that are closed: after a restart they count as made here, and would be sent.
      outbox.known(
        id,
        [...lost, ...tombstones].map(({ _rev }) => _rev),
      );
      await pouch.bulkDocs(tombstones, { new_edits: false });
    });
  }
}

/** Neither told nor made upon what was told: the device may know of later versions than an old row. */
function isLost({ _revisions: { start, ids } }: Leaf, revs: readonly string[]): boolean {
  return !ids.some((hash, index) => revs.includes(`${start - index}-${hash}`));
}
