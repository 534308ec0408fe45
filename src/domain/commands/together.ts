import { isCanceled } from '../clients/canceled.ts';
import { numbersOf, ticketNumbers } from '../clients/clientNumbers.ts';
import type { Checkin } from '../documents/checkin.ts';
import type { Client } from '../documents/client.ts';
import type { DocOf, EventDocument } from '../documents/index.ts';
import { typeOfId, type EventDocType } from '../ids.ts';
import { ok, type Result } from '../result.ts';
import type { Command, NewVersion } from './command.ts';
import { joinedActs } from './joinedActs.ts';
import { judged } from './judged.ts';
import { overlaid } from './overlaid.ts';
import { createPendingActs } from './pendingActs.ts';
import type { CommandRefusal } from './refusal.ts';
import { PlacesTally, placesView } from '../desk/tally.ts';
import type { KnownEntries } from '../entries/acts.ts';
import { checkinsByClient, isLiving, laidEntries, laidUpon, shownSession } from './shown.ts';
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
    return ok({ value: answers, write: newest(steps).map(joinedActs) });
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
  /** The same by type: a call costs what was laid, and not what there is. */
  const ofType = new Map<EventDocType, Map<string, EventDocument | null>>();
  const living = new Map<string, Client | null>();
  const entries = new Map<string, KnownEntries>();
  const pending = createPendingActs();
  const tallies = new Map<string, PlacesTally>();
  const stored: EventView['stored'] = (type, id) => (laid.has(id) ? over(type, id) : view.stored(type, id));

  const document: EventView['document'] = (type, id) =>
    laid.has(id) ? over(type, id) : view.document(type, id);

  function documents<T extends EventDocType>(type: T): ReadonlyMap<string, DocOf<T>> {
    const below = view.documents(type);
    const here = ofType.get(type) as ReadonlyMap<string, DocOf<T> | null> | undefined;
    return here === undefined ? below : overlaid(below, here);
  }
  const clients = (): ReadonlyMap<string, Client> =>
    living.size === 0 ? view.clients() : overlaid(view.clients(), living);
  function isCanceledNow(clientId: string): boolean {
    if (!ofType.has('client') && !ofType.has('consumer')) return view.isCanceled(clientId);
    const client = document('client', clientId);
    if (client === null) return false;
    return isCanceled(client, client.consumerId == null ? null : document('consumer', client.consumerId));
  }
  function hasNumber(number: string): boolean {
    for (const client of living.values())
      if (client !== null && ticketNumbers(client).includes(number)) return true;
    if (!view.hasNumber(number)) return false;
    // Whoever has it below may have another one by now.
    return living.size === 0 || numbersOf(clients()).has(number);
  }
  function checkinsIn(sessionId: string): ReadonlyMap<string, readonly Checkin[]> {
    const here = laidOf('checkin').filter((checkin) => checkin.sessionId === sessionId);
    if (here.length === 0) return view.checkinsIn(sessionId);
    return checkinsByClient([...here, ...[...view.checkinsIn(sessionId).values()].flat()]);
  }
  /** The acts below are laid over whatever the session says by now: acts are joined, in any order. */
  function entriesOf(sessionId: string): KnownEntries | null {
    const known = entries.get(sessionId);
    if (known !== undefined) {
      const now = pending.layUpon(sessionId, known);
      entries.set(sessionId, now);
      return now;
    }
    const session = document('session', sessionId);
    const below = view.entriesOf(sessionId);
    if (session === null) return null;
    const here = laidOf('entrychange').filter((change) => change.sessionId === sessionId);
    const now =
      below === null || laid.has(sessionId)
        ? laidEntries(session, here, below?.acts)
        : here.length === 0
          ? below
          : laidUpon(below, here);
    entries.set(sessionId, now);
    return now;
  }
  function placesIn(sessionId: string): PlacesTally | null {
    let tally = tallies.get(sessionId) ?? null;
    if (tally !== null) return tally;
    const inOrder = [...laid];
    tally = view.placesIn(sessionId)?.over(placesView({ document })) ?? null;
    if (tally === null || !inOrder.every(([id, doc]) => tally?.heard(id, doc))) {
      const known = entriesOf(sessionId);
      tally = known === null ? null : PlacesTally.of(known, placesView({ document }));
    }
    if (tally !== null) tallies.set(sessionId, tally);
    return tally;
  }
  function layOne(id: string, doc: EventDocument | null): void {
    laid.set(id, doc);
    const type = typeOfId(id);
    if (type === null) return;
    for (const [sessionId, tally] of tallies) if (!tally.heard(id, doc)) tallies.delete(sessionId);
    ofType.set(type, (ofType.get(type) ?? new Map<string, EventDocument | null>()).set(id, doc));
    if (type === 'client') living.set(id, isLiving(doc) ? doc : null);
    entries.delete(id);
    if (type === 'session') pending.forget(id);
    if (doc?.type === 'entrychange' && entries.has(doc.sessionId)) pending.add(doc);
  }
  function laidOver<T extends EventDocType>(
    type: T,
    ids: readonly string[],
    below: EventView['storedOf'],
  ): ReadonlyMap<string, DocOf<T>> {
    const found = below(
      type,
      ids.filter((id) => !laid.has(id)),
    );
    return new Map(
      ids.flatMap((id) => {
        const doc = laid.has(id) ? over(type, id) : found.get(id);
        return doc == null ? [] : [[id, doc] as const];
      }),
    );
  }
  return {
    stored,
    storedOf: (type, ids) => laidOver(type, ids, view.storedOf),
    knownOf: (type, ids) => laidOver(type, ids, view.knownOf),
    document,
    documents,
    clients,
    isCanceled: isCanceledNow,
    hasNumber,
    session(id) {
      if (laid.size === 0) return view.session(id);
      const known = entriesOf(id);
      const ofAll = documents('client');
      return (
        known &&
        shownSession(
          known.session,
          checkinsIn(id),
          (clientId) => ofAll.get(clientId)?.deletedAt != null,
          isCanceledNow,
        )
      );
    },
    entriesOf,
    placesIn,
    checkinsOf: (sessionId, clientId) =>
      ofType.has('checkin')
        ? (checkinsIn(sessionId).get(clientId) ?? [])
        : view.checkinsOf(sessionId, clientId),
    checkinsIn,
    lay(docs) {
      for (const doc of docs) layOne(doc._id, 'type' in doc ? doc : null);
    },
  };
}
