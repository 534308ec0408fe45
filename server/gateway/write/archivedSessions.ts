import { archivedSince } from '#domain/sessions/archive.ts';
import { parseDocument } from '#domain/documents/index.ts';
import { Fresh } from '../../auth/fresh.ts';
import type { Database, Storage } from '../../storage/types.ts';
import { standingOf, type Standing } from './standing.ts';

/** Sessions, and databases, that are remembered. */
const REMEMBERED = 1000;

/** When a session was archived: null for an open one, undefined for one that is not here. */
type Since = number | null | undefined;

/**
 * Since when sessions are archived, for the judgement of check-ins and entry changes: kept in memory like rights
 * (decision 26), so that a check-in asks for nothing but itself. A session may be a megabyte and a check-in is three
 * hundred bytes: where it is asked about, it is read again only when its revision is another one.
 */
export class ArchivedSessions {
  private readonly storage: Storage;
  private readonly databases = new Map<string, { db: Database; sessions: Fresh<Since> }>();
  /** By database and id, oldest first. */
  private readonly known = new Map<string, { rev: string; since: number | null }>();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** Null for an open session, none for one that is not here: its check-ins may come before it. */
  async since(
    db: Database,
    name: string,
    sessionIds: readonly string[],
  ): Promise<Map<string, number | null>> {
    const ids = [...new Set(sessionIds)];
    if (ids.length === 0) return new Map();
    const sessions = this.sessionsOf(db, name);
    const all = await Promise.all(ids.map(async (id) => [id, await sessions.get(id)] as const));
    return new Map(all.flatMap(([id, since]) => (since === undefined ? [] : [[id, since] as const])));
  }

  /** Past the memory, where that would refuse something: another server may have taken it out of the archive a moment ago. */
  async asked(db: Database, name: string, id: string): Promise<number | null> {
    return (await this.look(db, `${name}/${id}`, id, await standingOf(db, [id]))) ?? null;
  }

  private sessionsOf(db: Database, name: string): Fresh<Since> {
    const before = this.databases.get(name);
    if (before?.db === db) return before.sessions;
    before?.sessions.close();
    const standing = together((ids) => standingOf(db, ids));
    const sessions = new Fresh<Since>({
      ...{ storage: this.storage, database: name },
      load: async (id) => this.look(db, `${name}/${id}`, id, await standing(id)),
    });
    this.databases.delete(name);
    this.databases.set(name, { db, sessions });
    const [oldest] = this.databases;
    if (this.databases.size > REMEMBERED && oldest !== undefined) {
      oldest[1].sessions.close();
      this.databases.delete(oldest[0]);
    }
    return sessions;
  }

  private async look(db: Database, key: string, id: string, standing: Standing): Promise<Since> {
    const { rev, deleted } = standing.get(id) ?? { rev: '', deleted: true };
    if (deleted) return undefined;
    const before = this.known.get(key);
    const since = before?.rev === rev ? before.since : await read(db, id);
    this.known.delete(key);
    this.known.set(key, { rev, since });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(oldest);
    }
    return since;
  }
}

/** Those who ask in the same moment share one question. */
function together<T>(ask: (ids: string[]) => Promise<T>): (id: string) => Promise<T> {
  let ids: string[] = [];
  let question: Promise<T> | null = null;
  return (id) => {
    ids.push(id);
    question ??= Promise.resolve().then(() => {
      const asked = ids;
      ids = [];
      question = null;
      return ask(asked);
    });
    return question;
  };
}

async function read(db: Database, id: string): Promise<number | null> {
  return sinceIn(await db.get(id));
}

/** Since when a session is archived, as its document says. */
export function sinceIn(doc: object): number | null {
  // Its entries do not matter here, and are most of it.
  const parsed = parseDocument({ ...doc, clients: [], plan: null });
  return parsed.ok && parsed.value.type === 'session' ? archivedSince(parsed.value) : null;
}
