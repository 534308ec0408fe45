import type { IncomingDoc } from '#domain/judging/verdict.ts';

/** Documents that are remembered, and characters of one at most: a drawn signature is fetched by who wants it. */
const REMEMBERED = 4096;
const LONGEST = 4000;
/** What was just made; a later version may have others beside it. */
const FIRST_REVISION = /^1-([0-9a-f]+)$/;

/**
 * What the server itself has just made in the databases of events (a hundred registrations a second at the desk), as
 * replication carries it. No device has it yet, so it comes with the news of it, and nobody reads it back (decision 11).
 */
export class FreshDocuments {
  /** JSON by database, id and revision, oldest first. */
  private readonly known = new Map<string, string>();

  note(database: string, doc: IncomingDoc & { _id: string }, rev: string): void {
    const hash = FIRST_REVISION.exec(rev)?.[1];
    if (hash === undefined || doc._deleted === true || doc['_attachments'] !== undefined) return;
    const text = JSON.stringify({ ...doc, _rev: rev, _revisions: { start: 1, ids: [hash] } });
    if (text.length > LONGEST) return;
    this.known.set(keyOf(database, doc._id, rev), text);
    for (const key of this.known.keys()) {
      if (this.known.size <= REMEMBERED) return;
      this.known.delete(key);
    }
  }

  /** Undefined for what is not remembered: it is fetched as any other. */
  of(database: string, id: string, rev: string): string | undefined {
    return this.known.get(keyOf(database, id, rev));
  }
}

const keyOf = (database: string, id: string, rev: string): string => `${database}/${id} ${rev}`;
