/** News are over when none came for so long, and are worked at after so long whether they are or not (ms). */
const QUIET = 25;
const BUSY_AT_MOST = 1000;

/** Whether somebody brings news just now: who does waits for no work that follows from others. */
export class News {
  private underWay = 0;
  private keptAt = -Infinity;

  /** News is being kept: however long that takes, as after a start, it is not over before. */
  async take(keep: () => Promise<void>): Promise<void> {
    this.underWay++;
    try {
      await keep();
    } finally {
      this.underWay--;
      this.keptAt = performance.now();
    }
  }

  /** Resolves when no more came for a moment, or not for long. */
  async quiet(signal: AbortSignal): Promise<void> {
    const end = performance.now() + BUSY_AT_MOST;
    for (;;) {
      const now = performance.now();
      const last = this.underWay > 0 ? now : this.keptAt;
      const left = Math.min(last + QUIET, end) - now;
      if (left <= 0 || signal.aborted) return;
      await pause(left, signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
