import { AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';

export type Callback<T = unknown> = (error?: Error | null, result?: T) => void;

export interface ReadOptions {
  asBuffer?: boolean;
  fillCache?: boolean;
}

interface Waiting {
  key: unknown;
  options: ReadOptions;
  callback: Callback;
  /** Where it was asked: what goes wrong in an answer belongs to that call. */
  asker: AsyncResource;
}

export interface GatheredReads {
  get(key: unknown, options: ReadOptions, callback: Callback): void;
  /** Sends what is waiting at once. */
  flush(): void;
}

/**
 * Reads of single keys that are asked for in the same moment go to LevelDB as one: each that goes alone wakes a thread of its own,
 * which on few processors takes longer than to read. Whoever asks sees all that was written before: LevelDB looks after that.
 */
export function gatherReads(
  getMany: (keys: unknown[], options: ReadOptions, callback: Callback<unknown[]>) => void,
): GatheredReads {
  let waiting: Waiting[] = [];

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (const alike of [
      all.filter(({ options }) => options.asBuffer !== false),
      all.filter(({ options }) => options.asBuffer === false),
    ]) {
      const [first] = alike;
      if (first !== undefined) read(alike, first.options);
    }
  }

  function read(alike: readonly Waiting[], options: ReadOptions): void {
    getMany(
      alike.map(({ key }) => key),
      options,
      (error, values) => {
        alike.forEach(({ callback, asker }, index) => {
          const value = values?.[index];
          const failed = error ?? (value === undefined ? new Error('NotFound: ') : null);
          // Each in a turn of its own: one that throws keeps no other from its answer.
          asker.runInAsyncScope(() => process.nextTick(callback, failed, value));
        });
      },
    );
  }

  return {
    get(key, options, callback) {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ key, options, callback, asker: new AsyncResource('LevelRead') });
    },
    flush,
  };
}
