import { admissionsOf, holding, MAX_AHEAD_MS } from '#domain/checkins/admissions.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import type { SessionUser } from '#domain/documents/user.ts';
import { checkinId, checkinSuffix, entryAdmissionId } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';

/*
 * Each use case writes one check-in document (architecture, "Check-in"): decided on the store in memory, one small
 * insert, no read. All fail with `not_registered`, `not_found`, `event_archived`, `forbidden`.
 */

type Guest = Pick<Checkin, 'sessionId' | 'clientId'>;
type Act = Pick<Checkin, 'action' | 'method' | 'cancels' | 'double'>;

/** Lets in. Fails with `already_checked_in`; the store tells by whom and when. */
export async function admit(
  context: RepositoryContext,
  guest: Guest,
  method: Checkin['method'],
): Promise<Result<Checkin, Failure>> {
  const since = checkInTime(context, guest);
  if (!since.ok) return since;
  if (since.value !== null) return err({ code: 'already_checked_in' });
  const made = prepare(context, guest, { action: 'in', method });
  if (!made.ok) return made;
  const facts = [...context.store.checkinsOf(guest.sessionId, guest.clientId)];
  for (;;) {
    const against = admissionsOf([...facts, made.value]).find(({ id }) => id === made.value._id)?.endedBy;
    if (against == null) break;
    // A cancellation from a far future would cancel this admission too, and any other: it is taken back by its name.
    const back = await write(context, guest, { action: 'in', method, cancels: against._id });
    if (!back.ok) return back;
    facts.push(back.value);
    if (holding(admissionsOf(facts)) !== null) return back;
  }
  return save(context, made.value);
}

/**
 * Cancels one admission: the named one, else the one that this device made, else the one that is shown. One that was
 * made at another door stays. Fails with `not_checked_in`.
 */
export async function cancelAdmission(
  context: RepositoryContext,
  guest: Guest,
  method: Checkin['method'],
  wanted?: string,
): Promise<Result<Checkin, Failure>> {
  const since = checkInTime(context, guest);
  if (!since.ok) return since;
  const held = context.store
    .admissionsOf(guest.sessionId, guest.clientId)
    .filter(({ endedBy }) => endedBy === null);
  const named =
    wanted === undefined ? null : held.find(({ id, handle }) => id === wanted || handle === wanted);
  if (since.value === null || named === undefined) return err({ code: 'not_checked_in' });
  const own = held.findLast(({ fact }) => fact?.device.id === context.device.id);
  const shown = held.find(({ time }) => time === since.value);
  // A time that only the entry tells has a name all the same.
  const cancels = (named ?? own ?? shown)?.handle ?? entryAdmissionId(guest.sessionId, since.value);
  return write(context, guest, { action: 'out', method, cancels });
}

/** Takes a cancellation back: the admission stands again, with its first time. Fails with `already_checked_in`. */
export async function undoCancellation(
  context: RepositoryContext,
  guest: Guest,
  cancellationId: string,
): Promise<Result<Checkin, Failure>> {
  const since = checkInTime(context, guest);
  if (!since.ok) return since;
  const facts = context.store.checkinsOf(guest.sessionId, guest.clientId);
  const cancellation = facts.find(({ _id, action }) => _id === cancellationId && action === 'out');
  if (cancellation === undefined) return err({ code: 'not_found' });
  if (facts.some(({ action, cancels }) => action === 'in' && cancels === cancellationId)) {
    return err({ code: 'already_checked_in' });
  }
  return write(context, guest, { action: 'in', method: cancellation.method, cancels: cancellationId });
}

/** Says that somebody has looked at a double entry, and leaves it as it is. `double` is its second admission. */
export async function markDouble(
  context: RepositoryContext,
  guest: Guest,
  double: string,
): Promise<Result<Checkin, Failure>> {
  const registered = checkInTime(context, guest);
  if (!registered.ok) return registered;
  return write(context, guest, { action: 'seen', method: 'list', double });
}

/** A check-in document of this device, not saved yet. */
export function newCheckin(
  { device, newId }: Pick<RepositoryContext, 'device' | 'newId'>,
  user: SessionUser,
  fact: Guest & Act & Pick<Checkin, 'time'>,
): Checkin {
  return {
    _id: checkinId(fact.sessionId, fact.time, checkinSuffix(device.id, newId)),
    type: 'checkin',
    ...fact,
    // The device may be given another name later.
    device: { id: device.id, name: device.name },
    author: { id: user._id, name: user.username },
  };
}

/** When the guest was let in, as the screens show it. */
function checkInTime({ store }: RepositoryContext, guest: Guest): Result<number | null, Failure> {
  const session = store.session(guest.sessionId);
  if (session === null) return err({ code: 'not_found' });
  const entry = session.clients.find(({ clientId }) => clientId === guest.clientId);
  return entry === undefined ? err({ code: 'not_registered' }) : ok(entry.checkInTime);
}

async function write(context: RepositoryContext, guest: Guest, act: Act): Promise<Result<Checkin, Failure>> {
  const made = prepare(context, guest, act);
  return made.ok ? save(context, made.value) : made;
}

function prepare(context: RepositoryContext, guest: Guest, act: Act): Result<Checkin, Failure> {
  const user = context.user();
  if (user === null) return err({ code: 'unauthorized' });
  const session = context.store.session(guest.sessionId);
  if (session === null) return err({ code: 'not_found' });
  const checkin = newCheckin(context, user, {
    ...guest,
    ...act,
    time: timeAfter(context, session, guest.clientId),
  });
  const verdict = judge(context, checkin, null);
  return verdict.ok ? ok(checkin) : verdict;
}

async function save(context: RepositoryContext, checkin: Checkin): Promise<Result<Checkin, Failure>> {
  const { rev } = await context.db.use((pouch) => pouch.put({ ...checkin } as NewDoc));
  const saved = { ...checkin, _rev: rev };
  context.store.apply([saved as StoredDoc]);
  return ok(saved);
}

/**
 * Later than all that is known of this client here, so that the documents tell the story in its order even where a
 * door's clock runs hours ahead. Not than what lies days ahead: such a time would be refused.
 */
function timeAfter({ clock, store }: RepositoryContext, session: Session, clientId: string): number {
  const now = clock.now();
  const own = session.clients.find((entry) => entry.clientId === clientId)?.checkInTime ?? 0;
  const known = [own, ...store.checkinsOf(session._id, clientId).map(({ time }) => time)];
  return Math.max(now, ...known.filter((time) => time < now + MAX_AHEAD_MS / 2).map((time) => time + 1));
}
