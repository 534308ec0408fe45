import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one request may work before others get their turn, in ms. */
const LONGEST_STRETCH = 20;

/** Divides long work, so that a large request never keeps all others waiting. */
export class Pace {
  private since = performance.now();

  /** To be awaited between two steps: lets everybody else go first where this work has taken long enough. */
  async breathe(): Promise<void> {
    if (performance.now() - this.since < LONGEST_STRETCH) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** Cuts a list into pieces. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
