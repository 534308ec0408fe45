import { calendarOf, type Calendar } from '#domain/days.ts';
import { useLive } from './event.tsx';

/** Days and clocks at the event; this device's own where the event names no time zone. */
export const useEventCalendar = (): Calendar => calendarOf(useLive((store) => store.event()?.timeZone));
