import { admissionsOf, holding, MAX_AHEAD_MS } from '../checkins/admissions.ts';
import type { Checkin } from '../documents/checkin.ts';
import { checkinId, checkinTimeOf, deviceSuffix, entryAdmissionId } from '../ids.ts';
import { err, ok, type Result } from '../result.ts';
import { writing, type Caller, type Command, type NewVersion } from './command.ts';
import type { CommandRefusal } from './refusal.ts';
import type { EventView } from './view.ts';

/*
 * Each writes one check-in document, decided on what is known: in a browser that is in memory, so the only thing that a
 * finger at the door waits for is one small insert. All fail with `not_registered`, `not_found`, `event_archived`,
 * `forbidden`.
 */

type EntryKey = Pick<Checkin, 'sessionId' | 'clientId'>;
type By = Pick<Checkin, 'method'>;
type Act = Pick<Checkin, 'action' | 'method' | 'cancels' | 'double'>;

/** Lets in. Fails with `already_checked_in` and `registration_canceled`. */
export const admit: Command<EntryKey & By, Checkin> = (view, { method, ...guest }, caller) => {
  if (isRefused(view, guest.clientId)) return err({ code: 'registration_canceled' });
  const at = standing(view, guest);
  if (!at.ok) return at;
  if (!at.value.isListed) return err({ code: 'not_registered' });
  if (at.value.since !== null) return err({ code: 'already_checked_in' });
  const admission = newCheckin(caller, at.value, { ...guest, action: 'in', method });
  const before: Checkin[] = [];
  for (;;) {
    const facts = [...at.value.facts, ...before];
    const against = admissionsOf([...facts, admission]).find(({ id }) => id === admission._id)?.endedBy;
    if (against == null) return writing(admission, ...before, admission);
    // A cancellation that names no admission, of a clock far ahead, cancels all before its time, this one too. So it is itself
    // taken back, by its id.
    const act = { action: 'in', method, cancels: against._id } as const;
    const back = newCheckin(caller, { ...at.value, facts }, { ...guest, ...act });
    before.push(back);
    if (holding(admissionsOf([...facts, back])) !== null) return writing(back, ...before);
  }
};

/** What stands in the way of one guest, and not of those who came along. */
const OWN_MATTERS: readonly CommandRefusal['code'][] = [
  'already_checked_in',
  'not_registered',
  'registration_canceled',
];

/**
 * Lets in everybody of a party who is not in yet, each by a check-in of their own. Fails with the first one's refusal
 * where nobody is left.
 */
export const admitParty: Command<{ sessionId: string; clientIds: readonly string[] } & By, Checkin[]> = (
  view,
  { clientIds, ...by },
  caller,
) => {
  const admissions: Checkin[] = [];
  const docs: NewVersion[] = [];
  let refusal: CommandRefusal = { code: 'nothing_to_do' };
  for (const clientId of new Set(clientIds)) {
    // Each at a moment of its own: what tells the ids of one moment apart is short.
    const one = admit(view, { ...by, clientId }, { ...caller, time: caller.time + admissions.length });
    if (one.ok) {
      admissions.push(one.value.value);
      docs.push(...one.value.write.flat());
    } else if (OWN_MATTERS.includes(one.error.code)) {
      if (refusal.code === 'nothing_to_do') refusal = one.error;
    } else return one;
  }
  return admissions.length === 0 ? err(refusal) : writing(admissions, ...docs);
};

/**
 * Cancels one admission: the named one, else the one that this device made, else the one that is shown. One that was
 * made at another door stays. Fails with `not_checked_in`.
 */
export const cancelAdmission: Command<EntryKey & By & { admission?: string }, Checkin> = (
  view,
  { method, admission: wanted, ...guest },
  caller,
) => {
  const at = standing(view, guest);
  if (!at.ok) return at;
  const { since, facts } = at.value;
  const held = admissionsOf(facts).filter(({ endedBy }) => endedBy === null);
  const own = held.findLast(({ fact }) => fact?.device.id === caller.device.id);
  const named =
    wanted === undefined
      ? null
      : (held.find(({ id, handle }) => id === wanted || handle === wanted) ??
        (isDatedAnew(wanted, caller.time) ? own : undefined));
  if (since === null || named === undefined) return err({ code: 'not_checked_in' });
  const shown = held.find(({ time }) => time === since);
  // A time that only the entry tells has a name all the same.
  const cancels = (named ?? own ?? shown)?.handle ?? entryAdmissionId(guest.sessionId, since);
  return written(newCheckin(caller, at.value, { ...guest, action: 'out', method, cancels }));
};

