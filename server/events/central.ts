import { CENTRAL_DOC_ID, type CentralEvent, type CentralEvents } from '#domain/documents/event.ts';
import { read, update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

/** All events that the server knows. */
export async function centralEvents(storage: Storage): Promise<CentralEvents['events']> {
  const central = await read(await storage.open(DATABASES.central), CENTRAL_DOC_ID);
  return (central as unknown as CentralEvents | null)?.events ?? [];
}

/**
 * Changes the `events` document of `central`, deciding again after a conflict. `change` gets the events as stored and
 * returns the new list, or null to change nothing; `touch` writes even an unchanged list, so that everyone's
 * projection is replicated anew.
 */
export async function updateCentral(
  storage: Storage,
  change: (events: readonly CentralEvent[]) => readonly CentralEvent[] | null,
): Promise<void> {
  await update(await storage.open(DATABASES.central), CENTRAL_DOC_ID, (stored) => {
    const before = (stored as unknown as CentralEvents | null)?.events ?? [];
    const events = change(before);
    return events === null ? null : { ...stored, type: 'events', events };
  });
}

/** The event is no longer named: nobody reaches it any more. */
export const takeFromCentral = (storage: Storage, eventId: string): Promise<void> =>
  updateCentral(storage, (events) => {
    const rest = events.filter(({ id }) => id !== eventId);
    return rest.length === events.length ? null : rest;
  });

/** A server without events has an empty list: where there is none, devices would wait for it, or keep an old one. */
export async function beginCentral(storage: Storage): Promise<void> {
  const central = await storage.open(DATABASES.central);
  if ((await read(central, CENTRAL_DOC_ID)) !== null) return;
  // A node that is starting may not have what the others have.
  await storage.assertMajority?.();
  await update(central, CENTRAL_DOC_ID, (stored) =>
    stored === null ? { type: 'events', events: [] } : null,
  );
}

/** Writes `central` anew without changing it: someone's view of it has changed. */
export async function touchCentral(storage: Storage, now: number): Promise<void> {
  await update(await storage.open(DATABASES.central), CENTRAL_DOC_ID, (stored) =>
    stored === null ? null : { ...stored, touchedAt: now },
  );
}

/** What a person below manager sees of `central`: their own events, naming nobody else. */
export function projectEvents(events: readonly CentralEvent[], userId: string): CentralEvent[] {
  return events
    .filter(({ authorized }) => authorized.includes(userId))
    .map((event) => ({ ...event, authorized: [userId] }));
}
