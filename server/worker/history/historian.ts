import type { RegistersByClient } from '#domain/entries/layChanges.ts';
import { generationOf, lineage, type RevisedDoc } from '../../storage/revisions.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
import { changesOf, clientsOf, sessionOf, type Act } from './acts.ts';
import { getMany, putMany } from '../couch.ts';
import type { SessionActs } from '../sessionActs.ts';
import { isMissing } from '../../base/errors.ts';
import { readTrails, trailOf, type Writers } from '../../events/trail.ts';
import { decide, overruledLeaves, type Context, type Reading } from './decide.ts';
import { mentioned } from './diff.ts';
import {
  authorOf,
  historyId,
  snapshotId,
  type HistoryDoc,
  type Named,
  type SnapshotDoc,
} from './documents.ts';
import { laid } from './laid.ts';
import { asSaid, readKnownMoney } from './knownMoney.ts';
import type { MoneyState } from './money.ts';
import { createNames, type Names } from './names.ts';
import { sessionState, type SessionState } from './snapshot.ts';

const NO_ACTS: RegistersByClient = new Map();

export interface HistorianOptions {
  eventDb: Database;
  historyDb: Database;
  /** Name of the event as it is now. */
  event: () => Promise<Named>;
  acts: Pick<SessionActs, 'of' | 'again'>;
  now: () => number;
}

/** Tells the changes of one event's documents, each exactly once (specification 2 §4, last paragraph). */
export interface Historian {
  /**
   * Tells what changed since the last time. `read` gives the documents as they stand; it is called after the
   * snapshots were read, so that what it finds is never older than what was told.
   */
  tell(ids: readonly string[], read: (ids: readonly string[]) => Promise<Reading[]>): Promise<void>;
  /** What each check-in and each entry change did; the fold tells nothing. */
  tellActs(acts: readonly Act[]): Promise<void>;
  /** Says what losing versions of an untold type (consumers, forms, …) held, before they are closed. */
  tellOverruled(readings: readonly Reading[]): Promise<void>;
  readonly names: Names;
}

/** Snapshots move only by compare-and-set; more collisions than this mean that something else is wrong. */
const MAX_ATTEMPTS = 20;

