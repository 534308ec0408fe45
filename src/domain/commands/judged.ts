import { archivedSince } from '../sessions/archive.ts';
import { canonical } from '../canonical.ts';
import { withRegisterTimes } from '../conflicts/registers.ts';
import { withDetailTimes } from '../conflicts/sessionDetails.ts';
import type { EventDocument } from '../documents/index.ts';
import { typeOfId } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import { validateWrite } from '../judging/validateWrite.ts';
import type { IncomingDoc } from '../judging/verdict.ts';
import type { Caller, Command, NewVersion } from './command.ts';
import { refusalOf, type CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/**
 * The same command, refused as a whole where its caller may not write one of its documents: the judgement that the
 * gateway makes of whatever comes. Leaves out what is as it was, and notes when which register of a document was edited.
 */
export function judged<Input, Value>(command: Command<Input, Value>): Command<Input, Value> {
  return (view, input, caller) => {
    const decision = command(view, input, caller);
    if (!decision.ok) return decision;
    const { value, write } = decision.value;
    const steps: NewVersion[][] = [];
    for (const step of write) {
      const changed = step.flatMap((doc) => {
        const base = baseOf(view, doc);
        if (!isChanged(doc, base)) return [];
        return base === null ? doc : withEditTimes(base, doc);
      });
      for (const doc of changed) {
        const verdict = judge(view, doc, caller);
        if (!verdict.ok) return verdict;
      }
      if (changed.length > 0) steps.push(changed);
    }
    return ok({ value, write: steps });
  };
}

/** What the document is the next version of. */
function baseOf(view: EventView, doc: NewVersion): EventDocument | null {
  const type = typeOfId(doc._id);
  if (type === null || doc._rev === undefined) return null;
  const known: EventDocument | null = view.document(type, doc._id);
  return known?._rev === doc._rev ? known : view.stored(type, doc._id);
}

const withEditTimes = (base: EventDocument, next: NewVersion): NewVersion =>
  'type' in next && next.type === 'session' && base.type === 'session'
    ? withDetailTimes(base, next)
    : withRegisterTimes(base, next);

const isChanged = (doc: NewVersion, base: EventDocument | null): boolean =>
  doc !== base && (base === null || canonical(doc) !== canonical(base));

function judge(view: EventView, doc: NewVersion, caller: Caller): Result<null, CommandRefusal> {
  const { author, role, time } = caller;
  const isAct = 'type' in doc && (doc.type === 'checkin' || doc.type === 'entrychange');
  const session = isAct ? view.document('session', doc.sessionId) : null;
  const verdict = validateWrite(
    doc as unknown as IncomingDoc,
    baseOf(view, doc) as Record<string, unknown> | null,
    { id: author.id, name: author.name, role },
    // An edit is dated after what it edits, by whatever clock that was: the gateway alone refuses what is too far ahead.
    {
      ...{ now: isAct ? time : Infinity, isDecided: true },
      archivedSince: session === null ? null : archivedSince(session),
    },
  );
  return verdict.ok ? verdict : err(refusalOf(verdict.error));
}
