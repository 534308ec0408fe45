import { UpstreamError } from './asking.ts';

/** How many documents go in one request. */
export interface Pace {
  size(): number;
  /** One request; what it throws goes on. */
  run<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * On a poor line a large answer never arrives whole: half as many are asked for after a request that failed on the way, and
 * some more again after each that did not. Outlives the sessions of an exchange, which end with the failure.
 */
export function createPace(most: number): Pace {
  let size = most;
  return {
    size: () => size,
    async run(ask, signal) {
      try {
        const reply = await ask();
        size = Math.min(most, size + Math.ceil(most / 20));
        return reply;
      } catch (error) {
        if (!signal.aborted && error instanceof UpstreamError && error.trouble === 'offline')
          size = Math.max(1, Math.floor(size / 2));
        throw error;
      }
    },
  };
}