export function createHistorian({
  eventDb,
  historyDb,
  event,
  acts: known,
  now,
}: HistorianOptions): Historian {
  const names = createNames(eventDb);
  /** Snapshots whose outbox this process has written: revision by document. */
  const flushed = new Map<string, string>();

  async function context(ids: readonly string[] = []): Promise<Context> {
    const sessions = ids.filter((id) => id.startsWith('session_'));
    const acts = new Map(await Promise.all(sessions.map(async (id) => [id, await known.of(id)] as const)));
    return {
      event: await event(),
      nameOf: names.client,
      now: now(),
      actsOf: (id) => acts.get(id) ?? NO_ACTS,
      knownMoney: asSaid,
    };
  }

  async function flushOld(snapshots: readonly SnapshotDoc[]): Promise<void> {
    const open = snapshots.filter(({ _id, _rev, outbox }) => outbox.length > 0 && flushed.get(_id) !== _rev);
    await writeEvents(open.flatMap(({ outbox }) => outbox));
    for (const { _id, _rev } of open) flushed.set(_id, _rev);
  }

  /** Ids are made of the change: one that is there already was told, and its conflict is no failure. */
  async function writeEvents(events: readonly HistoryDoc[]): Promise<void> {
    await putMany(historyDb, events as unknown as Record<string, unknown>[]);
  }

  /** The trail is read after the documents: it was written before them. */
  async function withWriters(
    readings: readonly Reading[],
    told: (id: string) => string | null,
  ): Promise<Reading[]> {
    const trails = await readTrails(
      historyDb,
      readings.map(({ id }) => id),
    );
    return Promise.all(
      readings.map(async (reading) => {
        const entries = trails.get(reading.id);
        if (entries === undefined) return reading;
        const sources =
          reading.leaves.length > 0 ? reading.leaves : [reading.tombstone ?? { _rev: reading.rev }];
        const writers = new Map<string, Writers>();
        for (const source of sources) {
          const rev = String(source['_rev']);
          const standsOn = await lineageOf(eventDb, reading.id, rev, source);
          const found = trailOf(entries, standsOn, told(reading.id), authorOf(source));
          if (found !== null) writers.set(rev, found);
        }
        return { ...reading, writers };
      }),
    );
  }

  /** How the tables of some sessions are called, as last told. */
  async function plansOf(sessionIds: readonly string[]): Promise<Map<string, SessionState['plan']>> {
    const ids = [...new Set(sessionIds)];
    const stored = await getMany(historyDb, ids.map(snapshotId));
    return new Map(
      ids.map((id) => {
        const { state } = (stored.get(snapshotId(id))?.doc ?? {}) as Partial<SnapshotDoc>;
        return [id, state?.kind === 'session' ? state.plan : null];
      }),
    );
  }

  async function tellOnce(
    ids: readonly string[],
    read: (ids: readonly string[]) => Promise<Reading[]>,
  ): Promise<string[]> {
    const stored = await getMany(historyDb, ids.map(snapshotId));
    const snapshotOf = (id: string) => (stored.get(snapshotId(id))?.doc ?? null) as SnapshotDoc | null;
    await flushOld(ids.flatMap((id) => snapshotOf(id) ?? []));
    const readings = await withWriters(await read(ids), (id) => snapshotOf(id)?.rev ?? null);
    const knownMoney = await readKnownMoney(historyDb, readings, (id) => moneyTold(snapshotOf(id)));
    for (const { leaves } of readings) for (const leaf of leaves) names.learn(leaf);
    const decided = async (some: readonly Reading[]): Promise<SnapshotDoc[]> => {
      const told = { ...(await context(some.map(({ id }) => id))), knownMoney };
      await names.load(some.flatMap((reading) => mentionedIn(snapshotOf(reading.id), reading, told)));
      return some.flatMap((reading) => decide(snapshotOf(reading.id), reading, told) ?? []);
    };
    let next = await decided(readings);
    // What a session says of its entries is from their own changes, as a rule: another process may have folded one already that this
    // one has not heard of yet, as where one takes over from the other.
    const doubtful = new Set(next.filter(tellsOfEntries).map(({ _id }) => _id));
    if (doubtful.size > 0) {
      const again = readings.filter(({ id }) => doubtful.has(snapshotId(id)));
      await Promise.all(again.map(({ id }) => known.again(id)));
      next = [...next.filter(({ _id }) => !doubtful.has(_id)), ...(await decided(again))];
    }
    const written = new Map<string, string>();
    const conflicts = await putMany(historyDb, next as unknown as Record<string, unknown>[], (id, rev) =>
      written.set(id, rev),
    );
    await writeEvents(next.filter(({ _id }) => !conflicts.has(_id)).flatMap(({ outbox }) => outbox));
    for (const [id, rev] of written) flushed.set(id, rev);
    return ids.filter((id) => conflicts.has(snapshotId(id)));
  }

  return {
    names,
    async tell(ids, read) {
      let pending: readonly string[] = ids;
      for (let attempt = 0; pending.length > 0; attempt++) {
        if (attempt === MAX_ATTEMPTS) throw new Error(`snapshot keeps changing: ${pending[0]}`);
        pending = await tellOnce(pending, read);
      }
    },
    async tellActs(acts) {
      if (acts.length === 0) return;
      await names.load(acts.flatMap((act) => [sessionOf(act) ?? [], clientsOf(act)].flat()));
      const { event } = await context();
      const trails = await readTrails(
        historyDb,
        acts.map(({ _id }) => _id),
      );
      const plans = await plansOf(acts.flatMap((act) => (act.type === 'entrychange' ? act.sessionId : [])));
      const writersOf = (act: Act): Partial<HistoryDoc> & Pick<HistoryDoc, 'author'> => {
        const claimed = { id: act.author.id, name: act.author.name };
        const found = trailOf(trails.get(act._id) ?? [], [act._rev ?? ''], null, claimed);
        if (found === null) return { author: claimed };
        return found.signed === null
          ? { author: found.author }
          : { author: found.author, signed: found.signed };
      };
      const sessionNamed = (id: string | null): Named | null =>
        id === null ? null : { id, name: names.session(id) };
      await writeEvents(
        acts.flatMap((act) =>
          changesOf(act, plans.get(sessionOf(act) ?? '') ?? null, names).map((change, index) => ({
            _id: historyId(act.time, act._id, index),
            type: 'historyevent',
            event,
            session: sessionNamed(sessionOf(act)),
            ...writersOf(act),
            ...change,
            createdAt: Math.floor(act.time / 1000),
          })),
        ),
      );
    },
    async tellOverruled(readings) {
      if (readings.length === 0) return;
      const known = await withWriters(readings, () => null);
      const told = await context();
      await writeEvents(known.flatMap((reading) => overruledLeaves(reading, null, null, told)));
    },
  };
}

/**
 * The revision and those it stands on, newest first; alone where the database has let go of it. A leaf of a conflict was
 * `read` with them.
 */
async function lineageOf(db: Database, id: string, rev: string, read: AnyDoc): Promise<string[]> {
  if (read['_revisions'] !== undefined) return lineage(read as RevisedDoc);
  // A first one stands on nothing.
  if (generationOf(rev) === 1) return [rev];
  try {
    return lineage((await db.get(id, { rev, revs: true })) as unknown as RevisedDoc);
  } catch (error) {
    if (isMissing(error)) return [rev];
    throw error;
  }
}

const OF_ENTRIES = /^(registrations|placements?|products?)_/;
const tellsOfEntries = ({ outbox }: SnapshotDoc): boolean => outbox.some(({ code }) => OF_ENTRIES.test(code));

function moneyTold(snapshot: SnapshotDoc | null): MoneyState {
  const state = snapshot?.state;
  return state?.kind === 'consumer' ? state : {};
}

function mentionedIn(snapshot: SnapshotDoc | null, { id, leaves }: Reading, { actsOf }: Context): string[] {
  if (!id.startsWith('session_') || snapshot?.state?.kind !== 'session') return [];
  const acts = actsOf(id);
  const before = laid(snapshot.state, acts);
  return leaves.flatMap((leaf) => mentioned(before, laid(sessionState(leaf), acts)));
}
