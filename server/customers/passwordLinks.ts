import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import { read, update } from '../storage/documents.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import type { Customer } from './customers.ts';

/*
 * Whoever forgot a password gets a link by mail. It proves that the account's address is theirs, and puts the password that they
 * choose in the place of the one that staff were told (design, "Accounts").
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LASTS = 2 * HOUR;
/** Mails a day to one address: anybody can ask for them. */
const MOST = 3;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const accountOf = (doc: AnyDoc | null): Customer | null =>
  doc?.['type'] === 'customer' ? (doc as unknown as Customer) : null;

/** A link's token, noted before it is mailed; null where there is no such account, or it had its mails of the day. */
export async function newPasswordLink(db: Database, id: string, now: number): Promise<string | null> {
  const token = randomBytes(16).toString('base64url');
  let isNoted = false;
  await update(db, id, (stored) => {
    const account = accountOf(stored);
    const mailed = (account?.mailed ?? []).filter((at) => at > now - DAY);
    isNoted = account !== null && mailed.length < MOST;
    if (!isNoted) return null;
    // Those before hold as well: mails overtake one another.
    const links = (account?.links ?? []).filter(({ until }) => until > now);
    return {
      ...stored,
      mailed: [...mailed, now],
      links: [...links, { hash: hashOf(token), until: now + LASTS }],
    };
  });
  return isNoted ? token : null;
}

/** The mail did not go: it counts for nothing. */
export async function dropPasswordLink(db: Database, id: string, token: string): Promise<void> {
  await update(db, id, (stored) => {
    const account = accountOf(stored);
    if (account === null) return null;
    const links = (account.links ?? []).filter(({ hash }) => hash !== hashOf(token));
    return { ...stored, links, mailed: (account.mailed ?? []).slice(0, -1) };
  });
}

/** The account that a link is of. */
export async function accountOfLink(
  db: Database,
  id: string,
  token: string,
  now: number,
): Promise<Customer | null> {
  const account = accountOf(await read(db, id));
  return account !== null && holds(account, token, now) ? account : null;
}

/** Sets the password, ends all logins, and notes that the address is proven; a link does so once. */
export async function setByLink(
  db: Database,
  id: string,
  token: string,
  { password, now }: { password: string; now: number },
): Promise<boolean> {
  const hash = await hashPassword(password);
  let isSet = false;
  await update(db, id, (stored) => {
    const account = accountOf(stored);
    isSet = account !== null && holds(account, token, now);
    return isSet ? { ...stored, hash, links: [], logins: [], provenAt: account?.provenAt ?? now } : null;
  });
  return isSet;
}

function holds({ links = [] }: Customer, token: string, now: number): boolean {
  const given = new Uint8Array(Buffer.from(hashOf(token)));
  return links.some(
    ({ hash, until }) => until > now && timingSafeEqual(new Uint8Array(Buffer.from(hash)), given),
  );
}
