import type { Calendar } from '../days.ts';
import type { Session } from '../documents/session.ts';

type Timed = Pick<Session, 'date' | 'timeStart' | 'timeEnd'>;
const DAY_MINUTES = 24 * 60;

/** When a session begins and ends, in ms; without times it is the whole day. One that ends before it begins ends the day after. */
export function sessionTimes(
  { date, timeStart, timeEnd }: Timed,
  calendar: Calendar,
): { begin: number; end: number; isWholeDay: boolean } {
  const day = calendar.dayOf(date);
  const at = (value: Timed['timeStart']): number | null => {
    if (typeof value === 'number') return value;
    const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(value ?? '') ?? [];
    return hour === undefined ? null : calendar.timeAt(day, Number(hour) * 60 + Number(minute));
  };
  const [start, stop] = [at(timeStart), at(timeEnd)];
  const begin = start ?? calendar.timeAt(day, 0);
  const nextDay = (time: number): number =>
    calendar.timeAt(calendar.dayOf(time) + 1, calendar.minuteOf(time) % DAY_MINUTES);
  if (stop !== null) return { begin, end: stop > begin ? stop : nextDay(stop), isWholeDay: false };
  // Nobody said how long it lasts.
  const end = start === null ? calendar.timeAt(day + 1, 0) : start + 2 * 3_600_000;
  return { begin, end, isWholeDay: start === null };
}
