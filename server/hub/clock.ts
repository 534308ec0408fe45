/** A long answer says a time that is over; times of the hall may differ by as much from what they were, ms. */
const CLOCK_OFF = 10 * 60_000;

/** What the central server's answers say of the time. */
interface Times {
  /** What time it was there when it last answered, ms; null before its first answer. */
  lastTime(): number | null;
  /** How far this clock is from it, ms. */
  clockOff(): number;
}

/** Whether this hub's clock is as the central server's, by which everything is dated that is done here. */
export interface Clock {
  /** What time it was there when it was last heard, before this start too (ms). */
  timeThere(): number;
  /** What was kept of before. */
  heardBefore(time: number): void;
  /** Also while it is alone: a laptop may lose its date where nobody tells it another. */
  isWrong(): boolean;
  /** Says it once: what is done here is not taken there where it is more than a day ahead. */
  tell(): void;
}

/** `warn`: hears by how much it is wrong, ms. */
export function createClock(times: Times, now: () => number, warn: (ms: number) => void): Clock {
  let before = 0;
  let wasWrong = false;
  const timeThere = (): number => times.lastTime() ?? before;
  const off = (): number => Math.max(times.clockOff(), timeThere() - now());
  const isWrong = (): boolean => off() > CLOCK_OFF;
  return {
    timeThere,
    heardBefore(time) {
      before = time;
    },
    isWrong,
    tell() {
      if (isWrong() && !wasWrong) warn(off());
      wasWrong = isWrong();
    },
  };
}
