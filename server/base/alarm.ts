/** Something to sleep on: `wait` ends after `ms` or at the next `wake`, also one that came before the wait began. */
export interface Alarm {
  wake(): void;
  wait(ms: number): Promise<void>;
}

export function createAlarm(): Alarm {
  let pending = false;
  let ring: (() => void) | null = null;
  return {
    wake() {
      if (ring === null) pending = true;
      else ring();
    },
    wait(ms) {
      if (pending || ms <= 0) {
        pending = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        // Timers of more than 24.8 days fire at once.
        const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1));
        function done() {
          clearTimeout(timer);
          ring = null;
          resolve();
        }
        ring = done;
      });
    },
  };
}

/** A wait that doubles with each attempt (1, 2, …) up to the longest. */
export const doubled = (attempt: number, first: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(Math.max(0, attempt - 1), 30));
