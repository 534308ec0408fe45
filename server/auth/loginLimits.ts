import { tooMany } from '../base/errors.ts';
import { Buckets } from '../base/limits.ts';
import type { Comer } from './loginQueue.ts';

const MINUTE = 60;

/** One look at a password, of which one end is told. A wrong password tells none: its place stays taken. */
export interface Attempt {
  /** The password was right: former mistakes are forgiven. */
  right(): void;
  /** The password was not looked at. */
  undone(): void;
}

/**
 * How often a password may be guessed. A place is taken before the password is looked at, so that guesses that come
 * together count too. Nothing is limited by address alone: the phones of a venue share one. What a device may try that
 * the account has logged in on before is counted apart, so that strangers cannot lock anybody out of it.
 */
export class LoginLimits {
  /** One name from one network, or on one known device: 10 in 5 minutes. */
  private readonly near = new Buckets({ burst: 10, perSecond: 10 / (5 * MINUTE) });
  /** One name from everywhere: a hundred an hour. */
  private readonly everywhere = new Buckets({ burst: 100, perSecond: 100 / (60 * MINUTE) });
  /** Right passwords: each leaves a document behind. */
  private readonly logins = new Buckets({ burst: 300, perSecond: 1 / 3 });

  /** Throws 429 when there have been too many. `device` is its id where the account knows it. */
  begin({ network, name, known }: Comer, device: string, now: number): Attempt {
    const keys: [Buckets, string][] = known
      ? [[this.near, `device ${device} ${name}`]]
      : [
          [this.near, `network ${network} ${name}`],
          [this.everywhere, name],
        ];
    take([...keys, [this.logins, name]], now);
    this.logins.give(name, now);
    return {
      right: () => {
        const [near, ...wider] = keys;
        near?.[0].reset(near[1]);
        for (const [bucket, key] of wider) bucket.give(key, now);
        this.logins.take(name, now);
      },
      undone: () => {
        for (const [bucket, key] of keys) bucket.give(key, now);
      },
    };
  }
}

/** Takes one of each, or throws and takes none. */
function take(keys: readonly [Buckets, string][], now: number): void {
  keys.forEach(([bucket, key], index) => {
    if (bucket.take(key, now)) return;
    for (const [taken, before] of keys.slice(0, index)) taken.give(before, now);
    throw tooMany('too many failed logins: wait a few minutes', bucket.wait(key, now));
  });
}
