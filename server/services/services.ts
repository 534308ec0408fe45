import { servicesDocument } from '#domain/documents/services.ts';
import { MASK, replaced } from '#domain/services/secrets.ts';
import type { z } from 'zod';
import { read, update, type Stored } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { createSeals, isSealed, type Seals } from './seals.ts';

export type ServiceSettings = z.output<typeof servicesDocument.schema>;

/** Seals a secret of one event for storing; `path` is its place in the document. */
export type Sealer = (secret: string, path: string) => string;

/** The settings of events' services, with their secrets. For the server alone. */
export class Services {
  private readonly storage: Storage;
  private readonly loadKey: () => Promise<Uint8Array>;
  private opened: Promise<Seals> | null = null;

  /** The key is asked for when there is the first secret: most servers never have one. */
  constructor(storage: Storage, loadKey: () => Promise<Uint8Array>) {
    this.storage = storage;
    this.loadKey = loadKey;
  }

  async sealer(eventId: string): Promise<Sealer> {
    const seals = await this.seals();
    return (secret, path) => seals.seal(secret, placeOf(eventId, path));
  }

  /**
   * What is set for an event; null for nothing. A secret that this server's key does not open is the mask, which no service
   * takes: the settings are there, and wrong.
   */
  async of(eventId: string): Promise<ServiceSettings | null> {
    const stored = await read(await this.storage.open(DATABASES.services), eventId);
    if (stored === null) return null;
    const seals = await this.seals();
    const open = replaced(stored, (value, { section, field }) =>
      isSealed(value) ? (seals.open(value, placeOf(eventId, `${section}.${field}`)) ?? MASK) : value,
    );
    const parsed = servicesDocument.schema.safeParse(open);
    return parsed.success ? parsed.data : null;
  }

  /** A secret as it lies in the settings of an event, to be kept elsewhere too. */
  async sealedOf(eventId: string, path: string, stored: string): Promise<string> {
    return isSealed(stored) ? stored : (await this.sealer(eventId))(stored, path);
  }

  /** A secret of an event as it was stored; null where this server's key does not open it. */
  async openedOf(eventId: string, path: string, stored: string): Promise<string | null> {
    return isSealed(stored) ? (await this.seals()).open(stored, placeOf(eventId, path)) : stored;
  }

  /** Seals what an earlier version stored as it was typed, and lets the database forget that. */
  async sealStored(): Promise<void> {
    const db = await this.storage.open(DATABASES.services);
    const { rows } = await db.allDocs({ include_docs: true });
    const open = rows.filter(({ doc }) => doc !== undefined && hasOpenSecret(doc));
    for (const { id } of open) {
      const seal = await this.sealer(id);
      await update(db, id, (stored) =>
        stored === null || !hasOpenSecret(stored) ? null : sealed(stored, seal),
      );
    }
    if (open.length > 0) await db.compact();
  }

  /** By the same key other secrets of the server are sealed. */
  seals(): Promise<Seals> {
    this.opened ??= this.loadKey().then(createSeals);
    // A folder that cannot be written now may be later.
    this.opened.catch(() => (this.opened = null));
    return this.opened;
  }
}

/** Where a secret lies: sealed there, it opens nowhere else. */
const placeOf = (eventId: string, path: string): string => `${eventId}/${path}`;

const sealed = (doc: Stored, seal: Sealer): Stored =>
  replaced(doc, (value, { section, field }) =>
    isSealed(value) ? value : seal(value, `${section}.${field}`),
  );

function hasOpenSecret(doc: Readonly<Record<string, unknown>>): boolean {
  let has = false;
  replaced(doc, (value) => {
    has ||= !isSealed(value);
    return value;
  });
  return has;
}
