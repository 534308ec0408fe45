/** Times that a merge compares come from here, never from `Date.now()`. */
export interface Clock {
  /** Milliseconds since 1970 by the server's clock as far as known; strictly greater than any value before. */
  now(): number;
  /** Learn from a time seen in a document of another device, so that what follows it here is later. */
  observe(time: number): void;
  /** The server's clock minus this device's, in ms, once an exchange has told it. */
  setOffset(offset: number): void;
  readonly offset: number;
  /** An exchange has told the offset. */
  readonly compared: boolean;
}

export const SKEW_WARNING_MS = 10 * 60_000;

export interface ClockOptions {
  wall: () => number;
  /** The last time given before a restart, so that a clock set back cannot repeat it. */
  last?: number;
  /** Called with each new time, to keep it for the next start. */
  save?: (last: number) => void;
}

/**
 * A hybrid clock: `max(wall + offset, last + 1)`. A time observed from elsewhere counts unless it lies more than
 * ten minutes ahead of the wall: one device with a wrong date must not drag everyone's clock along.
 */
export function createClock({ wall, last = 0, save }: ClockOptions): Clock {
  let offset = 0;
  let compared = false;
  let latest = last;
  return {
    now() {
      latest = Math.max(Math.round(wall() + offset), latest + 1);
      save?.(latest);
      return latest;
    },
    observe(time) {
      if (time > latest && time <= wall() + offset + SKEW_WARNING_MS) {
        latest = time;
        save?.(latest);
      }
    },
    setOffset(value) {
      offset = Math.round(value);
      compared = true;
    },
    get offset() {
      return offset;
    },
    get compared() {
      return compared;
    },
  };
}

export const isSkewed = (offset: number): boolean => Math.abs(offset) > SKEW_WARNING_MS;
