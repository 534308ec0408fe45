import { canonical } from '../canonical.ts';
import { err, ok, type Result } from '../result.ts';
import type { Caller, Command, NewVersion } from './command.ts';
import type { Documents } from './documents.ts';
import { judged } from './judged.ts';
import type { CommandRefusal } from './refusal.ts';
import { Unread } from './view.ts';

/** A command that loses every race for so long is stuck in a loop, not in a race. */
const ATTEMPTS = 50;
/**
 * Reads before one decision: a few of each session, of which an event has dozens. A command that needs more of them reads
 * one by one what `storedOf` reads at once.
 */
const READS = 250;

export interface Done<Value> {
  value: Value;
  /** The revisions of what was written, by id. */
  revs: ReadonlyMap<string, string>;
}

/**
 * Runs a command: reads what it looks at, judges and writes what it decides, and decides again on the fresh document
 * where somebody else was faster. Nothing is written if any of it may not be. Ids and time stay the same, and so does
 * what was looked at before, so that what an earlier attempt has written already is not decided, or written, twice.
 */
export async function run<Input, Value>(
  documents: Documents,
  command: Command<Input, Value>,
  input: Input,
  caller: Caller,
): Promise<Result<Done<Value>, CommandRefusal>> {
  const view = documents.view();
  const callerAgain = repeating(caller);
  const written: Writings = new Map();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const decision = await reading(() => judged(command)(view, input, callerAgain()));
    if (!decision.ok) return decision;
    const outcome = await writeSteps(documents, decision.value.write, written);
    if (!outcome.ok) return outcome;
    if (outcome.value.length === 0) {
      const revs = new Map([...written].map(([id, { rev }]) => [id, rev]));
      return ok({ value: decision.value.value, revs });
    }
    view.forget(outcome.value);
  }
  return err({ code: 'unknown', message: 'the documents keep changing' });
}

/** Decides as often as something was not read yet. */
export async function reading<T>(decide: () => T, most = READS): Promise<T> {
  for (let reads = 0; ; reads++) {
    try {
      return decide();
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      if (reads >= most)
        throw new Error('the command reads one by one: storedOf reads many', { cause: error });
      await error.read();
    }
  }
}

/** The caller with the same ids, in the same order, for each decision. */
function repeating(caller: Caller): () => Caller {
  const ids: string[] = [];
  return () => {
    let next = 0;
    return { ...caller, newId: () => (ids[next++] ??= caller.newId()) };
  };
}

/** What this run has written so far. */
type Writings = Map<string, { doc: NewVersion; rev: string }>;

/** Resolves with the ids of those where somebody else was faster; what comes in later steps waits for them. */
async function writeSteps(
  documents: Documents,
  steps: readonly (readonly NewVersion[])[],
  written: Writings,
): Promise<Result<string[], CommandRefusal>> {
  for (const step of (await documents.begin?.(steps)) ?? steps) {
    const docs = step.flatMap((doc) => unwritten(doc, written));
    const replies = docs.length === 0 ? [] : await documents.write(docs);
    const late: string[] = [];
    let refused: CommandRefusal | null = null;
    for (const [index, doc] of docs.entries()) {
      const reply = replies[index] ?? { refused: { code: 'unknown', message: 'no answer' } };
      if ('rev' in reply) written.set(doc._id, { doc, rev: reply.rev });
      else if ('refused' in reply) refused = reply.refused;
      else {
        late.push(doc._id);
        written.delete(doc._id);
      }
    }
    if (refused !== null) return err(refused);
    if (late.length > 0) return ok(late);
  }
  return ok([]);
}

/** Not what an earlier attempt has written; another version of such a one comes after it. */
function unwritten(doc: NewVersion, written: Writings): NewVersion[] {
  const before = written.get(doc._id);
  if (before === undefined) return [doc];
  return textOf(before.doc) === textOf(doc) ? [] : [{ ...doc, _rev: before.rev }];
}

function textOf({ _rev, ...doc }: NewVersion): string {
  return canonical(doc);
}
