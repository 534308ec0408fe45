import type { EntryChange } from '../documents/entrychange.ts';
import type { Placement, Session, SessionEntry } from '../documents/session.ts';
import { actsBetween } from '../entries/acts.ts';
import { deviceSuffix } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import { judgePlacement, type HoldsSeat } from '../sessions/placement.ts';
import { moveClients, type SeatMove } from '../sessions/seating.ts';
import { addEntries, editEntry, removeEntry, type Stamp } from '../sessions/sessionEdits.ts';
import { writing, type Caller, type Command, type Decision } from './command.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/*
 * What changes the entries of sessions: each act is one small document, or several for many guests (decision 25). The value
 * is the acts; none where all is so already. All fail with `not_found`, `event_archived`, `forbidden`.
 */

type ChangeEntries<Input> = Command<Input, readonly EntryChange[]>;

interface OfSession {
  sessionId: string;
}
interface OfEntry extends OfSession {
  clientId: string;
}

/** Makes of a session's entries what they are to be. Given all that is known of them, those of deleted clients too. */
export type EntryEdit = (session: Session, stamp: Stamp) => Result<Session, CommandRefusal>;

/** The acts that an edit of a session's entries comes to. */
function actsOf(
  view: EventView,
  sessionId: string,
  { author, time, device, newId }: Caller,
  edit: EntryEdit,
): Result<EntryChange[], CommandRefusal> {
  const known = view.entriesOf(sessionId);
  if (known === null) return err({ code: 'not_found', field: sessionId });
  const edited = edit(known.session, { author, time });
  if (!edited.ok) return edited;
  const suffix = (): string => deviceSuffix(device.id, newId);
  return ok(actsBetween(known, edited.value, { author, time, device, suffix }));
}

/** The same of several sessions, one after the other. */
export function actsOfAll<Part extends OfSession>(
  view: EventView,
  parts: readonly Part[],
  caller: Caller,
  editOf: (part: Part) => EntryEdit,
): Result<EntryChange[], CommandRefusal> {
  // All are read before the first is edited: what was not read yet begins the decision anew.
  for (const { sessionId } of parts) view.entriesOf(sessionId);
  const all: EntryChange[] = [];
  for (const part of parts) {
    const acts = actsOf(view, part.sessionId, caller, editOf(part));
    if (!acts.ok) return acts;
    all.push(...acts.value);
  }
  return ok(all);
}

const oneSession = (
  view: EventView,
  sessionId: string,
  caller: Caller,
  edit: EntryEdit,
): Result<Decision<readonly EntryChange[]>, CommandRefusal> => {
  const acts = actsOf(view, sessionId, caller, edit);
  return acts.ok ? writing(acts.value, ...acts.value) : acts;
};

interface Registering {
  sessionIds: readonly string[];
  clientIds: readonly string[];
  product?: SessionEntry['product'];
}

/** Registers clients for sessions, with a product or none; those already registered stay as they are. */
export const register: ChangeEntries<Registering> = (
  view,
  { sessionIds, clientIds, product = null },
  caller,
) => {
  const living = view.clients();
  const gone = clientIds.find((id) => !living.has(id));
  if (gone !== undefined) return err({ code: 'not_found', field: gone });
  const acts = registering(view, { sessionIds, clientIds, product }, caller);
  return acts.ok ? writing(acts.value, ...acts.value) : acts;
};

/** The same for clients who are written in the step before. */
export const registering = (
  view: EventView,
  { sessionIds, clientIds, product = null }: Registering,
  caller: Caller,
): Result<EntryChange[], CommandRefusal> =>
  actsOfAll(
    view,
    sessionIds.map((sessionId) => ({ sessionId })),
    caller,
    () => (session, stamp) => ok(addEntries(session, clientIds, stamp, product)),
  );

/** Fails with `not_registered`. */
export const unregister: ChangeEntries<OfEntry> = (view, { sessionId, clientId }, caller) =>
  oneSession(view, sessionId, caller, (session, stamp) =>
    entryIn(session, clientId) === undefined
      ? err({ code: 'not_registered' })
      : ok(removeEntry(session, clientId, stamp)),
  );

/**
 * Seats, moves, swaps, unseats: all moves in one write, or none (PLAN-16 to PLAN-20). Fails with the codes of `moveClients`
 * and with `registration_canceled`; `field` is whose move it was.
 */
export const seat: ChangeEntries<OfSession & { moves: readonly SeatMove[] }> = (
  view,
  { sessionId, moves },
  caller,
) =>
  oneSession(view, sessionId, caller, (session, stamp) => {
    if (moves.length === 0) return err({ code: 'nothing_to_do' });
    const canceled = moves.find(({ clientId }) => view.isCanceled(clientId));
    if (canceled !== undefined) return err({ code: 'registration_canceled', field: canceled.clientId });
    const moved = moveClients(session, moves, stamp, holdersIn(view));
    return moved.ok ? moved : err({ code: moved.error.code, field: moved.error.clientId });
  });

/**
 * Puts a registered client at a table or on a seat; null takes the place away. An occupied seat is refused
 * (readings, no. 7) with `occupied_seat_number`. Fails with `not_registered` and `registration_canceled`.
 */
export const place: ChangeEntries<OfEntry & { placement: Placement | null }> = (
  view,
  { sessionId, clientId, placement },
  caller,
) =>
  oneSession(view, sessionId, caller, (session, stamp) => {
    const entry = entryIn(session, clientId);
    if (entry === undefined) return err({ code: 'not_registered' });
    if (placement !== null && view.isCanceled(clientId)) return err({ code: 'registration_canceled' });
    const verdict = judgePlacement(session, placement, clientId, holdersIn(view));
    if (!verdict.ok) return err({ code: verdict.error.code });
    return ok(editEntry(session, clientId, { placement: kept(entry.placement, placement) }, stamp));
  });

const entryIn = ({ clients }: Session, clientId: string): SessionEntry | undefined =>
  clients.find((entry) => entry.clientId === clientId);

/** `tableList` is kept on write (readings, no. 11). */
function kept(before: Placement | null | undefined, next: Placement | null): Placement | null {
  if (before?.tableList === undefined) return next;
  return { ...next, tableList: before.tableList };
}

/** Ids of deleted clients (readings, no. 3). */
export function goneClients(view: EventView): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { _id, deletedAt } of view.documents('client').values()) if (deletedAt != null) gone.add(_id);
  return gone;
}

/** Ids of those who hold no seats: deleted clients and cancelled ones (readings, no. 3 and 48). */
export function seatlessClients(view: EventView): ReadonlySet<string> {
  const seatless = new Set<string>();
  for (const { _id, deletedAt } of view.documents('client').values())
    if (deletedAt != null || view.isCanceled(_id)) seatless.add(_id);
  return seatless;
}

/** Who of an event holds the seat that their entry names. Asked one by one: all of a session cost more than an act. */
export function holdersIn(view: EventView): HoldsSeat {
  const all = view.documents('client');
  return (clientId) => all.get(clientId)?.deletedAt == null && !view.isCanceled(clientId);
}
