import { clockText, dayOfText, dayText, type Calendar } from '#domain/days.ts';

const [MORNING, LONGEST_DAYS] = [6 * 60, 30];
/** In the small hours after the last session, and not before tomorrow's; by the event's clocks. */
export function usualEnd(
  dates: readonly number[],
  now: number,
  { dayOf, minuteOf }: Calendar,
): { day: string; time: string } {
  const last = Math.max(now, ...dates);
  const day = dayOf(last) + (minuteOf(last) < MORNING ? 0 : 1);
  const longest = dayOf(now) + LONGEST_DAYS;
  return day < longest || (day === longest && MORNING < minuteOf(now))
    ? { day: dayText(day), time: clockText(MORNING) }
    : { day: dayText(longest), time: clockText(minuteOf(now)) };
}

/** NaN where the day is none. */
export function timeOn(day: string, time: string, { timeAt }: Calendar): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const number = dayOfText(day);
  return number === null ? Number.NaN : timeAt(number, hour * 60 + minute);
}
