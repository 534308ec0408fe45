import { chained, type CreatedClient, type UndoConflict, type UndoRecord } from '../clients/undo.ts';
import { MAX_ROWS } from '../documents/entrychange.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import {
  lookAtUndo,
  removeCreated,
  restoreActs,
  restoreFields,
  type Restored,
  type UndoLook,
} from '../commands/undoMany.ts';
import { err, ok, type Result } from '../result.ts';
import { meterOf, portionsOf, portionsUpTo, type BulkOptions, type Work } from './work.ts';

/** Of acts, taken back at once: as many as an import registers at once. */
const ROWS = 1_000;

export interface UndoOutcome {
  restored: number;
  conflicts: readonly UndoConflict[];
  /** What can be taken back later: sessions that it tells of are archived. */
  left?: UndoRecord;
  /** Stopped on the way: the same record takes back the rest, and names whoever cannot be. */
  stopped?: true;
}

/**
 * Takes back what one act on many clients wrote, wherever nobody has touched it since: fields get their values of
 * before, clients it created are soft-deleted with their registrations (their consumers go), registrations it took
 * away come back as they were, and so do the places of deleted clients. What was touched stays, and is reported; so does
 * what stands in a session that was archived since. Tried again after it failed or was stopped on the way, it names nobody for
 * what it gave back the first time.
 */
export async function undoMany(
  work: Work,
  record: UndoRecord,
  options?: BulkOptions,
): Promise<Result<UndoOutcome, CommandRefusal>> {
  const { created, acts } = record;
  const fields = chained(record.fields);
  const total = fields.length + 2 * created.length + acts.length;
  if (total === 0) return err({ code: 'nothing_to_do' });
  const meter = meterOf(total, options);
  const looked = await work.run(lookAtUndo, record);
  if (!looked.ok) return looked;
  let look = looked.value.value;
  const conflicts: UndoConflict[] = [];
  let restored = 0;
  const count = (part: Restored): void => {
    restored += part.restored;
    conflicts.push(...part.conflicts);
  };
  const isStopped = (): boolean => options?.signal?.aborted === true;

  for (const type of ['client', 'consumer'] as const) {
    // The last one first: one field may have been changed twice, and by somebody else in between.
    for (const changes of portionsOf(fields.filter((one) => one.type === type).toReversed())) {
      const { outnumbered } = look;
      const done = await work.run(restoreFields, { type, changes, outnumbered });
      if (!done.ok) return done;
      count(done.value.value);
      meter.advance(changes.length);
      await work.pause();
      if (isStopped()) return stoppedAt(restored);
    }
  }
  for (const portion of portionsUpTo(ROWS, acts, () => MAX_ROWS)) {
    while (look.sessionIds.length > 0) {
      const { sessionIds } = look;
      const input = { acts: portion, sessionIds, staying: stayingOf(look, created) };
      const done = await work.run(restoreActs, input, { entriesOf: sessionIds });
      if (done.ok) count(done.value.value);
      if (done.ok) break;
      // One was archived in this very moment.
      const again = done.error.code === 'event_archived' ? await work.run(lookAtUndo, record) : done;
      if (!again.ok) return again;
      look = again.value.value;
      if (look.sessionIds.length === sessionIds.length) return done;
    }
    meter.advance(portion.length);
    await work.pause();
    if (isStopped()) return stoppedAt(restored);
  }
  const { touched, reached, held, left } = look;
  for (const id of touched)
    conflicts.push({ id, reason: reached.has(id) ? 'message_sent' : 'changed_since' });
  for (const [id, sessionId] of held) conflicts.push({ id, reason: 'session_archived', sessionId });
  const staying = stayingOf(look, created);
  const mine = created.filter(({ clientId }) => !staying.has(clientId));
  for (const portion of portionsOf(mine, 2)) {
    if (isStopped()) return stoppedAt(restored);
    const done = await work.run(removeCreated, portion);
    if (!done.ok) return done;
    count(done.value.value);
    meter.advance(2 * portion.length);
    await work.pause();
  }
  return ok({ restored, conflicts, ...(left === null ? {} : { left }) });
}

const stoppedAt = (restored: number): Result<UndoOutcome, CommandRefusal> =>
  ok({ restored, conflicts: [], stopped: true });

/** Of whom nothing is taken away: whoever was touched, and whoever was created and is in a session that is archived. */
const stayingOf = ({ touched, held }: UndoLook, created: readonly CreatedClient[]): ReadonlySet<string> =>
  new Set([...touched, ...created.flatMap(({ clientId }) => (held.has(clientId) ? [clientId] : []))]);
