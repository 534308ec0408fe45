import { calendarOf, type Calendar } from '#domain/days.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { useLive } from './event.tsx';

const useEventZone = () => useLive((store) => store.event()?.timeZone);

/** Days and clocks at the event; this device's own where the event names no time zone. */
export const useEventCalendar = (): Calendar => calendarOf(useEventZone());

/**
 * Words for days and times of the event, as its clocks show them: guests read them so too, on a page, in a mail or on paper, and the hours of its
 * sessions are these. Beside a date its time zone is named where this device has another. Else an invoice of the 29th were one of the
 * 28th on a screen elsewhere, and whoever came at 19:05 to a dinner of 19:00 had come at 13:05.
 */
export const useEventFormat = () => useFormat(useEventZone());

export const useEventTime = (): ((time: number) => string) => useEventFormat().dateTime;
