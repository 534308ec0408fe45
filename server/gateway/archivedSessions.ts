import { archivedSince } from '#domain/sessions/archive.ts';
import { parseDocument } from '#domain/documents/index.ts';
import type { Database } from '../storage/types.ts';
import type { Standing } from './standing.ts';

/** Sessions that are remembered. */
const REMEMBERED = 1000;

/**
 * Since when sessions are archived, for the judgement of check-ins and entry changes. A session may be a megabyte and a
 * check-in is three hundred bytes: the session is read again only when its revision is another one.
 */
export class ArchivedSessions {
  /** By database and id, oldest first. */
  private readonly known = new Map<string, { rev: string; since: number | null }>();

  /**
   * Null for an open session, none for one that is not here: its check-ins may come before it. `standing` says at which
   * revisions they are.
   */
  async since(
    db: Database,
    name: string,
    sessionIds: readonly string[],
    standing: Standing,
  ): Promise<Map<string, number | null>> {
    const result = new Map<string, number | null>();
    for (const id of new Set(sessionIds)) {
      const { rev, deleted } = standing.get(id) ?? { rev: '', deleted: true };
      if (deleted) continue;
      const key = `${name}/${id}`;
      const before = this.known.get(key);
      const since = before?.rev === rev ? before.since : await read(db, id);
      this.known.delete(key);
      this.known.set(key, { rev, since });
      result.set(id, since);
    }
    for (const key of this.known.keys()) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(key);
    }
    return result;
  }
}

async function read(db: Database, id: string): Promise<number | null> {
  // Its entries do not matter here, and are most of it.
  const doc = { ...(await db.get(id)), clients: [], plan: null } as Record<string, unknown>;
  const parsed = parseDocument(doc);
  return parsed.ok && parsed.value.type === 'session' ? archivedSince(parsed.value) : null;
}
