import { leavesOf } from '../../storage/revisions.ts';
import type { Database } from '../../storage/types.ts';

/** More of them than this and the oldest are forgotten. */
const CAPACITY = 20_000;

/**
 * Documents whose write ended without an answer, or came to too few nodes of a cluster. One node may have them, and says
 * so when a device asks again; but nothing is acknowledged that goes with one node. So they are written once more as
 * they are, which changes nothing but that most nodes have them then.
 */
export class Doubts {
  private readonly keys = new Set<string>();

  note(db: Database, ids: readonly string[]): void {
    for (const id of ids) this.keys.add(keyOf(db, id));
    for (const key of this.keys) {
      if (this.keys.size <= CAPACITY) return;
      this.keys.delete(key);
    }
  }

  /** Resolves when most nodes have what is stored of these; throws 503 while they cannot. */
  async settle(db: Database, ids: readonly string[]): Promise<void> {
    for (const id of this.keys.size === 0 ? [] : ids) {
      if (!this.keys.has(keyOf(db, id))) continue;
      // None where no node took it: then there is nothing to bring to the others, and it is written like any new one.
      const leaves = await leavesOf(db, id, { attachments: true });
      if (leaves.length > 0) await db.bulkDocs(leaves as never, { new_edits: false });
      this.keys.delete(keyOf(db, id));
    }
  }
}

const keyOf = (db: Database, id: string): string => `${db.name} ${id}`;
