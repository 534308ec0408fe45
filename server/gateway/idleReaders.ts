import { tooMany } from '../base/errors.ts';

/** So many answers of one person may stand still before no more are begun for them. */
const MOST = 128;
/** A piece that is not taken for so long stands still, in ms: a phone on a poor line takes one in less. */
const STILL = 2000;
/** Whoever has taken nothing for so long has gone, in ms: a phone that leaves the network says nothing. */
const GONE = 15_000;

interface Piece {
  since: number;
  /** Ends the answer that it is of. */
  end(): void;
}

/**
 * Answers whose readers take nothing. Each holds about a megabyte, what was read and not made into text yet, what is packed and
 * not sent, for as long as its reader likes: a thousand of one account held 1.3 GB.
 */
export class IdleReaders {
  /** The pieces that wait, by user; those that wait longest are first. */
  private readonly byUser = new Map<string, Set<Piece>>();

  /** A piece waits for its reader; the result, called once or more, ends that. `end` ends the whole answer. */
  waits(user: string, end: () => void): () => void {
    const own = this.byUser.get(user) ?? new Set<Piece>();
    this.byUser.set(user, own);
    const piece = { since: performance.now(), end };
    own.add(piece);
    return () => {
      own.delete(piece);
      if (own.size === 0 && this.byUser.get(user) === own) this.byUser.delete(user);
    };
  }

  /**
   * Where too many answers to this person stand still, the one that does so longest ends for the next, if whoever asked for it has gone:
   * until the connection was given up, phones that left kept all others of their account out. Throws 429 where none has.
   */
  makeRoom(user: string): void {
    const now = performance.now();
    const own = [...(this.byUser.get(user) ?? [])];
    const still = own.filter(({ since }) => since <= now - STILL);
    if (still.length < MOST) return;
    const [longest] = still;
    if (longest === undefined || longest.since > now - GONE)
      throw tooMany('too many answers wait for you: read them, then ask for more');
    this.byUser.get(user)?.delete(longest);
    longest.end();
  }
}
