import { tooMany } from '../base/errors.ts';

/** So many answers of one person may stand still before no more are begun for them. */
const MOST = 128;
/** A piece that is not taken for so long stands still, in ms: a phone on a poor line takes one in less. */
const STILL = 2000;

/**
 * Answers whose readers take nothing. Each holds about a megabyte, what was read and not made into text yet, what is packed and
 * not sent, for as long as its reader likes: a thousand of one account held 1.3 GB.
 */
export class IdleReaders {
  /** Since when each piece waits, by user; those that wait longest are first. */
  private readonly byUser = new Map<string, Map<symbol, number>>();

  /** A piece waits for its reader; the result, called once or more, ends that. */
  waits(user: string): () => void {
    const own = this.byUser.get(user) ?? new Map<symbol, number>();
    this.byUser.set(user, own);
    const piece = Symbol('piece');
    own.set(piece, performance.now());
    return () => {
      own.delete(piece);
      if (own.size === 0 && this.byUser.get(user) === own) this.byUser.delete(user);
    };
  }

  /** Throws 429 where too many answers to this person stand still. */
  assertFew(user: string): void {
    const before = performance.now() - STILL;
    let still = 0;
    for (const since of this.byUser.get(user)?.values() ?? []) {
      if (since > before) return;
      if (++still === MOST) throw tooMany('too many answers wait for you: read them, then ask for more');
    }
  }
}
