import type { Client } from './documents/client.ts';
import type { SessionEntry } from './documents/session.ts';

/*
 * What a scanned or typed code means at the door of one session (specification 2 §4, "Client check-in"). The code of a
 * guest is the client's number (specification 1 §3).
 */

export interface NumberIndex {
  /** The clients of each number; two devices without network can have given the same one twice. */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The numbers that look like this one. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
}

export function indexNumbers(clients: ReadonlyMap<string, Client>): NumberIndex {
  const exact = new Map<string, string[]>();
  const alike = new Map<string, string[]>();
  for (const [id, client] of clients) {
    const number = client.number?.trim() ?? '';
    if (number === '') continue;
    const same = exact.get(number);
    if (same !== undefined) {
      same.push(id);
      continue;
    }
    exact.set(number, [id]);
    const others = alike.get(look(number));
    if (others === undefined) alike.set(look(number), [number]);
    else others.push(number);
  }
  return { exact, alike };
}

/** What is left of a number that other software has printed: in capitals or small letters, in groups, with marks. */
const look = (number: string): string =>
  number
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}]/gu, '')
    .toUpperCase();

/** Who has this number; else who has the only one that looks like it. */
function clientsOf(code: string, { exact, alike }: NumberIndex): readonly string[] {
  const found = exact.get(code.trim());
  if (found !== undefined) return found;
  const [only, ...others] = alike.get(look(code)) ?? [];
  return only === undefined || others.length > 0 ? [] : (exact.get(only) ?? []);
}

export type CodeReading =
  | { kind: 'expected'; clientId: string }
  | { kind: 'already'; clientId: string; since: number }
  /** A guest of the event who is not registered for this session. */
  | { kind: 'elsewhere'; clientId: string }
  | { kind: 'unknown' };

/** Of several clients with one number, somebody who is expected comes first, then somebody who is registered. */
export function readCode(
  code: string,
  numbers: NumberIndex,
  entryOf: Pick<ReadonlyMap<string, SessionEntry>, 'get'>,
): CodeReading {
  const readings = clientsOf(code, numbers).map((clientId): CodeReading => {
    const entry = entryOf.get(clientId);
    if (entry === undefined) return { kind: 'elsewhere', clientId };
    return entry.checkInTime === null
      ? { kind: 'expected', clientId }
      : { kind: 'already', clientId, since: entry.checkInTime };
  });
  return (
    readings.find(({ kind }) => kind === 'expected') ??
    readings.find(({ kind }) => kind === 'already') ??
    readings[0] ?? { kind: 'unknown' }
  );
}
