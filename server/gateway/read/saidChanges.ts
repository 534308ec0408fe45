import { isNewer, readStored } from '#domain/documents/index.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { isFolded } from '#domain/entries/layChanges.ts';
import { saysPlace } from '#domain/entries/placedBy.ts';
import { typeOfId } from '#domain/ids.ts';
import { seatingOf } from '#domain/sessions/seating.ts';
import { read } from '../../storage/documents.ts';
import type { Database } from '../../storage/types.ts';
import type { LeafDoc } from './listing.ts';

interface Said {
  session: Session;
  entries: ReadonlyMap<string, SessionEntry>;
  /** Clients who have a seat that somebody else has too. */
  sharing: ReadonlySet<string>;
}

/**
 * Knows which entry changes a first pull may leave out, because the session that it brings after them says all that they
 * say: it is sent later, so in the version that was read here or in one that stands on it. Each session is read once.
 * Of a seat that was given twice the acts are brought: they alone tell who gave it, where and when.
 */
export class SaidChanges {
  private readonly sessions = new Map<string, Said | null>();
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async has(doc: LeafDoc): Promise<boolean> {
    if (typeOfId(doc._id) !== 'entrychange' || isNewer(doc)) return false;
    const change = readStored(doc);
    if (change?.type !== 'entrychange') return false;
    const said = await this.session(change);
    if (said === null || !isFolded(said.session, said.entries, change)) return false;
    return !change.rows.some((row) => said.sharing.has(row.clientId) && saysPlace(row));
  }

  private async session({ sessionId }: EntryChange): Promise<Said | null> {
    const known = this.sessions.get(sessionId);
    if (known !== undefined) return known;
    const stored = await read(this.db, sessionId);
    const session = stored === null || isNewer(stored) ? null : readStored(stored);
    const said =
      session?.type === 'session'
        ? {
            session,
            entries: new Map(session.clients.map((entry) => [entry.clientId, entry])),
            sharing: new Set(seatingOf(session).conflicts.flatMap(({ clientIds }) => clientIds)),
          }
        : null;
    this.sessions.set(sessionId, said);
    return said;
  }
}
