import { DATABASES, type ChangeRow, type Seq, type Storage } from '../storage/types.ts';
import type { Job } from './job.ts';

/** A job as it stands, or that it is gone. */
export type Found = Job | { _id: string; gone: true };

/** Reads the jobs: once all of them, then what changes. */
export interface Reader {
  all(): Promise<Job[]>;
  /**
   * What changed since the last call, and those `ids`; empty when there is nothing new. `exact` asks the database itself, so
   * that nothing is overlooked which was written before the call.
   */
  news(ids: readonly string[], exact: boolean): Promise<Found[]>;
  close(): void;
}

const PAGE = 1000;
/** How the ids of jobs begin. */
const FIRST_ID = 'job/';

export async function openReader(storage: Storage, onNews: () => void): Promise<Reader> {
  const db = await storage.open(DATABASES.jobs);
  const feed = await storage.feed(DATABASES.jobs);
  await feed.ready();
  const close = feed.subscribe(onNews);
  // Before the jobs: what changes meanwhile is read twice.
  let seq = feed.seq;
  return {
    close,
    async all() {
      const range = { startkey: FIRST_ID, endkey: `${FIRST_ID}\ufff0`, include_docs: true };
      const { rows } = await db.allDocs(range);
      return rows.flatMap(({ doc }) => (doc === undefined ? [] : [doc as unknown as Job]));
    },
    async news(ids, exact) {
      const { rows, last } = await changesAfter(seq, exact);
      const changed = rows.map(({ id }) => id).filter((id) => id.startsWith(FIRST_ID));
      const found = await docsOf([...new Set([...changed, ...ids])]);
      seq = last;
      return found;
    },
  };

  async function changesAfter(
    since: Seq,
    exact: boolean,
  ): Promise<{ rows: readonly ChangeRow[]; last: Seq }> {
    const known = exact ? undefined : feed.after(since)?.slice(0, PAGE);
    if (known !== undefined) return { rows: known, last: known.at(-1)?.seq ?? since };
    const page = await db.changes({ since, limit: PAGE, style: 'all_docs', ...{ batch_size: PAGE } });
    return { rows: page.results as ChangeRow[], last: page.last_seq };
  }

  async function docsOf(ids: readonly string[]): Promise<Found[]> {
    if (ids.length === 0) return [];
    const { rows } = await db.allDocs({ keys: [...ids], include_docs: true });
    return rows.map((row, index) =>
      'doc' in row && row.doc !== undefined && row.doc !== null
        ? (row.doc as unknown as Job)
        : { _id: ids[index] ?? '', gone: true },
    );
  }
}
