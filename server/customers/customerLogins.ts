import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { checkPassword } from '../auth/passwords.ts';
import type { LoginLimits } from '../auth/loginLimits.ts';
import type { Comer, LoginQueue } from '../auth/loginQueue.ts';
import { networkOf } from '../base/network.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';
import { customerId, type Customer } from './customers.ts';

/** How long an account stays open after a login, in ms. */
const LASTS = 12 * 3_600_000;
/** Logins of one account that hold at a time; the oldest end first. */
const MOST = 20;
/** Which account, and 128 random bits, which stand nowhere. */
const TOKEN = /^([0-9a-f]{64})\.([A-Za-z0-9_-]{22})$/;

export interface CustomerLoginParts {
  storage: Storage;
  limits: LoginLimits;
  /** That of the staff's logins: passwords are looked at one by one, whoever's they are. */
  queue: LoginQueue;
  /** ms since 1970 */
  now: () => number;
}

/** Logins of guests to their own accounts. What their tokens open is another matter than what those of staff do. */
export class CustomerLogins {
  private readonly parts: CustomerLoginParts;

  constructor(parts: CustomerLoginParts) {
    this.parts = parts;
  }

  /** A token, or null where address or password is wrong, which takes as long. Throws 429 and 503. */
  async open(email: string, password: string, address: string): Promise<string | null> {
    const { limits, queue, now } = this.parts;
    const id = customerId(email);
    // A staff member may have the same name: guesses of one are not those of the other.
    const comer: Comer = { network: networkOf(address), name: `guest ${id}`, known: false };
    const attempt = limits.begin(comer, '', now());
    try {
      const token = await queue.run(comer, () => this.look(id, password));
      if (token !== null) attempt.right();
      return token;
    } catch (error) {
      attempt.undone();
      throw error;
    }
  }

  private async look(id: string, password: string): Promise<string | null> {
    const { now } = this.parts;
    const db = await this.database();
    const account = accountOf(await read(db, id));
    if (!(await checkPassword(account?.hash ?? null, password)) || account === null) return null;
    const secret = randomBytes(16).toString('base64url');
    let isOpen = false;
    await update(db, id, (stored) => {
      const known = accountOf(stored);
      // A new password ends what the former one would open.
      isOpen = known?.hash === account.hash;
      if (known === null || !isOpen) return null;
      const login = { hash: hashOf(secret), until: now() + LASTS };
      return { ...stored, logins: [...holding(known, now()), login].slice(-MOST) };
    });
    return isOpen ? `${id.slice('customer_'.length)}.${secret}` : null;
  }

  /** The account that a token opens; null where it opens none. */
  async account(token: string): Promise<Customer | null> {
    const [, id, secret] = TOKEN.exec(token) ?? [];
    if (id === undefined || secret === undefined) return null;
    const account = accountOf(await read(await this.database(), `customer_${id}`));
    return account !== null && holding(account, this.parts.now()).some(isOf(secret)) ? account : null;
  }

  /** Ends a login. One that is none is as ended. */
  async end(token: string): Promise<void> {
    const [, id, secret] = TOKEN.exec(token) ?? [];
    if (id === undefined || secret === undefined) return;
    await update(await this.database(), `customer_${id}`, (stored) => {
      const { logins = [] } = accountOf(stored) ?? {};
      const kept = logins.filter((login) => !isOf(secret)(login));
      return kept.length === logins.length ? null : { ...stored, logins: kept };
    });
  }

  private database(): Promise<Database> {
    return this.parts.storage.open(DATABASES.customers);
  }
}

const accountOf = (doc: AnyDoc | null): Customer | null =>
  doc?.['type'] === 'customer' ? (doc as unknown as Customer) : null;

const holding = ({ logins = [] }: Customer, now: number): { hash: string; until: number }[] =>
  logins.filter(({ until }) => until > now);

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

const isOf = (secret: string) => {
  const given = bytesOf(hashOf(secret));
  return ({ hash }: { hash: string }): boolean => timingSafeEqual(bytesOf(hash), given);
};
