import type { Command } from '#domain/commands/command.ts';
import type { Session } from '#domain/documents/session.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Failure } from '../types.ts';
import { callForValue } from './call.ts';
import type { RepositoryContext } from './context.ts';

/**
 * Calls a command that changes entries of sessions. One tab of a device at a time, on all that the others have
 * written: two of them cannot give a seat twice.
 */
export async function callForEntries<Input, Value>(
  context: RepositoryContext,
  command: Command<Input, Value>,
  input: Input,
): Promise<Result<Value, Failure>> {
  return context.inTurn(() => callForValue(context, command, input));
}

/** The same for one session; resolves with it as screens see it. */
export async function callForSession<Input extends { sessionId: string }>(
  context: RepositoryContext,
  command: Command<Input, unknown>,
  input: Input,
): Promise<Result<Session, Failure>> {
  const changed = await callForEntries(context, command, input);
  if (!changed.ok) return changed;
  const session = context.store.session(input.sessionId);
  return session === null ? err({ code: 'not_found' }) : ok(session);
}
