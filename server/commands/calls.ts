import { setTimeout as delay } from 'node:timers/promises';
import type { Caller, Command } from '#domain/commands/command.ts';
import type { CommandRefusal } from '#domain/commands/refusal.ts';
import type { Result } from '#domain/result.ts';
import type { Person } from '../auth/access.ts';

/** Calls that are decided and written together at most. */
const TOGETHER = 100;
/**
 * Half of those who were answered in a rush are waited for, ms: they may be calling again, for somebody else. A third of what the
 * group before took, where that is more: with a CouchDB a group of few costs nearly as much as one of many.
 */
const GATHER_MS = 40;
const LONGEST_GATHER = 150;

/** One that waits to be decided. */
export interface Call {
  command: Command<unknown, unknown>;
  input: unknown;
  person: Person;
  device: Caller['device'];
  ends: boolean;
  answer(result: Result<unknown, CommandRefusal>): void;
  fail(error: unknown): void;
}

/** A group of one takes nearly as long as one of a hundred: in a rush those who are just arriving go along. */
export async function gather(waiting: readonly Call[], before: number, ms: number): Promise<void> {
  const end = performance.now() + Math.min(LONGEST_GATHER, Math.max(GATHER_MS, ms));
  while (waiting.length < before / 2 && performance.now() < end) await delay(GATHER_MS / 10);
}

/** The first of those who wait, and those behind who call the same in the same name. */
export function alike(waiting: readonly Call[]): Call[] {
  const [first] = waiting;
  const isOther = ({ command, person, device, ends }: Call): boolean =>
    command !== first?.command ||
    ends !== first.ends ||
    device.id !== first.device.id ||
    person.id !== first.person.id ||
    person.role !== first.person.role ||
    person.loginId !== first.person.loginId;
  const end = waiting.findIndex(isOther);
  return waiting.slice(0, Math.min(TOGETHER, end === -1 ? waiting.length : end));
}
