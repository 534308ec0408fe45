/*
 * Times of acts decide merges: the later one wins. One from far ahead would win against everybody for years, and nothing
 * could follow it (readings, no. 42). Dates that people plan with, of events and sessions, are none of them.
 */

type Fields = Record<string, unknown>;

const OF_DOCUMENT = ['archivedAt', 'deletedAt'] as const;
const OF_METADATA = ['createdAt', 'updatedAt', 'detailsAt', 'planAt'] as const;
const OF_REGISTER_TIMES = ['upTo', 'rest'] as const;
/** Dated with its document: on another day it would say that this is an edit (`editedAt`). */
const OF_TOLD = ['at', 'editedAt'] as const;
const OF_ENTRY = ['checkInTime', 'updatedTime'] as const;
const OF_ENTRY_CHANGE = ['time'] as const;
const OF_REGISTERS = ['in', 'placement', 'product'] as const;

/** Edits upon what is stored are later by a millisecond each, whatever the clocks say. */
const FOLLOWERS_MS = 1000;

/** One time of an act: where it stands, and whose entry it is of. */
interface Act {
  holder: Fields;
  field: string;
  part:
    '' | 'metadata' | 'metadata.told' | 'metadata.registers' | 'detailTimes' | 'clients' | 'removedClients';
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Those that are later than `limit`; hardly ever any, so that only these cost something. */
function actsAfter(doc: Readonly<Fields>, limit: number): Act[] {
  const acts: Act[] = [];
  const look = (holder: Fields, fields: readonly string[], part: Act['part']): void => {
    for (const field of fields) {
      const time = holder[field];
      if (typeof time === 'number' && time > limit) acts.push({ holder, field, part });
    }
  };
  look(doc, OF_DOCUMENT, '');
  const lookInto = (registers: unknown, part: Act['part']): void => {
    if (!isObject(registers)) return;
    look(registers, OF_REGISTER_TIMES, part);
    const { times } = registers;
    if (isObject(times)) look(times, Object.keys(times), part);
  };
  const { metadata, detailTimes, clients, removedClients } = doc;
  if (isObject(metadata)) {
    look(metadata, OF_METADATA, 'metadata');
    if (isObject(metadata['told'])) look(metadata['told'], OF_TOLD, 'metadata.told');
    lookInto(metadata['registers'], 'metadata.registers');
  }
  if (doc['type'] === 'entrychange' || doc['type'] === 'payment') look(doc, OF_ENTRY_CHANGE, '');
  if (doc['type'] !== 'session') return acts;
  lookInto(detailTimes, 'detailTimes');
  if (Array.isArray(clients))
    for (const entry of clients) {
      if (!isObject(entry)) continue;
      look(entry, OF_ENTRY, 'clients');
      if (isObject(entry['at'])) look(entry['at'], OF_REGISTERS, 'clients');
    }
  if (isObject(removedClients)) look(removedClients, Object.keys(removedClients), 'removedClients');
  return acts;
}

const nameOf = ({ holder, field, part }: Act): string =>
  part === 'clients' ? `${part}/${String(holder['clientId'])}/${field}` : `${part}/${field}`;

/**
 * The dotted path of the first act that is later than `limit`, or null. One that is stored so already stays, and may be
 * followed: whoever edits such a document has done nothing wrong.
 */
export function actAhead(
  doc: Readonly<Fields>,
  stored: Readonly<Fields> | null,
  limit: number,
): string | null {
  const acts = actsAfter(doc, limit);
  if (acts.length === 0) return null;
  const known = new Map(actsAfter(stored ?? {}, limit).map((act) => [nameOf(act), act.holder[act.field]]));
  const ahead = acts.find((act) => {
    const before = known.get(nameOf(act));
    return typeof before !== 'number' || Number(act.holder[act.field]) > before + FOLLOWERS_MS;
  });
  if (ahead === undefined) return null;
  return ahead.part === '' ? ahead.field : `${ahead.part}.${ahead.field}`;
}

/** The document with `now` in place of every act that is later than `limit`; the very same where there is none. */
export function datedBack<T extends Fields>(doc: T, limit: number, now: number): T {
  if (actsAfter(doc, limit).length === 0) return doc;
  const copy = structuredClone(doc);
  for (const { holder, field } of actsAfter(copy, limit)) holder[field] = now;
  return copy;
}
