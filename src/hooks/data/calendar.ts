import { calendarOf, ownTimeZone, type Calendar } from '#domain/days.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useLive } from './event.tsx';

/** Days and clocks at the event; this device's own where the event names no time zone. */
export const useEventCalendar = (): Calendar => calendarOf(useLive((store) => store.event()?.timeZone));

/**
 * Words for a time that guests are told too, on a page, in a mail or on paper: as clocks show it at the event, whose time zone is named
 * where this device has another. Else an invoice of the 29th were one of the 28th on a screen elsewhere.
 */
export function useEventTime(): (time: number) => string {
  const calendar = useEventCalendar();
  const format = useFormat();
  return (time) =>
    calendar.timeZone === ownTimeZone() ? format.dateTime(time) : format.dateTimeAt(time, calendar);
}
