import { DB_BASE } from '#api/wire.ts';
import type { SyncStatus } from './types.ts';

const EVENT_PATH = new RegExp(`^${DB_BASE}/event-([^/?]+)`);

/**
 * What is known of the hub that answers, after a reply for a path: a hub says of an event when that was exchanged, and of everything
 * else when all were. `met`: ms, 0 for never, null for the central server. The same object where nothing is new.
 */
export function heardOfHub(hub: SyncStatus['hub'], met: number | null, path: string): SyncStatus['hub'] {
  if (met === null) return null;
  const at = met === 0 ? null : met;
  const eventId = EVENT_PATH.exec(path)?.[1];
  if (eventId === undefined) return hub !== null && hub.met === at ? hub : { metOf: {}, ...hub, met: at };
  if (hub !== null && hub.metOf[eventId] === at) return hub;
  return { met: hub === null ? at : hub.met, metOf: { ...hub?.metOf, [eventId]: at } };
}
