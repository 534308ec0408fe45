import type { Command } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { CommandRefusal } from '#domain/commands/refusal.ts';
import { run, type Done } from '#domain/commands/run.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Failure } from '../types.ts';
import type { RepositoryContext } from './context.ts';
import { browserDocuments } from './documents.ts';

/** Calls a command on this device, now, as whoever is logged in. */
export async function call<Input, Value>(
  context: RepositoryContext,
  command: Command<Input, Value>,
  input: Input,
  through = (documents: Documents): Documents => documents,
): Promise<Result<Done<Value>, CommandRefusal>> {
  const user = context.user();
  if (user === null) return err({ code: 'unauthorized' });
  const { clock, device, newId } = context;
  const author = { id: user._id, name: user.username };
  const caller = { author, role: user.role, time: clock.now(), device, newId };
  return run(through(browserDocuments(context)), command, input, caller);
}

export async function callForValue<Input, Value>(
  context: RepositoryContext,
  command: Command<Input, Value>,
  input: Input,
): Promise<Result<Value, Failure>> {
  const done = await call(context, command, input);
  return done.ok ? ok(done.value.value) : done;
}

/** For a command whose value is a document that it writes: in the revision that it got. */
export async function callForDocument<Input, Doc extends { _id: string; _rev?: string }>(
  context: RepositoryContext,
  command: Command<Input, Doc>,
  input: Input,
): Promise<Result<Doc, Failure>> {
  const done = await call(context, command, input);
  if (!done.ok) return done;
  const { value, revs } = done.value;
  const _rev = revs.get(value._id);
  return ok(_rev === undefined ? value : { ...value, _rev });
}
