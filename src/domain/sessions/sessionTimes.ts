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
  const [start, stop] = [timeStart, timeEnd].map((value) => timeOf(value, day, calendar));
  const begin = start?.time ?? calendar.timeAt(day, 0);
  if (stop != null) {
    const end = stop.time > begin ? stop.time : calendar.timeAt(calendar.dayOf(stop.time) + 1, stop.minute);
    return { begin, end, isWholeDay: false };
  }
  // Nobody said how long it lasts.
  const end = start == null ? calendar.timeAt(day + 1, 0) : begin + 2 * 3_600_000;
  return { begin, end, isWholeDay: start == null };
}

/** With what clocks show as it was said: on a day that lacks the hour they show another one, and the day after it is there again. */
function timeOf(
  value: Timed['timeStart'],
  day: number,
  calendar: Calendar,
): { time: number; minute: number } | null {
  if (typeof value === 'number') return { time: value, minute: calendar.minuteOf(value) };
  const [, hour, rest] = /^(\d{1,2}):(\d{2})/.exec(value ?? '') ?? [];
  if (hour === undefined) return null;
  const minute = Number(hour) * 60 + Number(rest);
  return { time: calendar.timeAt(day, minute), minute: minute % DAY_MINUTES };
}
