/*
 * Days as whole numbers: how many since the first of January 1970, as the calendar of a time zone counts them. A day can
 * have 23 or 25 hours; the number of the next one is always one more.
 */

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;
const QUARTER_MS = 15 * MINUTE;

export interface Calendar {
  /** As it is called ('Europe/Zurich'). */
  timeZone: string;
  dayOf(time: number): number;
  /** Minutes since midnight. */
  minuteOf(time: number): number;
  /** When clocks there show so many minutes since midnight: the first time where they do twice, an hour on where they never do. */
  timeAt(day: number, minute: number): number;
}

/** True for a name that this platform knows a time zone by. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

/** The time zone of this device, or of the server. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** Asked of the platform once, not for each row of a list. */
const owns = new Map<string, boolean>();
/** Whether that name is this device's own time zone, which has several names in some places: Asia/Calcutta is Asia/Kolkata. */
export function isOwnTimeZone(name: string): boolean {
  const known = owns.get(name);
  if (known !== undefined) return known;
  const isOwn =
    new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone === ownTimeZone();
  owns.set(name, isOwn);
  return isOwn;
}

const calendars = new Map<string, Calendar>();

/** The calendar of a time zone; of the device's own where the name is none. */
export function calendarOf(name: string | null | undefined): Calendar {
  const known = name ? calendars.get(name) : undefined;
  if (known !== undefined) return known;
  const timeZone = name && isTimeZone(name) ? name : ownTimeZone();
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) calendars.set(timeZone, (calendar = createCalendar(timeZone)));
  return calendar;
}

function createCalendar(timeZone: string): Calendar {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    ...{ second: 'numeric' },
  });
  /** What clocks there show beyond UTC, in ms. */
  function ask(time: number): number {
    const said = Object.fromEntries(
      parts.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = said;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
  }
  // Asking costs microseconds, and there are tens of thousands of times: clocks change at quarters of an hour, and on
  // most days not at all.
  const byDay = new Map<number, number | null>();
  const byQuarter = new Map<number, number>();
  function offset(time: number): number {
    const day = Math.floor(time / DAY_MS);
    let whole = byDay.get(day);
    if (whole === undefined) {
      const first = ask(day * DAY_MS);
      byDay.set(day, (whole = first === ask((day + 1) * DAY_MS - 1) ? first : null));
    }
    if (whole !== null) return whole;
    const quarter = Math.floor(time / QUARTER_MS);
    let known = byQuarter.get(quarter);
    if (known === undefined) byQuarter.set(quarter, (known = ask(quarter * QUARTER_MS)));
    return known;
  }
  return {
    timeZone,
    dayOf: (time) => Math.floor((time + offset(time)) / DAY_MS),
    minuteOf: (time) => Math.floor((((time + offset(time)) % DAY_MS) + DAY_MS) / MINUTE) % (24 * 60),
    timeAt(day, minute) {
      const shown = day * DAY_MS + minute * MINUTE;
      // Clocks change once a day at most: a day before and after they show both of what may hold.
      const [before, after] = [offset(shown - DAY_MS), offset(shown + DAY_MS)];
      const fits = [shown - before, shown - after].filter((time) => time + offset(time) === shown);
      return fits.length === 0 ? shown - before : Math.min(...fits);
    },
  };
}

/** '2026-06-01' of a day's number. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** '09:05' of so many minutes since midnight. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The number of '2026-06-01'; null for what is no day. */
export function dayOfText(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || dayText(time / DAY_MS) !== text ? null : time / DAY_MS;
}

export const STEPS = ['day', 'week', 'month'] as const;
export type Step = (typeof STEPS)[number];

/** The first day of the step that a day is in; weeks begin on Monday. */
export function beginOf(step: Step, day: number): number {
  switch (step) {
    case 'day':
      return day;
    // The first of January 1970 was a Thursday.
    case 'week':
      return day - ((((day + 3) % 7) + 7) % 7);
    default: {
      const date = new Date(day * DAY_MS);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS;
    }
  }
}

/** The first day of the step after the one that begins with `day`. */
export function nextOf(step: Step, day: number): number {
  if (step === 'day') return day + 1;
  if (step === 'week') return day + 7;
  return beginOf('month', day + 31);
}

/** Steps that show a span of so many days in at most some sixty rows. */
export function stepFor(days: number): Step {
  if (days <= 62) return 'day';
  return days <= 430 ? 'week' : 'month';
}

/** When clocks show what is typed as 'YYYY-MM-DD' and 'HH:mm', ms; null where either is none. */
export function timeTyped(day: string | null, time: string, { timeAt }: Calendar): number | null {
  const number = day === null ? null : dayOfText(day);
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return number === null || hour === undefined ? null : timeAt(number, Number(hour) * 60 + Number(minute));
}

/** Minutes since midnight: a dinner goes on past midnight, and until then it is the evening of the day before. */
export const MORNING = 6 * 60;
