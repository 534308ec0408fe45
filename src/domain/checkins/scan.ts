import { ticketNumbers } from '../clients/clientNumbers.ts';
import type { Client } from '../documents/client.ts';
import type { SessionEntry } from '../documents/session.ts';

/*
 * What a scanned or typed code means at the door of one session (specification 2 §4, "Client check-in"). The code of a
 * guest is the client's number (specification 1 §3). Where it fits several guests, the host says which one stands there:
 * to pick one of them would let in the wrong guest, and turn the right one away (VALID-68).
 */

export interface NumberIndex {
  /**
   * The clients of each number, now or on a ticket printed before; two devices without network can have given the same
   * one twice.
   */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The numbers that look like this one. Made when first asked for: most tickets are read as they are. */
  alike(looks: string): readonly string[];
  /** The numbers that have these letters and digits, whatever stands between them. */
  spelt(signs: string): readonly string[];
}

export function indexNumbers(clients: ReadonlyMap<string, Client>): NumberIndex {
  const exact = new Map<string, string[]>();
  for (const [id, client] of clients) {
    for (const number of ticketNumbers(client)) listed(exact, number).push(id);
  }
  const by = (sight: (number: string) => string) => {
    let lists: Map<string, string[]> | null = null;
    return (seen: string): readonly string[] => {
      if (lists === null) {
        lists = new Map();
        for (const number of exact.keys()) listed(lists, sight(number)).push(number);
      }
      return seen === '' ? [] : (lists.get(seen) ?? []);
    };
  };
  return { exact, alike: by(look), spelt: by(spell) };
}

function listed(lists: Map<string, string[]>, key: string): string[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: string[] = [];
  lists.set(key, list);
  return list;
}

/**
 * A number as it may come from other software and other keyboards: small letters, hidden marks, and another sign for
 * the hyphen, as a scanner set to one keyboard types on another (a US one types `'` on a Swiss one).
 */
const look = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[\p{P}\p{S}]/gu, '-')
    .trim()
    .toUpperCase();

/** Its letters and digits alone. */
const spell = (number: string): string => look(number).replaceAll(/[ -]/gu, '');

/**
 * The number that somebody means who types it from a ticket, without its hyphens or with spaces in their place; the code as it is
 * where it is a number itself, or none, or could be several. Not for what is read by a machine, which leaves out nothing.
 */
export function numberMeant(code: string, numbers: NumberIndex): string {
  if (clientsOf(code, numbers).length > 0) return code;
  const [only, ...others] = numbers.spelt(spell(code));
  return only === undefined || others.length > 0 ? code : only;
}

/** Who has this number; else everybody whose number looks like it, in groups or not. */
function clientsOf(code: string, { exact, alike }: NumberIndex): readonly string[] {
  const found = exact.get(code.trim());
  if (found !== undefined) return found;
  const numbers = [look(code), look(code).replaceAll(' ', '')].map(alike).find(({ length }) => length > 0);
  return [...new Set(numbers?.flatMap((number) => exact.get(number) ?? []))];
}

/** What a code says of one guest. */
export type GuestReading =
  | { kind: 'expected'; clientId: string }
  | { kind: 'already'; clientId: string; since: number }
  /** A guest of the event who is not registered for this session. */
  | { kind: 'elsewhere'; clientId: string };

export type CodeReading =
  | GuestReading
  /** Only the host can tell who of these it is; two or more. */
  | { kind: 'several'; guests: readonly GuestReading[] }
  | UnknownCode;

/** Nobody's code any more: `deleted` is the guest whose it was. */
export type UnknownCode = { kind: 'unknown'; deleted: string | null };

type EntryOf = Pick<ReadonlyMap<string, SessionEntry>, 'get'>;

/** `deleted` are the numbers of guests who were deleted. */
export function readCode(
  code: string,
  numbers: NumberIndex,
  deleted: NumberIndex,
  entryOf: EntryOf,
): CodeReading {
  const guests = clientsOf(code, numbers).map((clientId) => readGuest(clientId, entryOf));
  const [only, ...others] = guests;
  if (only === undefined) {
    const [former, ...more] = clientsOf(code, deleted);
    return { kind: 'unknown', deleted: more.length > 0 ? null : (former ?? null) };
  }
  return others.length === 0 ? only : { kind: 'several', guests };
}

export function readGuest(clientId: string, entryOf: EntryOf): GuestReading {
  const entry = entryOf.get(clientId);
  if (entry === undefined) return { kind: 'elsewhere', clientId };
  return entry.checkInTime === null
    ? { kind: 'expected', clientId }
    : { kind: 'already', clientId, since: entry.checkInTime };
}
