import { createHash } from 'node:crypto';
import { isErased } from '#domain/documents/erasure.ts';
import { idRange } from '#domain/ids.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { generatePassword, hashPassword } from '../auth/passwords.ts';
import { isConflict } from '../base/errors.ts';
import { insert, read, remove, update } from '../storage/documents.ts';
import { DATABASES, type AnyDoc, type Database, type Storage } from '../storage/types.ts';

/** A guest's own account; document `customer_<hash of the address>` of `foyer-customers`. */
export interface Customer {
  type: 'customer';
  /** As first written; upper or lower case alike name one account. */
  email: string;
  /** argon2id */
  hash: string;
  /** When each registration was associated, in ms since 1970, by `<eventId>/<consumerId>`. */
  registrations: Record<string, number>;
  createdAt: number;
  /** The attempt that made the account. */
  attempt?: string;
  /** The registration that made it; the others are shown once the address is proven. */
  madeBy?: string;
  /** When a mailed link proved the address, ms. */
  provenAt?: number;
  /** When links were mailed in the last day, ms, and those that hold: hashed, each until a time. */
  mailed?: number[];
  links?: { hash: string; until: number }[];
  /** Logins that hold, their tokens hashed, each until a time in ms. */
  logins?: { hash: string; until: number }[];
}

export interface Registration {
  eventId: string;
  consumerId: string;
  /** Names one attempt of one device, repeated when its answer was lost. */
  attempt?: string;
}

/**
 * The registrations that an account shows, `<eventId>/<consumerId>`: until its address is proven only the one that made it. A stranger may
 * have given another's address, and staff of one event know the first password.
 */
export function shownRegistrations({ registrations, madeBy, provenAt }: Customer): string[] {
  const all = Object.keys(registrations);
  return provenAt === undefined ? all.filter((key) => key === madeBy) : all;
}

/** `password` is null when the account existed already. */
export type Association = { linked: true; password: string | null } | { linked: false };

export const customerId = (email: string): string =>
  `customer_${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`;

/**
 * Associates a registration with the account of an e-mail address, and creates that account when there is none
 * (specification 1 §4). A registration belongs to one account for good: a claim on it is written first, under an id
 * of its own, so that two people at once cannot give it to two addresses; account and registration are then one
 * write. A crash between leaves a claim that nothing stands behind, which the next attempt takes over; whoever was only slow finds
 * that out afterwards, and gives way. The new password is known nowhere else afterwards; an attempt that is repeated, because
 * nobody heard it, gets another one.
 */
export async function associate(
  storage: Storage,
  registration: Registration,
  email: string,
  now: number,
): Promise<Association> {
  const customers = await storage.open(DATABASES.customers);
  const key = `${registration.eventId}/${registration.consumerId}`;
  const id = customerId(email);
  const { attempt } = registration;
  if (!(await claim(customers, key, id, attempt))) return { linked: false };
  const password = generatePassword();
  const hash = await hashPassword(password);
  let outcome: Association = { linked: false };
  await update(customers, id, (stored) => {
    const known = stored as (AnyDoc & Customer) | null;
    if (known?.registrations[key] !== undefined) {
      // Once its owner has chosen the password, nobody gets another one by saying again what made the account.
      const isRepeated = attempt !== undefined && known.attempt === attempt && known.provenAt === undefined;
      outcome = isRepeated ? { linked: true, password } : { linked: attempt !== undefined, password: null };
      return isRepeated ? { ...known, hash } : null;
    }
    outcome = { linked: true, password: known === null ? password : null };
    const fresh: Customer = {
      type: 'customer',
      email: email.trim(),
      hash,
      registrations: {},
      createdAt: now,
      madeBy: key,
      ...(attempt === undefined ? {} : { attempt }),
    };
    const customer = known ?? fresh;
    return { ...customer, registrations: { ...customer.registrations, [key]: now } };
  });
  const given = outcome as Association;
  if (!given.linked || (await holderOf(customers, key)) === id) return given;
  await forgetRegistration(customers, id, key, given.password !== null);
  return { linked: false };
}

/**
 * The same for the address that the registration says in `db`; null where it says none. An erasure that found no account took none
 * away, so whoever was erased meanwhile, or before an attempt that a crash cut off, is forgotten here.
 */
