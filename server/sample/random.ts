import { idFromBytes } from '#domain/ids.ts';

/** Repeatable randomness: the same seed gives the same sequence. Never for secrets. */
export interface Random {
  /** 0 <= n < 1 */
  next(): number;
  /** Whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  /** Throws RangeError for an empty list. */
  pick<T>(list: readonly T[]): T;
  /** One of the keys, as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
  shuffled<T>(list: readonly T[]): T[];
  /** Like the product's ids: 16 letters and digits. */
  id(): string;
}

/** The generator "mulberry32": 32 bits of state, plenty for sample data. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries(weights) as [T, number][];
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      throw new RangeError('no weights');
    },
    shuffled(list) {
      const result = [...list];
      for (let index = result.length - 1; index > 0; index--) {
        const other = int(0, index);
        [result[index], result[other]] = [result[other] as never, result[index] as never];
      }
      return result;
    },
    id: () => idFromBytes(Uint8Array.from({ length: 16 }, () => int(0, 251))),
  };
}
