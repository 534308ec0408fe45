import type { Checkin } from '#domain/documents/checkin.ts';
import type { Session } from '#domain/documents/session.ts';
import type { SessionUser } from '#domain/documents/user.ts';
import { checkinId, checkinSuffix } from '#domain/ids.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { StoredDoc } from '../store/read.ts';
import type { Failure } from '../types.ts';
import { judge, type NewDoc, type RepositoryContext } from './context.ts';

/**
 * Writes one check-in document, or its cancellation (architecture, "Check-in"): decided on the store in memory, one
 * small insert, no read. Fails with `already_checked_in` (the store tells by whom and when), `not_checked_in`,
 * `not_registered`, `not_found`, `forbidden`.
 */
export async function writeCheckin(
  context: RepositoryContext,
  sessionId: string,
  clientId: string,
  action: Checkin['action'],
  method: Checkin['method'],
): Promise<Result<Checkin, Failure>> {
  const session = context.store.session(sessionId);
  if (session === null) return err({ code: 'not_found' });
  const entry = session.clients.find((candidate) => candidate.clientId === clientId);
  if (entry === undefined) return err({ code: 'not_registered' });
  if (action === 'in' && entry.checkInTime !== null) return err({ code: 'already_checked_in' });
  if (action === 'out' && entry.checkInTime === null) return err({ code: 'not_checked_in' });

  const user = context.user();
  if (user === null) return err({ code: 'unauthorized' });
  const time = timeAfter(context, session, clientId);
  const checkin = newCheckin(context, user, { sessionId, clientId, action, method, time });
  const verdict = judge(context, checkin, null);
  if (!verdict.ok) return verdict;
  const { rev } = await context.db.use((pouch) => pouch.put({ ...checkin } as NewDoc));
  const saved = { ...checkin, _rev: rev };
  context.store.apply([saved as StoredDoc]);
  return ok(saved);
}

/** A check-in document of this device, not saved yet. */
export function newCheckin(
  { device, newId }: Pick<RepositoryContext, 'device' | 'newId'>,
  user: SessionUser,
  fact: Pick<Checkin, 'sessionId' | 'clientId' | 'action' | 'method' | 'time'>,
): Checkin {
  return {
    _id: checkinId(fact.sessionId, fact.time, checkinSuffix(device.id, newId)),
    type: 'checkin',
    ...fact,
    device,
    author: { id: user._id, name: user.username },
  };
}

/**
 * Later than all that is known of this client here: a door whose clock runs an hour ahead must not make its check-in
 * impossible to cancel at the other doors.
 */
function timeAfter({ clock, store }: RepositoryContext, session: Session, clientId: string): number {
  const newest = store.checkinsOf(session._id, clientId)[0]?.time ?? 0;
  const own = session.clients.find((entry) => entry.clientId === clientId)?.checkInTime ?? 0;
  return Math.max(clock.now(), newest + 1, own + 1);
}
