import type { Client } from './documents/client.ts';
import type { SessionEntry } from './documents/session.ts';

/*
 * What a scanned or typed code means at the door of one session (specification 2 §4, "Client check-in"). The code of a
 * guest is the client's number (specification 1 §3).
 */

/** The clients of each number; two devices without network can have given the same one twice. */
export type NumberIndex = ReadonlyMap<string, readonly string[]>;

export function indexNumbers(clients: ReadonlyMap<string, Client>): NumberIndex {
  const index = new Map<string, string[]>();
  for (const [id, client] of clients) {
    const number = client.number?.trim() ?? '';
    if (number === '') continue;
    const same = index.get(number);
    if (same === undefined) index.set(number, [id]);
    else same.push(id);
  }
  return index;
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
  const found = numbers.get(code.trim()) ?? [];
  const readings = found.map((clientId): CodeReading => {
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
