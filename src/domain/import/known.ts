import type { Client } from '../documents/client.ts';
import type { Consumer } from '../documents/consumer.ts';
import { fold } from '../search/search.ts';
import { isCount } from './counts.ts';
import type { PlannedClient } from './planned.ts';

/*
 * Rows that look like somebody who is there already: by number, by e-mail, or by name where the e-mails do not tell them
 * apart. A person says what becomes of each.
 */

/** What a row has in common with a guest: the surest of them. */
export type Likeness = 'number' | 'email' | 'name';
/** What becomes of a row that looks like somebody. */
export type KnownChoice = 'skip' | 'add' | 'update';

/** What an update may write. The number stays: the guest's ticket carries it. */
export const UPDATED_FIELDS = [
  ...(['title', 'forename', 'surname', 'company', 'category', 'language'] as const),
  ...(['email', 'phone', 'notes', 'diet'] as const),
] as const;
export type UpdatedField = (typeof UPDATED_FIELDS)[number];
export type ClientChanges = Partial<Pick<PlannedClient, UpdatedField>>;

/** Of the registration's address: a guest has none of their own. */
export const ADDRESS_FIELDS = ['street', 'zip', 'city', 'country'] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];
export type AddressChanges = Partial<Record<AddressField, string>>;
/** All that an update may write. */
export const WRITTEN_FIELDS = [...UPDATED_FIELDS, ...ADDRESS_FIELDS] as const;
export type WrittenField = (typeof WRITTEN_FIELDS)[number];

export interface Known {
  client: Client;
  likeness: Likeness;
  /** Namesakes share an e-mail too: then nothing else is as likely as the same person. */
  sure: boolean;
}

export interface KnownPeople {
  byNumber: ReadonlyMap<string, Client>;
  byEmail: ReadonlyMap<string, readonly Client[]>;
  byName: ReadonlyMap<string, readonly Client[]>;
  /** How many guests each registration has. */
  guestsOf: ReadonlyMap<string, number>;
}

type Named = Pick<Client, 'forename' | 'surname'>;

export const emailKey = (text: string | null | undefined): string => (text ?? '').trim().toLowerCase();
export const nameKey = ({ forename, surname }: Named): string =>
  fold(`${forename} ${surname}`)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');

/** Of the same whole name, whatever its order, case and accents. */
export const isNamesake = (one: Named, other: Named): boolean => nameKey(one) === nameKey(other);

function listed(lists: Map<string, Client[]>, key: string, client: Client): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [client]);
  else list.push(client);
}

export function knownPeople(clients: Iterable<Client>): KnownPeople {
  const byNumber = new Map<string, Client>();
  const byEmail = new Map<string, Client[]>();
  const byName = new Map<string, Client[]>();
  const guestsOf = new Map<string, number>();
  for (const client of clients) {
    const number = client.number?.trim();
    if (number) byNumber.set(number, client);
    const email = emailKey(client.email);
    if (email !== '') listed(byEmail, email, client);
    listed(byName, nameKey(client), client);
    if (client.consumerId) guestsOf.set(client.consumerId, (guestsOf.get(client.consumerId) ?? 0) + 1);
  }
  return { byNumber, byEmail, byName, guestsOf };
}

type Row = Pick<PlannedClient, 'number' | 'forename' | 'surname' | 'email'>;

/**
 * The guest whom a row looks like most, or null. Where numbers are those of orders, or may be places in a list, another
 * guest may have the number of the row by right: then e-mail and name say more.
 */
export function likeWhom(row: Row, people: KnownPeople, numbersAreOrders = false): Known | null {
  const numbered = row.number === '' ? undefined : people.byNumber.get(row.number);
  if (numbered === undefined) return likeWhomByName(row, people);
  if ((!numbersAreOrders && !isCount(row.number)) || isNamesake(numbered, row))
    return { client: numbered, likeness: 'number', sure: true };
  return likeWhomByName(row, people) ?? { client: numbered, likeness: 'number', sure: false };
}

/** Of two tickets for one person the same each time, so that a file that comes again changes nobody else. */
const firstOf = (clients: readonly Client[]): Client | undefined =>
  clients.toSorted((a, b) => compareCodes(a.number ?? '', b.number ?? '') || compareCodes(a._id, b._id))[0];
const compareCodes = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function likeWhomByName(row: Row, people: KnownPeople): Known | null {
  const email = emailKey(row.email);
  const name = nameKey(row);
  const mailed = email === '' ? [] : (people.byEmail.get(email) ?? []);
  const [first] = mailed;
  if (first !== undefined) {
    const same = firstOf(mailed.filter((client) => nameKey(client) === name));
    // Couples and assistants share an address.
    return { client: same ?? first, likeness: 'email', sure: same !== undefined };
  }
  const namesake = firstOf(
    // With two addresses they are two people.
    (people.byName.get(name) ?? []).filter((client) => email === '' || emailKey(client.email) === ''),
  );
  return namesake === undefined ? null : { client: namesake, likeness: 'name', sure: true };
}

/** What the row says otherwise than the guest's document; what the row does not say stays. `said` are the file's fields. */
export function changesOf(
  row: ClientChanges,
  client: Client,
  said: ReadonlySet<UpdatedField>,
): ClientChanges {
  const changes: Record<string, unknown> = {};
  for (const field of UPDATED_FIELDS) {
    if (!said.has(field)) continue;
    const next = row[field];
    if (next === undefined || next === null || next === '') continue;
    if (next !== (client[field] ?? '')) changes[field] = next;
  }
  return changes as ClientChanges;
}

/** To whom a registration is sent, and where. */
export interface Addressee {
  person?: Consumer['person'];
  address?: Consumer['address'];
}

/**
 * What the row says otherwise than the registration's address. A party's is that of whoever registered it: a file that
 * comes again with an address in each of its rows would turn it over and over.
 */
export function addressChangesOf(
  row: AddressChanges,
  { client, addressee }: { client: Client; addressee: Addressee },
  guests: number,
): AddressChanges {
  const { person, address } = addressee;
  const isOwn = isNamesake(client, { forename: person?.forename ?? '', surname: person?.surname ?? '' });
  if (!isOwn && guests > 1) return {};
  return Object.fromEntries(
    ADDRESS_FIELDS.flatMap((field): [AddressField, string][] => {
      const next = row[field] ?? '';
      return next === '' || next === (address?.[field] ?? '') ? [] : [[field, next]];
    }),
  );
}