/** An admission of so far ahead is another one by now (checkins/datedAnew.ts): whoever takes it back knows it by its first name. */
const isDatedAnew = (id: string, now: number): boolean => (checkinTimeOf(id) ?? 0) > now + MAX_AHEAD_MS;

/** Takes a cancellation back: the admission stands again, with its first time. Fails with `already_checked_in`. */
export const undoCancellation: Command<EntryKey & { cancellation: string }, Checkin> = (
  view,
  { cancellation: id, ...guest },
  caller,
) => {
  const at = standing(view, guest);
  if (!at.ok) return at;
  const { facts } = at.value;
  const cancellation = facts.find(({ _id, action }) => _id === id && action === 'out');
  if (cancellation === undefined) return err({ code: 'not_found' });
  if (facts.some(({ action, cancels }) => action === 'in' && cancels === id)) {
    return err({ code: 'already_checked_in' });
  }
  const { method } = cancellation;
  return written(newCheckin(caller, at.value, { ...guest, action: 'in', method, cancels: id }));
};

/**
 * Says that somebody has looked at a double entry, or at a guest who is in and gone from the session, and leaves it as it is.
 * `what` is the second admission, or the name of the going (`goneId`) or of the cancellation (`canceledId`).
 */
export const markSeen: Command<EntryKey & { what: string }, Checkin> = (view, { what, ...guest }, caller) => {
  const at = standing(view, guest);
  if (!at.ok) return at;
  return written(newCheckin(caller, at.value, { ...guest, action: 'seen', method: 'list', double: what }));
};

const written = (checkin: Checkin) => writing(checkin, checkin);

/** A check-in document, not saved yet. */
export function checkinOf(
  { author, device, newId }: Pick<Caller, 'author' | 'device' | 'newId'>,
  fact: EntryKey & Act & Pick<Checkin, 'time'>,
): Checkin {
  return {
    _id: checkinId(fact.sessionId, fact.time, deviceSuffix(device.id, newId)),
    type: 'checkin',
    ...fact,
    // The device may be given another name later.
    device: { id: device.id, name: device.name },
    author: { id: author.id, name: author.name },
  };
}

/** How the guest stands in the session. */
interface Standing {
  /** When they were let in, as screens show it. */
  since: number | null;
  facts: readonly Checkin[];
  /** Not, where they were let in and deleted, or removed from the session, since: they can be let out, and no more in. */
  isListed: boolean;
}

function standing(view: EventView, { sessionId, clientId }: EntryKey): Result<Standing, CommandRefusal> {
  const session = view.session(sessionId);
  if (session === null) return err({ code: 'not_found' });
  const entry = session.clients.find((one) => one.clientId === clientId);
  const facts = view.checkinsOf(sessionId, clientId);
  if (entry !== undefined) return ok({ since: entry.checkInTime, facts, isListed: true });
  if (facts.length === 0) return err({ code: 'not_registered' });
  return ok({ since: holding(admissionsOf(facts))?.time ?? null, facts, isListed: false });
}

const newCheckin = (caller: Caller, at: Pick<Standing, 'since' | 'facts'>, act: EntryKey & Act): Checkin =>
  checkinOf(caller, { ...act, time: timeAfter(caller, at) });

/**
 * Later than all that is known of this client here, so that the documents tell the story in its order even where a
 * door's clock runs hours ahead. Not than what lies days ahead: such a time would be refused.
 */
function timeAfter({ time: now }: Caller, { since, facts }: Pick<Standing, 'since' | 'facts'>): number {
  const known = [since ?? 0, ...facts.map(({ time }) => time)];
  return Math.max(now, ...known.filter((time) => time < now + MAX_AHEAD_MS / 2).map((time) => time + 1));
}

/** Whether the door refuses this guest because the registration is cancelled (readings, no. 48). */
function isRefused(view: EventView, clientId: string): boolean {
  const client = view.document('client', clientId);
  return client !== null && client.deletedAt == null && view.isCanceled(clientId);
}
