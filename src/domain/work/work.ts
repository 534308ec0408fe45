import type { Command, NewVersion } from '../commands/command.ts';
import type { Documents } from '../commands/documents.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import type { Done } from '../commands/run.ts';
import type { Result } from '../result.ts';

/*
 * Work on many documents that lasts: it runs commands in portions, tells how far it is, and can be stopped. The same in the
 * browser (src/data/repository/work.ts) and on the server.
 */

/** Small enough that others are answered between two of them, large enough that the database is not asked 5,000 times. */
const PORTION = 200;

/** Where the work is done. */
export interface Work {
  run<Input, Value>(
    command: Command<Input, Value>,
    input: Input,
    how?: RunOptions,
  ): Promise<Result<Done<Value>, CommandRefusal>>;
  /** Lets others go first for a moment. */
  pause(): Promise<void>;
}

export interface RunOptions {
  /** The command changes the entries of these sessions. */
  entriesOf?: readonly string[];
  /** Told of what is about to be written; nothing is before it resolves. */
  beforeWrite?: (docs: readonly NewVersion[]) => Promise<void>;
}

/** The documents, whose writes are told of before they are made. */
export const toldBefore = (documents: Documents, { beforeWrite }: RunOptions): Documents =>
  beforeWrite === undefined
    ? documents
    : {
        ...documents,
        async write(docs) {
          await beforeWrite(docs);
          return documents.write(docs);
        },
      };

/** Progress of work on many documents, and a way to stop it. */
export interface BulkOptions {
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Counts up over all parts of one work. */
export interface Meter {
  advance(by: number): void;
}

export function meterOf(total: number, options: BulkOptions | undefined): Meter {
  let done = 0;
  options?.onProgress?.(0, total);
  return {
    advance(by) {
      done = Math.min(total, done + by);
      options?.onProgress?.(done, total);
    },
  };
}

/** Cut so that each portion is of so many documents. */
export function portionsOf<T>(list: readonly T[], documentsEach = 1): (readonly T[])[] {
  const size = Math.max(1, Math.floor(PORTION / documentsEach));
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

/** Cut so that no portion is larger than `limit`, but for one that alone is. */
export function portionsUpTo<T>(
  limit: number,
  list: readonly T[],
  sizeOf: (one: T) => number,
): (readonly T[])[] {
  const portions: T[][] = [];
  let size = Infinity;
  for (const one of list) {
    const own = sizeOf(one);
    size += own;
    if (size > limit) {
      portions.push([]);
      size = own;
    }
    portions.at(-1)?.push(one);
  }
  return portions;
}
