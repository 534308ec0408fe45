import { typeOfId } from '#domain/ids.ts';
import type { AnyDoc, ChangeRow, Database } from '../../storage/types.ts';
import { changesJson, type Told } from './changesJson.ts';
import type { FreshDocuments } from '../fresh.ts';

/** Documents that are remembered, of about 350 bytes each. */
const REMEMBERED = 4096;
/** Check-ins never change: theirs is the first revision, or somebody's mischief. */
const FIRST_REVISION = /^1-([0-9a-f]+)$/;

type Row = ChangeRow & { doc?: AnyDoc };

/**
 * Puts check-in documents into the rows that tell of them (`inline=checkins`, decision 11), as replication
 * carries them: with `_revisions`. However many devices wait at the doors, each document is read once; what the server has
 * just made itself, not at all.
 */
export class InlineCheckins {
  private readonly db: Database;
  private readonly freshOf: (id: string, rev: string) => string | undefined;
  /** JSON by id and revision, oldest first. */
  private readonly known = new Map<string, string>();

  constructor(db: Database, name: string, fresh: FreshDocuments) {
    this.db = db;
    this.freshOf = (id, rev) => fresh.of(name, id, rev);
  }

  /** A page of changes. A row whose document cannot be told goes without; its reader fetches it as any other. */
  async page(told: Told<Row>): Promise<string> {
    const { rows } = told;
    const wanted = rows.filter((row) => keyOf(row) !== null);
    await this.load(wanted.filter((row) => !this.known.has(keyOf(row) ?? '')));
    const texts = rows.map((row) => {
      const text = JSON.stringify(row);
      const doc = this.known.get(keyOf(row) ?? '') ?? this.freshAt(row);
      return doc === undefined ? text : `${text.slice(0, -1)},"doc":${doc}}`;
    });
    this.forget();
    return changesJson({ ...told, rows: texts });
  }

  private freshAt(row: Row): string | undefined {
    const rev = onlyRevision(row);
    return rev === null ? undefined : this.freshOf(row.id, rev);
  }

  private async load(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const keys = rows.map(({ id }) => id);
    const read = await this.db.allDocs({ keys, include_docs: true });
    for (const row of read.rows) {
      if (!('doc' in row) || row.doc == null) continue;
      const doc = row.doc as unknown as AnyDoc & { _rev: string };
      const hash = FIRST_REVISION.exec(doc._rev)?.[1];
      if (hash === undefined) continue;
      const carried = { ...doc, _revisions: { start: 1, ids: [hash] } };
      this.known.set(`${row.id} ${doc._rev}`, JSON.stringify(carried));
    }
  }

  private forget(): void {
    for (const key of this.known.keys()) {
      if (this.known.size <= REMEMBERED) return;
      this.known.delete(key);
    }
  }
}

/** Null for what is no check-in with one, first revision. */
function keyOf(row: Row): string | null {
  const rev = onlyRevision(row);
  return rev !== null && typeOfId(row.id) === 'checkin' ? `${row.id} ${rev}` : null;
}

function onlyRevision({ changes, deleted, doc }: Row): string | null {
  const [only, ...more] = changes;
  if (deleted === true || doc !== undefined || only === undefined || more.length > 0) return null;
  return FIRST_REVISION.test(only.rev) ? only.rev : null;
}
