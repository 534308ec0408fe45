import type { FieldChange, UndoRecord } from '../clients/undo.ts';
import {
  pick,
  registerMany,
  setField,
  setPersonLanguage,
  unplaceMany,
  unregisterMany,
  type BulkChange,
  type FieldSetting,
  type Picked,
} from '../commands/changeMany.ts';
import type { CommandRefusal } from '../commands/refusal.ts';
import type { Command } from '../commands/command.ts';
import type { Language } from '../config.ts';
import { err, ok, type Result } from '../result.ts';
import { undoMany } from './undoMany.ts';
import { meterOf, portionsOf, type BulkOptions, type Meter, type Work } from './work.ts';

export interface BulkOutcome {
  /** Clients that are different now, and those that were so already. */
  changed: number;
  unchanged: number;
  undo: UndoRecord;
}

export interface ChangeOptions extends BulkOptions {
  /** Told of what takes back all until then and what is about to be written; that is not before it resolves. */
  beforeWrite?: (undo: UndoRecord) => Promise<void>;
}

/**
 * One act on many clients: a field, their sessions, or their deletion. Resolves with how many it changed and what
 * undoes it. What a failure on the way left behind is taken back. Fails with `event_archived` for a session that
 * takes nobody, `nothing_to_do` when all of them are so already.
 */
export async function changeMany(
  work: Work,
  clientIds: readonly string[],
  change: BulkChange,
  options?: ChangeOptions,
): Promise<Result<BulkOutcome, CommandRefusal>> {
  const picked = await work.run(pick, clientIds);
  if (!picked.ok) return picked;
  const trace: Trace = { fields: [], acts: [] };
  const undo = (): UndoRecord => undoOf(trace);
  let done: Result<number, CommandRefusal>;
  try {
    done = await apply({ work, trace, options }, picked.value.value, change);
  } catch (error) {
    await undoMany(work, undo()).catch(() => undefined);
    throw error;
  }
  const isUnchanged = trace.fields.length + trace.acts.length === 0;
  if (!done.ok) {
    if (!isUnchanged) await undoMany(work, undo());
    return done;
  }
  if (isUnchanged) return err({ code: 'nothing_to_do' });
  const unchanged = picked.value.value.clients.length - done.value;
  return ok({ changed: done.value, unchanged, undo: undo() });
}

/**
 * Filled before anything is written, so that a failure knows what to take back. What was not written after all is no
 * matter: the undo leaves it as it is.
 */
interface Trace {
  fields: FieldChange[];
  acts: string[];
}
const undoOf = ({ fields, acts }: Trace): UndoRecord => ({
  created: [],
  fields: [...fields],
  acts: [...acts],
});

interface Parts {
  work: Work;
  trace: Trace;
  options: ChangeOptions | undefined;
}

/** Resolves with the number of clients whom it changed. */
async function apply(
  parts: Parts,
  picked: Picked,
  change: BulkChange,
): Promise<Result<number, CommandRefusal>> {
  const clientIds = picked.clients.map(({ _id }) => _id);
  const meter = (count: number): Meter => meterOf(count, parts.options);
  switch (change.kind) {
    case 'category': {
      const setting: FieldSetting = { type: 'client', field: 'category', value: change.value };
      return setAll(parts, clientIds, setting, meter(clientIds.length));
    }
    case 'language':
      return setLanguage(parts, picked, change.value, meter);
    case 'status':
      return setStatus(parts, picked, change.value, meter);
    case 'register':
      return changeEntries(parts, registerMany, { sessionIds: change.sessionIds, clientIds });
    case 'unregister':
      return changeEntries(parts, unregisterMany, { sessionIds: change.sessionIds, clientIds });
    default:
      change.kind satisfies 'delete';
      return softDelete(parts, picked, meter(clientIds.length));
  }
}

