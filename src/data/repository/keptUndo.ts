import type { UndoRecord } from '#domain/clients/undo.ts';
import type { RepositoryContext } from './context.ts';

/** The last act on many clients, with its words: a `_local` document, which never leaves this device. */
export interface KeptUndo {
  record: UndoRecord;
  label: string;
  whole?: string;
}

const NAME = 'foyer-undo';
/** Whoever comes back tomorrow no longer means what was done today. */
const KEPT_MS = 24 * 3_600_000;

export async function readKeptUndo({ db, clock }: RepositoryContext): Promise<KeptUndo | null> {
  const { undo, at } = ((await db.readLocal(NAME)) ?? {}) as { undo?: KeptUndo | null; at?: number };
  return undo == null || at === undefined || clock.now() - at > KEPT_MS ? null : undo;
}

export const keepUndo = ({ db, clock }: RepositoryContext, undo: KeptUndo | null): Promise<void> =>
  db.writeLocal(NAME, { undo, at: clock.now() });
