import type { Undoable } from '#domain/work/undoable.ts';
import type { RepositoryContext } from './context.ts';

/** A `_local` document, which never leaves this device. */
const NAME = 'foyer-undo';
/** Whoever comes back tomorrow no longer means what was done today. */
const KEPT_MS = 24 * 3_600_000;

/** Of an act that is under way, in whichever tab, once that is over: until then nobody knows what takes it back. */
export async function readKeptUndo(context: RepositoryContext): Promise<Undoable | null> {
  const kept = await readNow(context);
  return kept?.isBrokenOff === true ? underway(context, () => readNow(context)) : kept;
}

async function readNow({ db, clock }: RepositoryContext): Promise<Undoable | null> {
  const { undo, at } = ((await db.readLocal(NAME)) ?? {}) as { undo?: Undoable | null; at?: number };
  return undo == null || at === undefined || clock.now() - at > KEPT_MS ? null : undo;
}

export const keepUndo = ({ db, clock }: RepositoryContext, undo: Undoable | null): Promise<void> =>
  db.writeLocal(NAME, { undo, at: clock.now() });

/** Held by an act on many, until what takes it back is kept; a tab that ends lets go of it. */
export async function underway<T>({ db, lock }: RepositoryContext, work: () => Promise<T>): Promise<T> {
  const release = await lock(`${NAME} ${db.name}`);
  try {
    return await work();
  } finally {
    release();
  }
}
