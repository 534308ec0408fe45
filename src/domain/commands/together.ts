import type { Checkin } from '../documents/checkin.ts';
import type { DocOf, EventDocument } from '../documents/index.ts';
import type { EventDocType } from '../ids.ts';
import { ok, type Result } from '../result.ts';
import type { Command, NewVersion } from './command.ts';
import { judged } from './judged.ts';
import type { CommandRefusal } from './refusal.ts';
import type { KnownEntries } from '../entries/acts.ts';
import { checkinsByClient, laidEntries, shownSession } from './shown.ts';
import type { EventView } from './view.ts';

/**
 * Many calls of a command as one: in their order, each sees what those before it decided, and all is written together. One
 * that is refused writes nothing and keeps none of the others back. So whoever gets many at a time (a public form, a
 * worker) pays for one write, and decides again only where somebody else was faster.
 */
export const together =
  <Input, Value>(
    command: Command<Input, Value>,
  ): Command<readonly Input[], readonly Result<Value, CommandRefusal>[]> =>
  (view, inputs, caller) => {
    const layers = layered(view);
    const steps: NewVersion[][] = [];
    const answers = inputs.map((input): Result<Value, CommandRefusal> => {
      const decision = judged(command)(layers, input, caller);
      if (!decision.ok) return decision;
      for (const [index, step] of decision.value.write.entries()) {
        layers.lay(step);
        (steps[index] ??= []).push(...step);
      }
      return ok(decision.value.value);
    });
    return ok({ value: answers, write: newest(steps) });
  };

/** Each document once, as the last who changed it decided. */
function newest(steps: readonly (readonly NewVersion[])[]): NewVersion[][] {
  const last = new Map<string, NewVersion>();
  for (const doc of steps.flat()) last.set(doc._id, doc);
  return steps.map((step) => step.filter((doc) => last.get(doc._id) === doc));
}

/** The view with what was decided laid over it. */
function layered(view: EventView): EventView & { lay(docs: readonly NewVersion[]): void } {
  /** Null for what is deleted. */
  const laid = new Map<string, EventDocument | null>();
  const over = <T extends EventDocType>(type: T, id: string): DocOf<T> | null => {
    const doc = laid.get(id);
    return doc?.type === type ? (doc as DocOf<T>) : null;
  };
  const laidOf = <T extends EventDocType>(type: T): DocOf<T>[] =>
    [...laid.values()].filter((doc): doc is DocOf<T> => doc?.type === type);
  const stored: EventView['stored'] = (type, id) => (laid.has(id) ? over(type, id) : view.stored(type, id));

  const document: EventView['document'] = (type, id) =>
    laid.has(id) ? over(type, id) : view.document(type, id);

  function documents<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>> {
    const below = view.documents(type);
    if (laid.size === 0) return below;
    const all = new Map(below);
    for (const [id, doc] of laid) {
      if (doc === null) all.delete(id);
      else if (doc.type === type) all.set(id, doc as DocOf<T>);
    }
    return all;
  }
  function checkinsIn(sessionId: string): ReadonlyMap<string, readonly Checkin[]> {
    const here = laidOf('checkin').filter((checkin) => checkin.sessionId === sessionId);
    if (here.length === 0) return view.checkinsIn(sessionId);
    return checkinsByClient([...here, ...[...view.checkinsIn(sessionId).values()].flat()]);
  }
  /** The acts below are laid over whatever the session says by now: acts are joined, in any order. */
  function entriesOf(sessionId: string): KnownEntries | null {
    const session = document('session', sessionId);
    const below = view.entriesOf(sessionId);
    if (session === null) return null;
    const here = laidOf('entrychange').filter((change) => change.sessionId === sessionId);
    return laidEntries(session, here, below?.acts);
  }
  return {
    stored,
    storedOf(type, ids) {
      const below = view.storedOf(
        type,
        ids.filter((id) => !laid.has(id)),
      );
      return new Map(
        ids.flatMap((id) => {
          const doc = laid.has(id) ? over(type, id) : below.get(id);
          return doc == null ? [] : [[id, doc] as const];
        }),
      );
    },
    document,
    documents,
    clients: () => new Map([...documents('client')].filter(([, { deletedAt }]) => deletedAt == null)),
    session(id) {
      if (laid.size === 0) return view.session(id);
      const known = entriesOf(id);
      const clients = documents('client');
      return (
        known &&
        shownSession(known.session, checkinsIn(id), (clientId) => clients.get(clientId)?.deletedAt != null)
      );
    },
    entriesOf,
    checkinsOf: (sessionId, clientId) => checkinsIn(sessionId).get(clientId) ?? [],
    checkinsIn,
    lay(docs) {
      for (const doc of docs) laid.set(doc._id, 'type' in doc ? doc : null);
    },
  };
}
