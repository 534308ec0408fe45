import type { RefusedChange } from '#api/hubSchemas.ts';
import { databaseName } from '#domain/ids.ts';
import { createAlarm } from '../base/alarm.ts';
import { installDesign } from '../storage/design.ts';
import { continues } from '../storage/epochs.ts';
import { historyDatabase, type Database, type Feed, type Storage } from '../storage/types.ts';
import { readMark, readRefused, writeMark, type Mark } from './marks.ts';
import { createPace } from './pace.ts';
import { compareAll, fetchMissing, FETCH_PAGE } from './pull.ts';
import { BATCH_DOCS, changesAfter, pushRefused, pushRows, type PushContext } from './push.ts';
import type { Changes, RemoteEvent } from './upstream.ts';

/** Revisions that were pulled and need not be asked about when they show among the hub's own changes. */
const KNOWN = 50_000;
/** What came while the last changes were on their way goes with the next ones, ms. */
const PUSH_PAUSE = 20;
/** So often the hub looks without being told, and offers again what was refused, ms. */
const LOOK_ANYWAY = 60_000;

export interface EventLinkParts {
  storage: Storage;
  eventId: string;
  remote: RemoteEvent;
  now: () => number;
  /** Before anything is sent: the central server knows who did it, where that can be. */
  introduce(): Promise<void>;
  /** Both held the same at that time (ms). */
  onMet(at: number): void;
}

/** The exchange of one event with the central server. */
export interface EventLink {
  /** The hub had everything of it once. */
  isComplete(): Promise<boolean>;
  refused(): Promise<RefusedChange[]>;
  /** Exchanges until the signal aborts or something fails; throws that. */
  session(signal: AbortSignal): Promise<never>;
}

export function createEventLink({
  storage,
  eventId,
  remote,
  now,
  introduce,
  onMet,
}: EventLinkParts): EventLink {
  const name = databaseName(eventId);
  const paces = { down: createPace(FETCH_PAGE), up: createPace(BATCH_DOCS) };
  const known = new Set<string>();
  const note = (names: readonly string[]): void => {
    if (known.size > KNOWN) known.clear();
    for (const one of names) known.add(one);
  };

  async function open(): Promise<Database> {
    const db = await storage.open(name);
    await installDesign(db, 'event');
    await storage.open(historyDatabase(eventId));
    return db;
  }

  /** Where either side is not what it was: nothing counts as exchanged before both hold the same. */
  async function compare(context: PushContext, signal: AbortSignal): Promise<Mark> {
    const { db } = context;
    const ownEpoch = (await storage.epochs(name)).at(-1)?.id ?? '';
    const { update_seq: pushed } = await db.info();
    const { epoch, since, lacking } = await compareAll({ db, remote, pace: paces.down }, signal);
    await introduce();
    await pushRows(context, lacking, signal);
    const mark: Mark = { complete: true, since, epoch, pushed, ownEpoch };
    await writeMark(db, () => mark);
    return mark;
  }

  return {
    isComplete: async () => (await readMark(await open())).complete,
    refused: async () => readRefused(await open()),
    async session(outer) {
      const db = await open();
      const ended = new AbortController();
      const signal = AbortSignal.any([outer, ended.signal]);
      const context: PushContext = {
        ...{ storage, eventId, db, remote, now, pace: paces.up },
        isKnown: (id, rev) => known.has(`${id} ${rev}`),
      };
      let mark = await readMark(db);
      const epochs = await storage.epochs(name);
      if (!mark.complete || !continues(epochs, mark.ownEpoch, mark.pushed))
        mark = await compare(context, signal);
      else if (mark.ownEpoch !== epochs.at(-1)?.id) {
        mark = { ...mark, ownEpoch: epochs.at(-1)?.id ?? '' };
        await writeMark(db, () => mark);
      }
      await pushRefused(context, signal);
      const set = async (change: Partial<Mark>): Promise<void> => {
        mark = { ...mark, ...change };
        await writeMark(db, () => mark);
      };

      const feed: Feed = await storage.feed(name);
      /** Something of the hub's own may wait; everything of the central server's was here. */
      const standing = { changed: true, caughtUp: false };
      const alarm = createAlarm();
      const wake = (): void => {
        standing.changed = true;
        alarm.wake();
      };
      // The first is told before a writer is answered: what a door was told is stored never counts as exchanged too early.
      const stops = [storage.onWrite(name, wake), feed.subscribe(wake)];
      signal.addEventListener('abort', () => alarm.wake());
      const met = (): void => {
        if (standing.caughtUp && !standing.changed) onMet(now());
      };

      async function pull(): Promise<never> {
        let ahead: Changes['ahead'] = null;
        for (;;) {
          const { since, epoch } = mark;
          const reply = await remote.changes({ since, epoch, wait: standing.caughtUp, ahead }, signal);
          signal.throwIfAborted();
          ({ ahead } = reply);
          if (reply.moved !== null) {
            if (reply.moved.continues) await set({ epoch: reply.moved.epoch });
            else {
              // It may have lost what it had: until both were compared nothing is known of it.
              standing.caughtUp = false;
              mark = await compare(context, signal);
            }
            continue;
          }
          note(await fetchMissing({ db, remote, pace: paces.down }, reply.rows, signal));
          if (reply.since !== since) await set({ since: reply.since });
          standing.caughtUp = reply.rows.length < 1000;
          met();
        }
      }

      async function push(): Promise<never> {
        let offered = now();
        for (;;) {
          while (!standing.changed) {
            await alarm.wait(LOOK_ANYWAY);
            signal.throwIfAborted();
            if (now() - offered >= LOOK_ANYWAY) {
              offered = now();
              await pushRefused(context, signal);
            }
            await new Promise((resolve) => setTimeout(resolve, PUSH_PAUSE));
          }
          standing.changed = false;
          const { rows, upTo } = await changesAfter(context, mark.pushed);
          try {
            await introduce();
            await pushRows(context, rows, signal);
          } catch (error) {
            standing.changed = true;
            throw error;
          }
          if (upTo !== mark.pushed) await set({ pushed: upTo });
          met();
        }
      }

      // Before there is a wait that nobody would end: who listens to a signal from after its end on hears nothing.
      const halves = signal.aborted ? [] : [pull(), push()];
      try {
        signal.throwIfAborted();
        return await Promise.race(halves);
      } finally {
        ended.abort(new Error('the other half ended'));
        for (const stop of stops) stop();
        await Promise.allSettled(halves);
      }
    },
  };
}
