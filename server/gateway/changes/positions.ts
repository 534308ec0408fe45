import type { Seq } from '../../storage/types.ts';

/*
 * Where a reader of a CouchDB stands. Each node counts its own changes, and a reader must go on from what it was told
 * by CouchDB itself: if it went on from the position of this server's follower, which reads another copy, it would miss
 * for good what the one had and the other lacked. But hundreds of readers that each ask CouchDB at every change would
 * keep it busy. So a position has two parts: CouchDB's own, and how far the reader was told from this server's memory
 * since; the first is moved on now and then, and what it brings again the reader has already.
 */

/** A position that was moved on longer ago than this is moved on, ms. */
const FRESH = 30_000;
/** Never part of CouchDB's own positions. */
const SEPARATOR = '~';
const AGAIN = 'again';

export interface Standing {
  /** CouchDB's position: everything before it is known. */
  own: Seq;
  /**
   * The follower's position up to which all news are told, when `own` was reached, and whether any were told from
   * memory since: they come again when `own` is moved on.
   */
  told: { feed: Seq; at: number; again: boolean } | null;
}

export function readStanding(since: Seq): Standing {
  if (typeof since === 'number') return { own: since, told: null };
  const [own = '', feed, at = '', again] = since.split(SEPARATOR);
  const time = Number.parseInt(at, 36);
  if (feed === undefined || !Number.isSafeInteger(time)) return { own, told: null };
  return { own, told: { feed, at: time, again: again === AGAIN } };
}

export const writeStanding = ({ own, told }: Standing): Seq =>
  told === null
    ? own
    : [own, told.feed, told.at.toString(36), ...(told.again ? [AGAIN] : [])].join(SEPARATOR);

/** Still says up to where everything is told, but not that the rest may be: CouchDB is asked next. */
export const outdated = (told: Standing['told']): Standing['told'] =>
  told === null ? null : { ...told, at: 0, again: false };

/** May be told from memory; a clock that was set back counts as old. */
export const isFresh = (told: Standing['told'], now: number): told is NonNullable<Standing['told']> =>
  told !== null && Math.abs(now - told.at) < FRESH;
