import type { Clock } from '#domain/devices/clock.ts';
import type { OwnUser } from '#domain/documents/user.ts';
import type { NewId } from '#domain/ids.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { FilledStore } from '../store/eventStore.ts';
import type { DeviceInfo } from '../types.ts';

/** A document on its way into PouchDB, whose types want an index signature. */
export type NewDoc = Record<string, unknown> & { _id: string };

/** What the use cases of one event work with. */
export interface RepositoryContext {
  db: LocalDatabase;
  store: FilledStore;
  clock: Clock;
  device: DeviceInfo;
  newId: NewId;
  /** Waits until no tab of this device holds the name; resolves with the way to let go of it. */
  lock(name: string): Promise<() => void>;
  /**
   * Runs what changes entries of sessions: alone among the tabs of this device, on all that the others have written.
   */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Who acts; read at each use case, because a role may change while the event is open. */
  user(): OwnUser | null;
}
