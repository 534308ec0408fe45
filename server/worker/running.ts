import type { Seq } from '../storage/types.ts';
import type { SharedContext } from './context.ts';
import { createFailures } from './failures.ts';
import { versionOf, type Standing } from './position.ts';
import type { Change, Projection } from './projection.ts';
import type { Failure, Timings } from './types.ts';

/** What failed of a projection that is about its event as a whole. */
const WHOLE = 'event';

export interface RunningOptions {
  projection: Projection;
  context: SharedContext;
  /** How it stood when it was last saved; undefined for a new one. */
  before: Standing | undefined;
  /** Where it stands, as in `Standing`. */
  behind: Seq | null;
  timings: Timings;
  report(error: unknown, id: string, attempts: number): void;
}

/** A projection of one event, at work. What fails is set aside, and tried again by itself. */
export interface Running {
  readonly name: string;
  behind: Seq | null;
  /** Throws only when the databases fail, not for a single document. */
  process(changes: readonly Change[]): Promise<void>;
  /** Tries again what failed, where its time has come. True when there was something. */
  retry(hurry: boolean): Promise<boolean>;
  /** Does the later work that is due, or all. True when there was something. */
  later(everything: boolean): Promise<boolean>;
  /** When there is something to do even if nothing changes (ms since 1970), or null. */
  due(): number | null;
  failures(): Failure[];
  hasFailed(id: string): boolean;
  standing(): Standing;
}

export function startProjection(options: RunningOptions): Running {
  const { projection, context, before, behind, timings, report } = options;
  const { now, probe } = context;
  const failures = createFailures(before?.failures ?? [], now, timings);
  const late = createFailures(before?.lateFailures ?? [], now, timings);
  const setAside = (kind: typeof failures, id: string, error: unknown): void =>
    report(error, id, kind.note(id, error).attempts);
  const work = projection.create({
    ...context,
    settled: (id, error) => (error === null ? late.clear([id]) : setAside(late, id, error)),
  });
  for (const id of before?.waiting ?? []) work.later?.schedule(id);

  /** Does all at once; when that fails finds out which documents are to blame, so that one stops no other. */
  async function look(ids: readonly string[]): Promise<void> {
    try {
      await work.run(ids);
      failures.clear(ids);
    } catch (error) {
      await probe().catch(() => {
        throw error;
      });
      const [id = WHOLE] = ids;
      if (ids.length <= 1) setAside(failures, id, error);
      else for (const one of ids) await look([one]);
    }
  }

  /** Its failures are all the same. */
  async function lookWholly(ids: readonly string[]): Promise<void> {
    try {
      await work.run(ids);
      failures.clear(failures.list().map(({ id }) => id));
    } catch (error) {
      await probe().catch(() => {
        throw error;
      });
      setAside(failures, WHOLE, error);
    }
  }

  return {
    name: projection.name,
    behind,
    async process(changes) {
      const ids = changes.filter((change) => projection.wants(change)).map(({ id }) => id);
      if (ids.length > 0) await (work.wholly ? lookWholly(ids) : look(ids));
    },
    async retry(hurry) {
      const again = failures.ready(hurry);
      if (again.length > 0) await (work.wholly ? lookWholly([]) : look(again));
      const lateAgain = late.ready(hurry);
      for (const id of lateAgain) {
        late.begin(id);
        work.later?.schedule(id);
      }
      return again.length + lateAgain.length > 0;
    },
    later: async (everything) => (await work.later?.run(everything)) ?? false,
    due() {
      const times = [work.later?.due() ?? null, failures.due(), late.due()].filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    failures: () => [...failures.list(), ...late.list()],
    hasFailed: (id) => failures.list().some((failure) => failure.id === id),
    standing() {
      return {
        version: versionOf(projection),
        behind: this.behind,
        waiting: work.later?.waiting() ?? [],
        failures: failures.list(),
        lateFailures: late.list(),
      };
    },
  };
}
