import type { Session } from '../documents/session.ts';
import { readRegisterTimes, timeIn, type RegisterTimes } from '../documents/registerTimes.ts';

/** When each of a session's details was last edited, ms. */
export const detailTimesOf = ({
  detailTimes,
  metadata,
}: Pick<Session, 'detailTimes' | 'metadata'>): RegisterTimes =>
  readRegisterTimes(detailTimes, metadata.detailsAt ?? 0);

/** When the status was last set, ms; 0 where nothing says so. */
export const statusTime = (session: Pick<Session, 'detailTimes' | 'metadata'>): number =>
  timeIn(detailTimesOf(session), 'status');
