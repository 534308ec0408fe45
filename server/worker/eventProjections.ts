import { typeOfId } from '#domain/ids.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { ChangeRow, Seq, Storage } from '../storage/types.ts';
import { createContext } from './context.ts';
import { placeOf, type Position, type Standing } from './position.ts';
import type { Merge, Projection } from './projection.ts';
import { Recent } from './recent.ts';
import { startProjection, type Running } from './running.ts';
import type { ProjectionFailure, Timings } from './types.ts';

export interface EventProjectionsOptions {
  storage: Storage;
  eventId: string;
  dbName: string;
  projections: readonly Projection[];
  jobs: Jobs;
  /** How far they came; null where all begin with the first change. */
  position: Position | null;
  now: () => number;
  timings: Timings;
  onFold?: ((ms: number) => void) | undefined;
  report(error: unknown, where: string, attempts: number): void;
}

/** Changes after a position. */
export interface Page {
  rows: readonly ChangeRow[];
  last: Seq;
  /** False where these were the last ones when they were read. */
  more: boolean;
}

/**
 * The projections of one event. Most stand at one position and go on together; new ones, and those that look at everything
 * again, come from behind, a page each round, and hold up nobody.
 */
export interface EventProjections {
  /** Where those stand that go together. */
  readonly seq: Seq;
  /** These go on by the changes after `seq`. */
  advance(page: Page): Promise<void>;
  /** Those behind go on by a page. False when nobody is behind. */
  catchUp(read: (since: Seq) => Promise<Page>): Promise<boolean>;
  /** Tries again what failed. True when there was something. */
  retry(hurry: boolean): Promise<boolean>;
  /** Does the later work that is due, or all. True when there was something. */
  later(everything: boolean): Promise<boolean>;
  /** When there is something to do even if nothing changes (ms since 1970), or null. */
  due(): number | null;
  failures(): ProjectionFailure[];
  standings(): Record<string, Standing>;
}

export async function createEventProjections(options: EventProjectionsOptions): Promise<EventProjections> {
  const { position, dbName, timings, report } = options;
  const recent = new Recent();
  /** Conflicts that were merged in this round. */
  const merges = new Map<string, Merge>();
  const context = await createContext({
    ...options,
    foldDelay: timings.foldDelay,
    wrote: (id, from, to) => recent.wrote(id, from, to),
    merged: (id, merge) => void merges.set(id, merge),
    folded: options.onFold ?? (() => undefined),
  });
  const all = options.projections.map((projection) =>
    startProjection({
      projection,
      context,
      before: position?.projections[projection.name],
      behind: position === null ? null : placeOf(projection, position),
      timings,
      report: (error, id, attempts) => report(error, `${dbName} ${projection.name} ${id}`, attempts),
    }),
  );
  let seq: Seq = position?.seq ?? 0;

  /** In their order, one after the other; throws only when the databases fail. */
  async function process(some: readonly Running[], rows: readonly ChangeRow[]): Promise<void> {
    const last = new Map(rows.filter(({ id }) => typeOfId(id) !== null).map((row) => [row.id, row]));
    context.readings.forget();
    for (const running of some) await running.process([...last.values()]);
    context.readings.forget();
  }

  async function each(work: (running: Running) => Promise<boolean>): Promise<boolean> {
    let worked = false;
    for (const running of all) if (await work(running)) worked = true;
    return worked;
  }

  return {
    get seq() {
      return seq;
    },
    async advance({ rows, last }) {
      const news = rows.filter(({ id, changes }) => !recent.has(id, revsOf(changes)));
      merges.clear();
      await process(
        all.filter(({ behind }) => behind === null),
        news,
      );
      for (const { id, changes } of news) {
        const revs = looked(revsOf(changes), merges.get(id));
        if (revs !== null && !all.some((running) => running.hasFailed(id))) recent.note(id, revs);
      }
      seq = last;
    },
    async catchUp(read) {
      const since = all.find(({ behind }) => behind !== null)?.behind ?? null;
      if (since === null) return false;
      const group = all.filter(({ behind }) => behind === since);
      const page = await read(since);
      if (page.more) {
        await process(group, page.rows);
        for (const running of group) running.behind = page.last;
        return true;
      }
      // The end, where they meet the others. Positions of CouchDB cannot be compared, so the others take this page too:
      // to look again does no harm, and nobody overlooks anything.
      await process(
        all.filter(({ behind }) => behind === null || behind === since),
        page.rows,
      );
      for (const running of group) running.behind = null;
      seq = page.last;
      return true;
    },
    async retry(hurry) {
      context.readings.forget();
      return each((running) => running.retry(hurry));
    },
    later: (everything) => each((running) => running.later(everything)),
    due() {
      const times = all.map((running) => running.due()).filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    failures: () =>
      all.flatMap((running) =>
        running.failures().map((failure) => ({ ...failure, projection: running.name })),
      ),
    standings: () => Object.fromEntries(all.map((running) => [running.name, running.standing()])),
  };
}

const revsOf = (changes: ChangeRow['changes']): string[] => changes.map(({ rev }) => rev);

/**
 * The revisions that a document has once all have looked at it: closed leaves stay in the list. Null where it may be in
 * conflict, or may have been looked at in another state.
 */
function looked(revs: readonly string[], merge: Merge | undefined): string[] | null {
  if (merge === undefined) return revs.length === 1 ? [...revs] : null;
  const { leaves, written } = merge;
  if (!leaves.every((rev) => revs.includes(rev))) return null;
  return [...revs.filter((rev) => !leaves.includes(rev)), ...written];
}
