import type { z } from 'zod';

/** What brings a document of one version to the next. It must be pure and must keep the fields that it does not know. */
export type Migration = (doc: Record<string, unknown>) => Record<string, unknown>;

/** All that is known of one type of document; each stands in a file of its own (decision 21). */
export interface DocumentDefinition<S extends z.ZodObject = z.ZodObject> {
  /** Fields with their types, bounds and defaults. */
  schema: S;
  /**
   * The newest version that this program knows. It rises only with a change that an older program would misread or
   * spoil; a new optional field comes without.
   */
  version: number;
  /** `migrations[0]` makes version 2 of version 1, and so on: one less than there are versions. */
  migrations: readonly Migration[];
  /** Older names of fields and today's: read in documents of any version; today's wins where both are there. */
  spellings?: Readonly<Record<string, string>>;
  /** An event has thousands: those that are complete are read without another look into each (see `isComplete`). */
  numerous?: boolean;
}

export function defineDocument<S extends z.ZodObject>(definition: DocumentDefinition<S>): typeof definition {
  if (definition.migrations.length !== definition.version - 1)
    throw new RangeError('each version after the first has the migration that leads to it');
  return definition;
}

/** The version that a document says it has. Without one it is of the first: so whoever only knows the contract writes. */
export function versionOf(doc: Readonly<Record<string, unknown>>): number {
  const { schemaVersion } = doc;
  return Number.isSafeInteger(schemaVersion) && Number(schemaVersion) >= 1 ? Number(schemaVersion) : 1;
}

/** A document in the form of `version`, by default the newest known; the very same where nothing is to be done. */
export function migrated<T extends Record<string, unknown>>(
  { version: newest, migrations, spellings }: DocumentDefinition,
  doc: T,
  version = newest,
): T {
  const before = versionOf(doc);
  const after = Math.min(version, newest);
  // Thousands are read at a start, and nearly all are so.
  if (spellings === undefined && before >= after) return doc;
  let result: Record<string, unknown> = doc;
  const older = Object.keys(spellings ?? {}).filter((name) => doc[name] !== undefined);
  if (spellings !== undefined && older.length > 0) {
    const kept = Object.entries(doc).filter(([name]) => !older.includes(name));
    result = Object.fromEntries(kept);
    for (const name of older) result[spellings[name] as string] ??= doc[name];
  }
  for (const migrate of migrations.slice(before - 1, after - 1)) result = migrate(result);
  return (before < after ? { ...result, schemaVersion: after } : result) as T;
}
