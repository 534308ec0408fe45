/*
 * A hardware scanner that types ("keyboard wedge"): a burst of keys, much quicker than fingers, ended by Enter. A slow
 * radio or a busy page lets some of them lag, and a code must not lose its beginning by that: half of it may be somebody
 * else's number.
 */

/** The longest pause between two keys of a burst. Fingers are quicker than this now and then, never most of the time. */
const QUICK_MS = 60;
/** The longest lag within a burst, and before its end. Who turns from the keyboard to the scanner takes longer. */
const LAG_MS = 350;
/** The share of quick keys that fingers do not reach. */
const QUICK_SHARE = 2 / 3;
/** Where nobody can write, all keys are a scanner's; a longer pause than this begins the next code. */
const IDLE_MS = 1500;
const SHORTEST = 3;
const LONGEST = 100;

export interface Wedge {
  /**
   * Takes a key (as `KeyboardEvent.key` names it), its time, and whether it goes into a field, where people type too;
   * the code when this key ended a burst.
   */
  key(key: string, at: number, inField: boolean): string | null;
}

export function createWedge(): Wedge {
  let typed = '';
  let quick = 0;
  let last = -Infinity;
  function clear(): void {
    typed = '';
    quick = 0;
  }
  return {
    key(key, at, inField) {
      const gap = at - last;
      const ends = gap > (inField ? LAG_MS : IDLE_MS);
      if (key === 'Enter') {
        const isCode = !ends && (!inField || quick >= QUICK_SHARE * (typed.length - 1));
        const code = isCode ? typed.trim() : '';
        clear();
        last = -Infinity;
        return code.length >= SHORTEST ? code : null;
      }
      // Shift and the like come between the characters of a code and are none.
      if (key.length !== 1) {
        if (key !== 'Shift' && key !== 'CapsLock' && key !== 'AltGraph') clear();
        return null;
      }
      if (ends || typed.length >= LONGEST) clear();
      if (typed !== '' && gap <= QUICK_MS) quick += 1;
      typed += key;
      last = at;
      return null;
    },
  };
}
