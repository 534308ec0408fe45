import { checkinOf } from '#domain/commands/checkIn.ts';
import type { Checkin } from '#domain/documents/checkin.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import type { RepositoryContext } from './context.ts';

/** A check-in document of this device, not saved yet. */
export const newCheckin = (
  { device, newId }: Pick<RepositoryContext, 'device' | 'newId'>,
  user: OwnUser,
  fact: Parameters<typeof checkinOf>[1],
): Checkin => checkinOf({ author: { id: user._id, name: user.username }, device, newId }, fact);
