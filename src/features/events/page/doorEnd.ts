import { clockText, dayText, MORNING, type Calendar } from '#domain/days.ts';

const LONGEST_DAYS = 30;

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
