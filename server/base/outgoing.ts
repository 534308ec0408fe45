import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { tooMany } from './errors.ts';

export interface OutgoingLimits {
  /** Characters of large answers that are made and not taken yet: of everybody, and of one person. */
  overall: number;
  ofOne: number;
  /** How long the next large piece waits for room, in ms. */
  patience: number;
}

/** Each is there about three times: as text, as bytes, and in the connection. */
const LIMITS: OutgoingLimits = {
  overall: 128 * 1024 * 1024,
  ofOne: 48 * 1024 * 1024,
  patience: 60_000,
};
/** Smaller pieces are not counted: a venue's phones may share a login, and all read at the same time. */
export const SMALL = 256 * 1024;
/** Between two looks, in ms. */
const LOOK_AGAIN = 50;

/**
 * What large answers hold in memory until their readers have taken them. Two hundred readers of a twenty megabyte file
 * that never read would be four gigabytes: so files are read when there is room for more, one reader after the other.
 */
export class Outgoing {
  private total = 0;
  private readonly byUser = new Map<string, number>();
  private readonly limits: OutgoingLimits;

  constructor(limits = LIMITS) {
    this.limits = limits;
  }

  /** Counts what was made; the result, called once or more, gives it back. */
  hold(user: string, size: number): () => void {
    if (size <= SMALL) return () => undefined;
    this.add(user, size);
    let held = true;
    return () => {
      if (held) this.add(user, -size);
      held = false;
    };
  }

  /** The same for what is made already. Throws 429 where there is no room for anything so large. */
  claim(user: string, size: number): () => void {
    if (size > SMALL && !this.hasRoom(user)) throw full();
    return this.hold(user, size);
  }

  /**
   * What `make` makes for somebody's answer, counted until that is over. Null where nobody waits for it any more; throws 429 at once
   * where too much is on its way to them.
   */
  async given<Made extends object>(
    { user, reply }: { user: string; reply: ServerResponse },
    make: () => Promise<Made | null>,
    sizeOf: (made: Made) => number,
  ): Promise<Made | null> {
    if (reply.destroyed) return null;
    if (!this.hasRoom(user)) throw full();
    const made = await make();
    const release = this.hold(user, made === null ? 0 : sizeOf(made));
    if (reply.destroyed) release();
    else reply.once('close', release);
    return made;
  }

  hasRoom(user: string): boolean {
    return this.total < this.limits.overall && (this.byUser.get(user) ?? 0) < this.limits.ofOne;
  }

  /** Resolves when there is room for more. Throws 429 when there is none in time, or nobody waits any more. */
  async room(user: string, hasLeft: () => boolean): Promise<void> {
    const until = performance.now() + this.limits.patience;
    while (hasLeft() || !this.hasRoom(user)) {
      if (hasLeft() || performance.now() > until) throw full();
      await delay(LOOK_AGAIN);
    }
  }

  private add(user: string, size: number): void {
    this.total += size;
    const held = (this.byUser.get(user) ?? 0) + size;
    if (held > 0) this.byUser.set(user, held);
    else this.byUser.delete(user);
  }
}

/** Somebody asks for more while what was asked for before is not read. */
const full = () => tooMany('too much is on its way to you: read it, then ask for more');

/** Characters of all texts in a value, and bytes. */
export function weight(value: unknown): number {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const child of Object.values(value)) sum += weight(child);
  return sum;
}

/** Bytes of the files of a document that was read without them. */
export const attachedBytes = (doc: Record<string, unknown> | null): number =>
  Object.values((doc?.['_attachments'] ?? {}) as Record<string, { length?: number }>).reduce(
    (sum, { length = 0 }) => sum + length,
    0,
  );
