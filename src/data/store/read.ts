import { typeOfId } from '#domain/ids.ts';
import { parseDocument, type EventDocument } from '#domain/documents/index.ts';
import type { Session } from '#domain/documents/session.ts';

/** A document out of the local database. */
export type StoredDoc = Record<string, unknown> & {
  _id: string;
  _rev: string;
  _conflicts?: string[];
  _deleted?: boolean;
};

/**
 * The typed document, or null for one that is none of ours. What has its defaulted fields is taken as it is: the
 * gateway has judged it, and checking 10,000 documents again costs a phone more than a second.
 */
export function readDocument(doc: StoredDoc): EventDocument | null {
  const type = typeOfId(doc._id);
  if (type === null) return null;
  if (doc['type'] === type && hasDefaults[type]?.(doc) === true) return doc as unknown as EventDocument;
  if (type === 'session') return readSession(doc);
  const parsed = parseDocument(withoutConflicts(doc));
  return parsed.ok ? parsed.value : null;
}

/** A session's entries, up to 20,000, are taken as they are for the same reason; everything else of it is checked. */
function readSession(doc: StoredDoc): EventDocument | null {
  const { clients, ...rest } = withoutConflicts(doc);
  const trusted = Array.isArray(clients) && clients.every(hasEntryDefaults);
  const parsed = parseDocument(trusted ? { ...rest, clients: [] } : { ...rest, clients });
  if (!parsed.ok || parsed.value.type !== 'session') return null;
  return trusted ? { ...parsed.value, clients: clients as Session['clients'] } : parsed.value;
}

function hasEntryDefaults(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { clientId, checkInTime, updatedTime } = entry as Record<string, unknown>;
  return typeof clientId === 'string' && checkInTime !== undefined && typeof updatedTime === 'number';
}

function withoutConflicts({ _conflicts, ...doc }: StoredDoc): Record<string, unknown> {
  return doc;
}

const hasDefaults: Partial<Record<string, (doc: StoredDoc) => boolean>> = {
  checkin: (doc) => typeof doc['time'] === 'number',
  client: (doc) =>
    doc['metadata'] !== undefined && doc['category'] !== undefined && doc['language'] !== undefined,
  consumer: (doc) =>
    doc['metadata'] !== undefined &&
    doc['notifs'] !== undefined &&
    doc['notifMethod'] !== undefined &&
    doc['paymentType'] !== undefined &&
    doc['status'] !== undefined &&
    hasRegistrationDefaults(doc['registration']),
};

function hasRegistrationDefaults(registration: unknown): boolean {
  if (registration === null || registration === undefined) return true;
  const { amount, currency, rate, vat } = registration as Record<string, unknown>;
  return amount !== undefined && currency !== undefined && rate !== undefined && vat !== undefined;
}
