import { networkOf } from './network.ts';

/** A token bucket per key: `burst` at once, refilled by `perSecond`. Times in ms. */
export class Buckets {
  private readonly buckets = new Map<string, { tokens: number; at: number }>();
  private readonly burst: number;
  private readonly perSecond: number;
  private readonly capacity: number;

  constructor({
    burst,
    perSecond,
    capacity = 50_000,
  }: {
    burst: number;
    perSecond: number;
    capacity?: number;
  }) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.capacity = capacity;
  }

  /** Takes one, or as many as it costs; false when there are not so many left. */
  take(key: string, now: number, cost = 1): boolean {
    const tokens = this.left(key, now);
    if (tokens < cost) return false;
    this.set(key, tokens - cost, now);
    return true;
  }

  /** Seconds until so many are left. */
  wait(key: string, now: number, cost = 1): number {
    return Math.ceil(Math.max(0, cost - this.left(key, now)) / this.perSecond);
  }

  /** Gives back what was taken in vain. */
  give(key: string, now: number, cost = 1): void {
    const tokens = this.left(key, now) + cost;
    if (tokens >= this.burst) this.reset(key);
    else this.set(key, tokens, now);
  }

  reset(key: string): void {
    this.buckets.delete(key);
  }

  private left(key: string, now: number): number {
    const bucket = this.buckets.get(key);
    if (bucket === undefined) return this.burst;
    return Math.min(this.burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.perSecond);
  }

  private set(key: string, tokens: number, now: number): void {
    // The oldest are the fullest: forgetting one gives nobody much.
    if (this.buckets.size >= this.capacity && !this.buckets.has(key)) {
      const oldest = this.buckets.keys().next().value;
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
    this.buckets.delete(key);
    this.buckets.set(key, { tokens, at: now });
  }
}

/** The limits of the whole server. A venue's phones share one address, so an address alone is limited last. */
export class Limits {
  /** One device of one user: scanning, typing and catching up at 40 requests/s for a while must pass. */
  private readonly device = new Buckets({ burst: 6000, perSecond: 60 });
  /** All devices of one user: a venue may share one login. */
  private readonly user = new Buckets({ burst: 60_000, perSecond: 1000 });
  /** Requests without a valid token, by network: whoever has one address of IPv6 has 2^64. */
  private readonly anonymous = new Buckets({ burst: 600, perSecond: 20 });

  mayAsk(userId: string, device: string, now: number): boolean {
    return this.device.take(`${userId} ${device}`, now) && this.user.take(userId, now);
  }

  mayAskUnknown(address: string, now: number): boolean {
    return this.anonymous.take(networkOf(address), now);
  }
}
