import type { EventDocument } from '../documents/index.ts';
import type { NewId } from '../ids.ts';
import { ok, type Result } from '../result.ts';
import type { Role } from '../rights/roles.ts';
import type { Stamp } from '../sessions/sessionEdits.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/** Who calls a command, when and from where. Its ids come from here too, so that a decision can be repeated. */
export interface Caller extends Stamp {
  role: Role;
  device: { id: string; name: string };
  newId: NewId;
}

interface Tombstone {
  _id: string;
  _rev: string;
  _deleted: true;
}

/** A new document, the next version of one that was read with its `_rev`, or the end of one. */
export type NewVersion = EventDocument | Tombstone;

/** What a command wants written, and what its caller hears once it is. */
export interface Decision<Value> {
  value: Value;
  /**
   * In steps: none is begun before the one before is durable, so that no document ever names one that is not there. What
   * is as it was is not written again.
   */
  write: readonly (readonly NewVersion[])[];
}

/**
 * A use case of an event, the same in the browser and on the server: which documents to write, or why none. Pure, because
 * it is decided again whenever a document was not read yet, or was changed by somebody else before it was written.
 */
export type Command<Input, Value> = (
  view: EventView,
  input: Input,
  caller: Caller,
) => Result<Decision<Value>, CommandRefusal>;

/** Writes these together. */
export const writing = <Value>(value: Value, ...docs: NewVersion[]): { ok: true; value: Decision<Value> } =>
  ok({ value, write: [docs] });

/** The same act at a time later than all that the document tells of its changes, whatever the clocks said. */
export function stampAfter<S extends Stamp>(stamp: S, { metadata }: { metadata: Changes }): S {
  const { updatedAt = 0, detailsAt = 0, planAt = 0 } = metadata;
  return { ...stamp, time: Math.max(stamp.time, updatedAt + 1, detailsAt + 1, planAt + 1) };
}
interface Changes {
  updatedAt?: number;
  detailsAt?: number;
  planAt?: number;
}
