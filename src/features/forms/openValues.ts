import { clockText, dayOfText, dayText, timeTyped, type Calendar } from '#domain/days.ts';

/** A day and a time as they are typed: 'YYYY-MM-DD' or null, 'HH:mm' or empty. */
export interface Moment {
  day: string | null;
  time: string;
}
export const NO_MOMENT: Moment = { day: null, time: '' };

/** What a moment without a time means: the begin of its day, or its end. */
export type Edge = 'begin' | 'end';

export function momentOf(time: number | null | undefined, edge: Edge, calendar: Calendar): Moment {
  if (time == null) return NO_MOMENT;
  const day = calendar.dayOf(time);
  const isEdge = time === edgeOf(day, edge, calendar);
  return { day: dayText(day), time: isEdge ? '' : clockText(calendar.minuteOf(time)) };
}

/** In ms; null where no day is typed. */
export function timeOf({ day, time }: Moment, edge: Edge, calendar: Calendar): number | null {
  const number = day === null ? null : dayOfText(day);
  if (number === null) return null;
  return timeTyped(day, time, calendar) ?? edgeOf(number, edge, calendar);
}

/** Whether nobody could ever register. */
export function closesFirst(
  { opens, closes }: { opens: Moment; closes: Moment },
  calendar: Calendar,
): boolean {
  const [begin, end] = [timeOf(opens, 'begin', calendar), timeOf(closes, 'end', calendar)];
  return begin !== null && end !== null && end <= begin;
}

const edgeOf = (day: number, edge: Edge, calendar: Calendar): number =>
  edge === 'begin' ? calendar.timeAt(day, 0) : calendar.timeAt(day + 1, 0) - 1;
