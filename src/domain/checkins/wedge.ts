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

/** A key, as a `KeyboardEvent` describes it. */
export interface TypedKey {
  key: string;
  /** Which key of the keyboard it is, whatever stands on it. */
  code?: string;
  shiftKey?: boolean;
}

/** What a scanner has typed. */
export interface ScannedCode {
  /** As it came. */
  typed: string;
  /**
   * What it meant, where it is set to a US keyboard, as scanners are when they are new, and this device to one that has
   * signs where that one has digits, as a French one (`&é"` for 123); null where nothing looks like it.
   */
  meant: string | null;
}

export interface Wedge {
  /** Takes a key, its time, and whether it goes into a field, where people type too; the code when this key ended a burst. */
  key(key: TypedKey, at: number, inField: boolean): ScannedCode | null;
}

export function createWedge(): Wedge {
  let typed = '';
  let meant = '';
  let digits: 'none' | 'signs' | 'typed' = 'none';
  let quick = 0;
  let last = -Infinity;
  function clear(): void {
    typed = '';
    meant = '';
    digits = 'none';
    quick = 0;
  }
  return {
    key({ key, code: place = '', shiftKey = false }, at, inField) {
      const gap = at - last;
      const ends = gap > (inField ? LAG_MS : IDLE_MS);
      if (key === 'Enter') {
        const isCode = !ends && (!inField || quick >= QUICK_SHARE * (typed.length - 1));
        const code = {
          typed: isCode ? typed.trim() : '',
          meant: digits === 'signs' ? meant.trim() : null,
        };
        clear();
        last = -Infinity;
        return code.typed.length >= SHORTEST ? code : null;
      }
      // Shift and the like come between the characters of a code and are none.
      if (key.length !== 1) {
        if (key !== 'Shift' && key !== 'CapsLock' && key !== 'AltGraph') clear();
        return null;
      }
      // However long it is: the end of an address that no ticket has may be somebody's number.
      if (ends) clear();
      if (typed !== '' && gap <= QUICK_MS) quick += 1;
      typed += key;
      meant += usKey(place) ?? key;
      if (/\d/.test(key)) digits = 'typed';
      else if (digits === 'none' && !shiftKey && place.startsWith('Digit')) digits = 'signs';
      last = at;
      return null;
    },
  };
}

/** What a key types on a US keyboard, of what stands in numbers; letters are capital. */
const usKey = (place: string): string | undefined =>
  /^(?:Key|Digit)(.)$/.exec(place)?.[1] ?? { Minus: '-', Slash: '/', Period: '.', Space: ' ' }[place];
