/** What one device does at one moment. */
export interface Step {
  guest: number;
  action: 'in' | 'out';
  /** The how-many-th word about this guest: whoever shows so many knows this step. */
  word: number;
  /** ms after the device's start. */
  at: number;
}

/**
 * What each device does: so many steps, `period` ms apart on average, about guests of its own. Of ten steps seven
 * admit and three cancel, one of the three is taken back. Guests are numbers below `devices * guestsOf(steps)`.
 */
export function doorScript(devices: number, steps: number, period: number): Step[][] {
  const random = generator(20_260_101);
  return Array.from({ length: devices }, (_, device) => {
    const words = new Map<number, number>();
    return Array.from({ length: steps }, (_, index) => {
      const [offset, action] = PATTERN[index % PATTERN.length] ?? PATTERN[0];
      const guest = (Math.floor(index / PATTERN.length) * GUESTS_PER_PATTERN + offset) * devices + device;
      const word = (words.get(guest) ?? 0) + 1;
      words.set(guest, word);
      return { guest, action, word, at: (index + random()) * period };
    });
  });
}

const PATTERN: readonly [readonly [number, Step['action']], ...(readonly [number, Step['action']])[]] = [
  [0, 'in'],
  [1, 'in'],
  [2, 'in'],
  [0, 'out'],
  [0, 'in'],
  [3, 'in'],
  [4, 'in'],
  [3, 'out'],
  [1, 'out'],
  [5, 'in'],
];
const GUESTS_PER_PATTERN = 6;

/** The same numbers in [0, 1) each time, in every process (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