/** The guests' language, and that of messages to those whom registrations name. */
async function setLanguage(
  parts: Parts,
  { clients }: Picked,
  language: Language,
  meterOfAll: (count: number) => Meter,
): Promise<Result<number, CommandRefusal>> {
  const meter = meterOfAll(2 * clients.length);
  const ids = clients.map(({ _id }) => _id);
  const set = await setAll(parts, ids, { type: 'client', field: 'language', value: language }, meter);
  if (!set.ok) return set;
  for (const portion of portionsOf(clients)) {
    const done = await noting(parts, setPersonLanguage, { clients: portion, language });
    if (!done.ok) return done;
    meter.advance(portion.length);
    await parts.work.pause();
  }
  return set;
}

/** The consumers' status (readings, no. 12); clients of one consumer count each. */
async function setStatus(
  parts: Parts,
  { clients }: Picked,
  status: unknown,
  meter: (count: number) => Meter,
): Promise<Result<number, CommandRefusal>> {
  const consumers = [...new Set(clients.flatMap(({ consumerId }) => consumerId ?? []))];
  const setting: FieldSetting = { type: 'consumer', field: 'status', value: status };
  const written = await setAll(parts, consumers, setting, meter(consumers.length));
  if (!written.ok) return written;
  const changed = new Set(parts.trace.fields.map(({ id }) => id));
  return ok(clients.filter(({ consumerId }) => consumerId && changed.has(consumerId)).length);
}

/**
 * Soft deletion (specification 1 §2; readings, no. 3): the documents stay with `deletedAt` and the seats are freed. The
 * registrations stay too, unseen while their client is deleted: nothing that says who was in is lost, not even a
 * check-in that another device brings later. Clients first: a crash in between leaves places of deleted clients, which
 * nobody sees. Of archived sessions the seats stay as they were; nobody else can take them.
 */
async function softDelete(
  parts: Parts,
  { clients, openSessions, time }: Picked,
  meter: Meter,
): Promise<Result<number, CommandRefusal>> {
  const ids = clients.map(({ _id }) => _id);
  const deleted = await setAll(parts, ids, { type: 'client', field: 'deletedAt', value: time }, meter);
  if (!deleted.ok) return deleted;
  const clientIds = parts.trace.fields.map(({ id }) => id);
  const freed = await changeEntries(parts, unplaceMany, { sessionIds: openSessions, clientIds });
  return freed.ok ? deleted : freed;
}

/** Resolves with the number of documents that have another value now. */
async function setAll(
  parts: Parts,
  ids: readonly string[],
  setting: FieldSetting,
  meter: Meter,
): Promise<Result<number, CommandRefusal>> {
  for (const portion of portionsOf(ids)) {
    const set = await noting(parts, setField, { ...setting, ids: portion });
    if (!set.ok) return set;
    meter.advance(portion.length);
    await parts.work.pause();
  }
  return ok(new Set(parts.trace.fields.map(({ id }) => id)).size);
}

/** Writes a portion; the trace has what it changes before it is written. */
async function noting<Input>(
  { work, trace, options }: Parts,
  command: Command<Input, readonly FieldChange[]>,
  input: Input,
): Promise<Result<null, CommandRefusal>> {
  let changes: readonly FieldChange[] = [];
  const noted: typeof command = (...given) => {
    const decision = command(...given);
    if (decision.ok) changes = decision.value.value;
    return decision;
  };
  try {
    const set = await work.run(noted, input, {
      beforeWrite: async () =>
        options?.beforeWrite?.(undoOf({ ...trace, fields: [...trace.fields, ...changes] })),
    });
    return set.ok ? ok(null) : set;
  } finally {
    trace.fields.push(...changes);
  }
}

async function changeEntries(
  { work, trace, options }: Parts,
  command: typeof registerMany,
  input: { sessionIds: readonly string[]; clientIds: readonly string[] },
): Promise<Result<number, CommandRefusal>> {
  const changed = await work.run(command, input, {
    entriesOf: input.sessionIds,
    async beforeWrite(acts) {
      trace.acts.push(...acts.map(({ _id }) => _id));
      await options?.beforeWrite?.(undoOf(trace));
    },
  });
  if (!changed.ok) return changed;
  const acts = changed.value.value;
  return ok(new Set(acts.flatMap(({ rows }) => rows.map(({ clientId }) => clientId))).size);
}
