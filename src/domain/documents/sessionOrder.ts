import type { Session } from './session.ts';

/** After every time there is. */
const LAST = '~';

type Placed = Pick<Session, '_id' | 'date' | 'timeStart' | 'title'>;

/** The one order of sessions, in lists, documents and exports: by day, start, title. */
export function bySession(a: Placed, b: Placed): number {
  const [start, other] = [startOf(a), startOf(b)];
  if (a.date !== b.date) return a.date - b.date;
  if (start !== other) return start < other ? -1 : 1;
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  return a._id < b._id ? -1 : Number(a._id > b._id);
}

/** Texts that sort like the times they say; older documents have ms since 1970. Nobody knows yet when one without a start begins: it comes last. */
function startOf({ timeStart }: Placed): string {
  if (timeStart == null) return LAST;
  return typeof timeStart === 'number'
    ? new Date(timeStart).toTimeString().slice(0, 5)
    : timeStart.padStart(5, '0');
}
