import { archivedSince } from '#domain/sessions/archive.ts';
import { parseDocument } from '#domain/documents/index.ts';
import { typeOfId } from '#domain/ids.ts';
import type { Database } from '../storage/types.ts';

/** Sessions that are remembered. */
const REMEMBERED = 1000;

/**
 * Since when sessions are archived, for the judgement of check-ins and entry changes. A session may be a megabyte and a
 * check-in is three hundred bytes: the session is read again only when its revision is another one.
 */
export class ArchivedSessions {
  /** By database and id, oldest first. */
  private readonly known = new Map<string, { rev: string; since: number | null }>();

  /** Null for an open session, and for one that is not here: its check-ins may come before it. */
  async since(
    db: Database,
    name: string,
    sessionIds: readonly string[],
  ): Promise<Map<string, number | null>> {
    const result = new Map<string, number | null>();
    const keys = [...new Set(sessionIds)].filter((id) => typeOfId(id) === 'session');
    if (keys.length === 0) return result;
    const { rows } = await db.allDocs({ keys });
    for (const row of rows) {
      if (!('value' in row) || (row.value as { deleted?: boolean }).deleted === true) continue;
      const key = `${name}/${row.id}`;
      const before = this.known.get(key);
      const since = before?.rev === row.value.rev ? before.since : await read(db, row.id);
      this.known.delete(key);
      this.known.set(key, { rev: row.value.rev, since });
      result.set(row.id, since);
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
