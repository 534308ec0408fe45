import { CONSUMER_STATUSES } from '#domain/documents/consumer.ts';
import type { Session } from '#domain/documents/session.ts';
import { idFromParam } from '#ui/paths.ts';
import { localId } from '#domain/ids.ts';
import type { Filter } from '#domain/statistics/cells.ts';
import { dayOfText, STEPS, type Step } from '#domain/days.ts';

/** What the address says: which people are counted, how, and which of them are looked at. */
export const FIRST_VIEW = {
  session: '',
  status: '',
  from: '',
  to: '',
  step: '',
  /** The session of which the details are shown. */
  of: '',
  /** The event that this one is compared with. */
  with: '',
  /** Whose figure was opened (see `askedPeople`). */
  people: '',
};
export type Asked = typeof FIRST_VIEW;

/** What nobody could have chosen is no filter. */
export function filterOf(asked: Asked, sessions: readonly Pick<Session, '_id'>[]): Filter {
  const sessionId = asked.session === '' ? null : idFromParam('session', asked.session);
  return {
    sessionId: sessions.some(({ _id }) => _id === sessionId) ? sessionId : null,
    status: CONSUMER_STATUSES.find((one) => one === asked.status) ?? null,
    from: dayOfText(asked.from),
    to: dayOfText(asked.to),
  };
}

export const stepOf = ({ step }: Asked): Step | null => STEPS.find((one) => one === step) ?? null;

/** The session whose details are shown: the chosen one, else the one that goes on, else the first. */
export function shownSession(
  asked: Asked,
  filter: Filter,
  sessions: readonly Session[],
): Session | undefined {
  const wanted = filter.sessionId ?? (asked.of === '' ? null : idFromParam('session', asked.of));
  return (
    sessions.find(({ _id }) => _id === wanted) ??
    sessions.find(({ status }) => status === 'ongoing') ??
    sessions[0]
  );
}

export const sessionParam = (sessionId: string): string => localId(sessionId);

const MARK = '~';
/** The people behind a figure, for the address; a row's key is the last, for it may be any text. */
export const peopleParam = (viewId: string, columnId: string, key: string | number | null): string =>
  [viewId, columnId, key === null ? 'all' : 'row', ...(key === null ? [] : [String(key)])].join(MARK);

export function askedPeople(param: string): { viewId: string; columnId: string; key: string | null } | null {
  const [viewId, columnId, scope, ...rest] = param.split(MARK);
  if (viewId === undefined || columnId === undefined || (scope !== 'all' && scope !== 'row')) return null;
  return { viewId, columnId, key: scope === 'all' ? null : rest.join(MARK) };
}
