import { createHash } from 'node:crypto';
import type { ServiceSettings } from '../../services/services.ts';
import { read, update } from '../../storage/documents.ts';
import { DATABASES, type Storage } from '../../storage/types.ts';
import type { LedgerRow } from './ledger.ts';

const MINUTE = 60_000;
/** It is looked again so soon where another event's messages go just now (ms). */
const SOON = 1000;

type EmailSettings = NonNullable<ServiceSettings['email']>;

/** How many messages of one event may go in any minute. */
export interface Pace {
  readonly isLimited: boolean;
  /** The first rows that may go now; until `done` says how many went, they count as if they had. */
  take(rows: readonly LedgerRow[], most: number): Promise<LedgerRow[]>;
  /** `went`: mails of those that were taken that may have reached the provider. */
  done(went: number): Promise<void>;
  /** When more may go (ms); Infinity where nobody waits for it. */
  next(): number;
}

/** What went lately through the accounts of providers, whichever event it was for: they allow so many, and count all. */
export class Accounts {
  private readonly known = new Map<string, Promise<Account>>();
  private readonly storage: Storage;
  private readonly now: () => number;

  constructor(storage: Storage, now: () => number) {
    this.storage = storage;
    this.now = now;
  }

  of(email: EmailSettings): Promise<Account> {
    const { host, port, username } = email;
    const id = createHash('sha256')
      .update(JSON.stringify([host?.toLowerCase() ?? '', port ?? 0, username ?? '']))
      .digest('hex');
    let account = this.known.get(id);
    if (account === undefined) {
      account = Account.open(this.storage, `pace/${id}`, this.now);
      this.known.set(id, account);
      account.catch(() => this.known.delete(id));
    }
    return account;
  }
}

/** When its last mails went. Kept before they go and after, so a restart forgets none. */
class Account {
  private readonly storage: Storage;
  private readonly id: string;
  private readonly now: () => number;
  private times: number[];
  private underway = 0;
  /** How often this process has noted something, and what it is just writing of that. */
  private notes = 0;
  private writing = 0;

  private constructor(storage: Storage, id: string, now: () => number, times: readonly number[]) {
    this.storage = storage;
    this.id = id;
    this.now = now;
    this.times = [...times];
  }

  static async open(storage: Storage, id: string, now: () => number): Promise<Account> {
    const stored = await read(await storage.open(DATABASES.worker), id);
    return new Account(storage, id, now, (stored?.['times'] ?? []) as number[]);
  }

  /** Another server may have had its turn since: what it noted counts, unless this one is just sending. */
  async catchUp(): Promise<void> {
    const before = this.notes;
    const stored = await read(await this.storage.open(DATABASES.worker), this.id);
    const isQuiet = this.underway === 0 && this.writing === 0 && this.notes === before;
    if (isQuiet && stored !== null) this.times = [...((stored['times'] ?? []) as number[])];
  }

  room(limit: number): number {
    this.times = this.times.filter((at) => at > this.now() - MINUTE);
    return limit - this.times.length - this.underway;
  }

  async begin(count: number): Promise<void> {
    this.underway += count;
    await this.keep();
  }

  async end(count: number, went: number): Promise<void> {
    this.underway -= count;
    for (let one = 0; one < went; one++) this.times.push(this.now());
    await this.keep();
  }

  /** When there is room for one more under that limit, which is full (ms). */
  nextRoom(limit: number): number {
    const over = this.times.length - limit;
    const first = this.times[Math.max(0, over)];
    return this.underway > 0 || first === undefined ? this.now() + SOON : first + MINUTE + 1;
  }

  private async keep(): Promise<void> {
    const all = (): number[] => [...this.times, ...Array.from({ length: this.underway }, () => this.now())];
    this.writing++;
    try {
      const db = await this.storage.open(DATABASES.worker);
      await update(db, this.id, () => ({ type: 'pace', times: all() }));
    } finally {
      this.writing--;
      this.notes++;
    }
  }
}

const UNLIMITED: Pace = {
  isLimited: false,
  take: (due, most) => Promise.resolve(due.slice(0, most)),
  done: () => Promise.resolve(),
  next: () => Infinity,
};

export async function createPace(accounts: Accounts, { email }: ServiceSettings): Promise<Pace> {
  const limit = email?.perMinute;
  if (email == null || limit == null) return UNLIMITED;
  const account = await accounts.of(email);
  await account.catchUp();
  let isHeld = false;
  let taken = 0;
  return {
    isLimited: true,
    async take(due, most) {
      let room = account.room(limit);
      isHeld = false;
      const chosen: LedgerRow[] = [];
      for (const row of due) {
        if (chosen.length >= most) break;
        if (row.method !== 'email') chosen.push(row);
        else if (room <= 0) isHeld = true;
        else {
          room--;
          chosen.push(row);
        }
      }
      taken = chosen.filter(({ method }) => method === 'email').length;
      if (taken > 0) await account.begin(taken);
      return chosen;
    },
    async done(went) {
      const count = taken;
      taken = 0;
      if (count > 0) await account.end(count, Math.min(count, went));
    },
    next: () => (isHeld ? (account.room(limit) > 0 ? 0 : account.nextRoom(limit)) : Infinity),
  };
}