export async function associateStored(
  storage: Storage,
  db: Database,
  registration: Registration,
  now: number,
): Promise<Association | null> {
  const { eventId, consumerId } = registration;
  const stored = await read(db, consumerId);
  const email = (stored?.['person'] as { email?: unknown } | null | undefined)?.email;
  const isKnown = typeof email === 'string' && email !== '' && matchesPattern('email', email);
  const given = isKnown ? await associate(storage, registration, email, now) : null;
  if (!isErased(isKnown ? await read(db, consumerId) : stored)) return given;
  await forgetPerson(storage, eventId, consumerId);
  return null;
}

/** The id of the account that has a registration. */
export async function accountOf(
  storage: Storage,
  eventId: string,
  consumerId: string,
): Promise<string | null> {
  const holder = await holderOf(await storage.open(DATABASES.customers), `${eventId}/${consumerId}`);
  return typeof holder === 'string' ? holder : null;
}

const holderOf = async (customers: Database, key: string): Promise<unknown> =>
  (await read(customers, `claim_${key}`))?.['customer'];

/** Those of an event's registrations that some account has, or is about to have. */
export async function claimed(
  storage: Storage,
  eventId: string,
  consumerIds: readonly string[],
): Promise<Set<string>> {
  if (consumerIds.length === 0) return new Set();
  const customers = await storage.open(DATABASES.customers);
  const { rows } = await customers.allDocs({ keys: consumerIds.map((id) => `claim_${eventId}/${id}`) });
  const isThere = (row: (typeof rows)[number]): boolean => 'value' in row && row.value.deleted !== true;
  return new Set(consumerIds.filter((_, index) => rows[index] !== undefined && isThere(rows[index])));
}

/** An event is deleted for good: the accounts stay, its registrations leave them. May be run again after a crash. */
export async function forgetEvent(storage: Storage, eventId: string): Promise<void> {
  const customers = await storage.open(DATABASES.customers);
  const prefix = `claim_${eventId}/`;
  const { rows } = await customers.allDocs({ ...idRange(prefix), include_docs: true });
  for (const { id, doc } of rows) {
    const customer: unknown = (doc as AnyDoc | undefined)?.['customer'];
    if (typeof customer === 'string')
      await forgetRegistration(customers, customer, id.slice('claim_'.length));
    await remove(customers, id);
  }
}

/** A registration's person was erased: it leaves its account, and an account that has no other goes too. */
export async function forgetPerson(storage: Storage, eventId: string, consumerId: string): Promise<void> {
  const customers = await storage.open(DATABASES.customers);
  const key = `${eventId}/${consumerId}`;
  const holder = await holderOf(customers, key);
  if (typeof holder === 'string') await forgetRegistration(customers, holder, key, true);
  await remove(customers, `claim_${key}`);
}

/** `last`: an account that has no other registration goes with it. */
async function forgetRegistration(
  customers: Database,
  customer: string,
  key: string,
  last = false,
): Promise<void> {
  await update(customers, customer, (stored) => {
    if (stored === null) return null;
    const { [key]: _gone, ...registrations } = (stored as unknown as Customer).registrations;
    const isEmpty = Object.keys(registrations).length === 0;
    return last && isEmpty ? { _deleted: true } : { ...stored, registrations };
  });
}

/** True when the registration may be given to the account: nobody has it, or this very attempt gave it there. */
async function claim(
  customers: Database,
  key: string,
  customer: string,
  attempt: string | undefined,
): Promise<boolean> {
  const id = `claim_${key}`;
  try {
    await insert(customers, { _id: id, type: 'claim', customer, attempt });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  const known = await read(customers, id);
  const holder = known?.['customer'];
  if (attempt !== undefined && known?.['attempt'] === attempt && holder === customer) return true;
  const isBehind = async (): Promise<boolean> => {
    if (typeof holder !== 'string') return false;
    const account = (await read(customers, holder)) as (AnyDoc & Partial<Customer>) | null;
    return account?.registrations?.[key] !== undefined;
  };
  if (await isBehind()) return false;
  await update(customers, id, (stored) => ({ ...stored, type: 'claim', customer, attempt }));
  if (holder === customer || !(await isBehind())) return true;
  // It was not a crash: the other one came through meanwhile.
  await update(customers, id, (stored) => (stored?.['customer'] === customer ? known : null));
  return false;
}
