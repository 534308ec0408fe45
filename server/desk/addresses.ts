import { databaseName } from '#domain/ids.ts';
import { isConflict } from '../base/errors.ts';
import { insert, read } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

const idOf = (accessId: string): string => `address_${accessId}`;

/**
 * Which event each public address belongs to. The first event that claims one has it for good: nobody takes over another
 * event's link, also not one whose form is gone.
 */
export class DeskAddresses {
  private readonly storage: Storage;
  /** A claim never changes. */
  private readonly known = new Map<string, string>();

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** True when the address is the event's from now on, or was already. */
  async claim(accessId: string, eventId: string): Promise<boolean> {
    const known = await this.claimedBy(accessId);
    if (known !== null) return known === eventId;
    try {
      await insert(await this.storage.open(DATABASES.desk), { _id: idOf(accessId), eventId });
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    return (await this.claimedBy(accessId)) === eventId;
  }

  /** The event of an address; null for one that nobody has, and where the event is gone. */
  async eventOf(accessId: string): Promise<string | null> {
    const eventId = await this.claimedBy(accessId);
    return eventId !== null && (await this.storage.exists(databaseName(eventId))) ? eventId : null;
  }

  private async claimedBy(accessId: string): Promise<string | null> {
    const known = this.known.get(accessId);
    if (known !== undefined) return known;
    const stored = await read(await this.storage.open(DATABASES.desk), idOf(accessId));
    const eventId = stored?.['eventId'];
    if (typeof eventId !== 'string') return null;
    this.known.set(accessId, eventId);
    return eventId;
  }
}
