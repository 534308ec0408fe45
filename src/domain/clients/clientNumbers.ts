import { digest } from '../canonical.ts';
import type { Client } from '../documents/client.ts';

/*
 * A client's number is unique within its event and stands on the ticket. Two devices without network may give the same
 * one twice (VALID-68): then nobody picks one of the two, until somebody has given the later one another number.
 */

/** The longest number that the schema takes. */
const LONGEST = 100;
/** Characters of a new number's own part. */
const CODE = 5;

type Numbered = Pick<Client, '_id' | 'number' | 'formerNumbers' | 'metadata'>;
type Clients = ReadonlyMap<string, Numbered>;

const numberOf = ({ number }: Pick<Client, 'number'>): string => number?.trim() ?? '';

/** What may stand on a client's ticket: the number, then those that it gave up. */
export function ticketNumbers(client: Pick<Client, 'number' | 'formerNumbers'>): string[] {
  const own = [numberOf(client), ...(client.formerNumbers ?? []).map((number) => number.trim())];
  return [...new Set(own)].filter((number) => number !== '');
}

/**
 * The numbers in use, those on printed tickets too; deleted clients are not among `clients`, so theirs are free again.
 */
export function takenNumbers(clients: Clients, except?: string): Set<string> {
  const taken = new Set<string>();
  for (const client of clients.values()) {
    if (client._id !== except) for (const number of ticketNumbers(client)) taken.add(number);
  }
  return taken;
}

/** The same for one number, or a few of them, without a walk that keeps them all. */
export const numbersOf = (clients: Clients): Pick<ReadonlySet<string>, 'has'> => ({
  has(number) {
    if (number === '') return false;
    for (const client of clients.values()) {
      if (numberOf(client) === number || client.formerNumbers?.some((one) => one.trim() === number) === true)
        return true;
    }
    return false;
  },
});

/**
 * Numbers for further guests of a main client: what stands before its -01, then the next ones that are free
 * ('G0012-01' → 'G0012-02', …). `taken` are all numbers of the event.
 */
export function guestNumbers(mainNumber: string, taken: ReadonlySet<string>, count: number): string[] {
  const at = mainNumber.lastIndexOf('-01');
  const before = mainNumber.slice(0, at);
  const after = mainNumber.slice(at + 3);
  const numbers: string[] = [];
  for (let next = 2; numbers.length < count; next++) {
    const number = `${before}-${String(next).padStart(2, '0')}${after}`;
    if (!taken.has(number)) numbers.push(number);
  }
  return numbers;
}

/** A code for whoever comes without one, for the barcode: 8 characters, unique among `taken`. */
export function freshNumber(newId: () => string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  for (;;) {
    const number = newId().slice(0, 8).toUpperCase();
    if (!taken.has(number)) return number;
  }
}

/** Clients who have one number: the first keeps it, the others are to get new ones. */
export interface SharedNumber {
  number: string;
  /** In the order of their creation; two or more. */
  clientIds: readonly [string, ...string[]];
}

/** Every number that several clients have now, in the order of the numbers. */
export function sharedNumbers(clients: Clients): SharedNumber[] {
  const holders = new Map<string, Numbered[]>();
  for (const client of clients.values()) {
    const number = numberOf(client);
    if (number === '') continue;
    const known = holders.get(number);
    if (known === undefined) holders.set(number, [client]);
    else known.push(client);
  }
  return [...holders]
    .flatMap(([number, list]): SharedNumber[] => {
      const [first, ...others] = list.sort(byCreation).map(({ _id }) => _id);
      return first === undefined || others.length === 0 ? [] : [{ number, clientIds: [first, ...others] }];
    })
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

function byCreation(a: Numbered, b: Numbered): number {
  const difference = (a.metadata.createdAt ?? 0) - (b.metadata.createdAt ?? 0);
  return difference !== 0 ? difference : a._id < b._id ? -1 : 1;
}

/**
 * The new numbers by client id, of all who have this number except the first. They follow from the number and the
 * client alone, so that two devices that settle it at once write the same; only a number that is in use already, which
 * one of them may not know, leads to another one.
 */
export function settledNumbers(clients: Clients, number: string): Map<string, string> {
  const shared = sharedNumbers(clients).find((one) => one.number === number.trim());
  const taken = takenNumbers(clients);
  const settled = new Map<string, string>();
  for (const clientId of shared?.clientIds.slice(1) ?? []) {
    const next = derivedNumber(number.trim(), clientId, taken);
    taken.add(next);
    settled.set(clientId, next);
  }
  return settled;
}

/** The former number stays readable in it, with its -01, by which a main client is known. */
function derivedNumber(number: string, clientId: string, taken: ReadonlySet<string>): string {
  for (let turn = 0; ; turn++) {
    const code = digest(`${number} ${clientId} ${turn}`).slice(0, CODE).toUpperCase();
    const next = number.length + 1 + CODE > LONGEST ? code : `${number}-${code}`;
    if (!taken.has(next)) return next;
  }
}

/**
 * The client with another number. `kept`: the one before stays findable, because a ticket may be printed with it; else
 * such a ticket is no longer good.
 */
export function renumbered<T extends Pick<Client, 'number' | 'formerNumbers'>>(
  client: T,
  number: string,
  kept: boolean,
): T {
  const former = ticketNumbers({
    number: kept ? client.number : null,
    formerNumbers: client.formerNumbers,
  }).filter((one) => one !== number.trim());
  const { formerNumbers: _before, ...rest } = client;
  // The generic rest of a spread is not known to be a T without its optional field.
  return { ...(rest as T), number, ...(former.length === 0 ? {} : { formerNumbers: former.sort() }) };
}
