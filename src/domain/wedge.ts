/*
 * A hardware scanner that types ("keyboard wedge"): a burst of keys, much quicker than fingers, ended by Enter.
 */

/** The longest pause between two keys of a burst. Fingers are quicker than this for two keys, hardly for three. */
const GAP_MS = 60;
/** Some scanners wait a moment before they send the end. */
const END_GAP_MS = 150;
const SHORTEST = 3;
const LONGEST = 100;

export interface Wedge {
  /** Takes a key (as `KeyboardEvent.key` names it) and its time; the code when this key ended a burst. */
  key(key: string, at: number): string | null;
}

export function createWedge(): Wedge {
  let typed = '';
  let last = -Infinity;
  return {
    key(key, at) {
      const gap = at - last;
      if (key === 'Enter') {
        const code = gap <= END_GAP_MS ? typed.trim() : '';
        typed = '';
        last = -Infinity;
        return code.length >= SHORTEST ? code : null;
      }
      // Shift and the like come between the characters of a code and are none.
      if (key.length !== 1) {
        if (key !== 'Shift' && key !== 'CapsLock' && key !== 'AltGraph') typed = '';
        return null;
      }
      typed = gap <= GAP_MS && typed.length < LONGEST ? typed + key : key;
      last = at;
      return null;
    },
  };
}
