import { servicesDocument } from '#domain/documents/services.ts';
import { MASK, replaced } from '#domain/services/secrets.ts';
import type { z } from 'zod';
import { read, update, type Stored } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { isSealed, type Seals } from './seals.ts';

export type ServiceSettings = z.output<typeof servicesDocument.schema>;

/** Where a secret lies: sealed there, it opens nowhere else. */
export const placeOf = (eventId: string, path: string): string => `${eventId}/${path}`;

/** The settings of events' services, with their secrets. For the server alone. */
export class Services {
  private readonly storage: Storage;
  private readonly seals: Seals;

  constructor(storage: Storage, seals: Seals) {
    this.storage = storage;
    this.seals = seals;
  }

  /** For what is to be stored: a secret of the event, by its path in the document. */
  seal(eventId: string, secret: string, path: string): string {
    return this.seals.seal(secret, placeOf(eventId, path));
  }

  /**
   * What is set for an event; null for nothing. A secret that this server's key does not open is the mask, which no service
   * takes: the settings are there, and wrong.
   */
  async of(eventId: string): Promise<ServiceSettings | null> {
    const stored = await read(await this.storage.open(DATABASES.services), eventId);
    if (stored === null) return null;
    const open = replaced(stored, (value, { section, field }) =>
      isSealed(value) ? (this.seals.open(value, placeOf(eventId, `${section}.${field}`)) ?? MASK) : value,
    );
    const parsed = servicesDocument.schema.safeParse(open);
    return parsed.success ? parsed.data : null;
  }

  /** Seals what an earlier version stored as it was typed, and lets the databases forget that. */
  async sealStored(): Promise<void> {
    const db = await this.storage.open(DATABASES.services);
    const { rows } = await db.allDocs({ include_docs: true });
    let isChanged = false;
    for (const { id, doc } of rows) {
      if (doc === undefined || this.sealed(doc as Stored) === doc) continue;
      await update(db, id, (stored) => stored && this.sealed(stored));
      isChanged = true;
    }
    if (isChanged) await db.compact();
  }

  private sealed<T extends Stored>(doc: T): T {
    let isOpen = false;
    const next = replaced(doc, (value, { section, field }) => {
      if (isSealed(value)) return value;
      isOpen = true;
      return this.seal(doc._id, value, `${section}.${field}`);
    });
    return isOpen ? next : doc;
  }
}
