import { NOTHING_TO_UNDO, type UndoConflict, type UndoRecord } from '../clients/undo.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import { guestsOf, unfinishedImport, type ImportJournal } from '../commands/importClients.ts';
import { ok, type Result } from '../result.ts';
import { undoMany } from './undoMany.ts';
import type { Work } from './work.ts';

/* What an import leaves that came to no end: it is taken back, and what cannot be now is noted for later. */

/** Who stays of an import that came to no end. */
export interface TakenBack {
  /** Guests whom somebody has changed or checked in meanwhile. */
  kept: number;
  /** Guests to whom a message has gone. */
  reached: number;
  /** Guests of a session that was archived meanwhile. They can be taken back once it is open again. */
  held: readonly HeldGuest[];
}

interface HeldGuest {
  id: string;
  /** The one that was archived; null for another reason. */
  sessionId: string | null;
}

/** What imports that came to no end have left, and what takes it back. */
export interface LeftOfImports {
  record: UndoRecord;
  guests: readonly HeldGuest[];
}

/** Where an import notes what it creates: durable when it resolves, and found again after a crash. */
export interface JournalKeeper {
  read(): Promise<ImportJournal>;
  write(journal: ImportJournal): Promise<void>;
  /** Notes what cannot be taken back now, beside what was noted so before. */
  leave(left: LeftOfImports): Promise<void>;
}

export const EMPTY: ImportJournal = { pairs: [], acts: [], fields: [] };

/** No import is under way, and none came to no end. */
export const isEmpty = ({ pairs, acts, fields }: ImportJournal): boolean =>
  pairs.length + acts.length + fields.length === 0;

export const NOTHING_LEFT: TakenBack = { kept: 0, reached: 0, held: [] };

/** Both, each guest and each act once. */
export function bothLeft(before: LeftOfImports | null, { record, guests }: LeftOfImports): LeftOfImports {
  if (before === null) return { record, guests };
  const once = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [
    ...new Map(all.map((one) => [keyOf(one), one])).values(),
  ];
  return {
    record: {
      fields: [...before.record.fields, ...record.fields],
      created: once([...before.record.created, ...record.created], ({ clientId }) => clientId),
      acts: once([...before.record.acts, ...record.acts], (id) => id),
    },
    guests: once([...before.guests, ...guests], ({ id }) => id),
  };
}

/**
 * Takes back what an import has left that came to no end, and that nobody could undo. What was touched since stays, and
 * all of it where all was written.
 */
export async function takeBackUnfinished(
  work: Work,
  keeper: JournalKeeper,
): Promise<Result<TakenBack, CommandRefusal>> {
  const journal = await keeper.read();
  if (isEmpty(journal)) return ok(NOTHING_LEFT);
  const left = await work.run(unfinishedImport, journal);
  if (!left.ok) return left;
  return takenBack(work, keeper, left.value.value ?? NOTHING_TO_UNDO);
}

export async function takenBack(
  work: Work,
  keeper: JournalKeeper,
  record: UndoRecord,
): Promise<Result<TakenBack, CommandRefusal>> {
  const { created, acts, fields } = record;
  let back = NOTHING_LEFT;
  if (created.length + acts.length + fields.length > 0) {
    const undone = await undoMany(work, record);
    if (!undone.ok) return undone;
    const { conflicts, left } = undone.value;
    back = whoStays(conflicts);
    if (left !== undefined) await keeper.leave({ record: left, guests: back.held });
  }
  await keeper.write(EMPTY);
  return ok(back);
}

/** Each guest once, of however much of theirs could not be taken back. */
export function whoStays(conflicts: readonly UndoConflict[]): TakenBack {
  const held = heldIn(conflicts);
  const ids = new Set(held.map(({ id }) => id));
  const others = conflicts.filter(({ id }) => !ids.has(id));
  const kept = new Set(others.flatMap(({ id, reason }) => (reason === 'message_sent' ? [] : [id])));
  const reached = new Set(others.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
  return { kept: kept.size, reached: reached.size, held };
}

export const heldIn = (conflicts: readonly UndoConflict[]): HeldGuest[] =>
  conflicts.flatMap(({ id, sessionId }) => (sessionId === undefined ? [] : [{ id, sessionId }]));

/** What is refused today may be refused for ever: the next import is not to wait for it, and it is not to be forgotten. */
export async function leaveUnfinished(
  work: Work,
  keeper: JournalKeeper,
): Promise<Result<unknown, CommandRefusal>> {
  const left = await work.run(unfinishedImport, await keeper.read());
  if (!left.ok) return left;
  const record = left.value.value;
  if (record !== null) {
    const ids = await work.run(guestsOf, record);
    if (!ids.ok) return ids;
    await keeper.leave({ record, guests: ids.value.value.map((id) => ({ id, sessionId: null })) });
  }
  await keeper.write(EMPTY);
  return left;
}
