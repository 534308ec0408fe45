import type { Undoable } from '#domain/work/undoable.ts';
import type { RepositoryContext } from './context.ts';

/** A `_local` document, which never leaves this device. */
const NAME = 'foyer-undo';
/** Whoever comes back tomorrow no longer means what was done today. */
const KEPT_MS = 24 * 3_600_000;

export async function readKeptUndo({ db, clock }: RepositoryContext): Promise<Undoable | null> {
  const { undo, at } = ((await db.readLocal(NAME)) ?? {}) as { undo?: Undoable | null; at?: number };
  return undo == null || at === undefined || clock.now() - at > KEPT_MS ? null : undo;
}

export const keepUndo = ({ db, clock }: RepositoryContext, undo: Undoable | null): Promise<void> =>
  db.writeLocal(NAME, { undo, at: clock.now() });
