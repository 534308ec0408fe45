import type { NewVersion } from '#domain/commands/command.ts';
import type { Documents } from '#domain/commands/documents.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { entryChangeId, entryChangePrefix, idRange } from '#domain/ids.ts';
import type { Database } from '../storage/types.ts';
import { allOf, type Made } from './made.ts';

/** Its database, and how it is written to. */
export interface Event extends Pick<Documents, 'write'> {
  db: Database;
}

/** The revisions of those that are there. */
export async function present(db: Database, made: readonly Made[]): Promise<Map<string, string>> {
  const keys = made.flatMap((one) => [
    ...allOf(one),
    ...one.acts.map(({ _id }) => _id),
    ...(one.returns === undefined ? [] : [one.returns.id]),
  ]);
  const { rows } = await db.allDocs({ keys });
  return new Map(
    rows.flatMap((row) => {
      if (!('value' in row)) return [];
      const { rev, deleted } = row.value as { rev: string; deleted?: boolean };
      return deleted === true ? [] : [[row.id, rev] as const];
    }),
  );
}

/**
 * Writes what was there before anew, as it is: whoever is late takes back by the revisions that it wrote, so either this comes
 * first or that. False where it is gone, or somebody changes it just then.
 */
export async function holds(
  { db, write }: Event,
  made: readonly Made[],
  mine: ReadonlyMap<string, string>,
): Promise<boolean> {
  const keys = [...new Set(made.flatMap(({ there = [] }) => there))].filter((id) => !mine.has(id));
  if (keys.length === 0) return true;
  const { rows } = await db.allDocs({ keys, include_docs: true });
  const docs = rows.flatMap((row) => (('doc' in row ? row.doc : null) as unknown as NewVersion | null) ?? []);
  if (docs.length < keys.length) return false;
  return !(await write(docs)).some((reply) => 'conflict' in reply);
}

/**
 * Who has not come back yet, as they are: written anew they are another revision than the one that a late process knows, so it
 * decides anew.
 */
export async function stillAway(db: Database, made: readonly Made[]): Promise<NewVersion[]> {
  const keys = made.flatMap(({ returns }) => returns?.id ?? []);
  if (keys.length === 0) return [];
  const { rows } = await db.allDocs({ keys, include_docs: true });
  return rows.flatMap((row) => (('doc' in row ? row.doc : null) as unknown as NewVersion | null) ?? []);
}

/** The ends of those (`mine`, the revisions by id) whom no act enters: of that moment or later, or `ever`. */
export async function unentered(
  db: Database,
  made: readonly Made[],
  mine: ReadonlyMap<string, string>,
  { ever = false } = {},
): Promise<NewVersion[]> {
  const since = new Map<string, number>();
  for (const { sessionId, time } of made.flatMap(({ acts }) => acts))
    since.set(sessionId, Math.min(time, since.get(sessionId) ?? time));
  const entered = new Set<string>();
  for (const [sessionId, time] of since) {
    const range = idRange(entryChangePrefix(sessionId));
    const startkey = ever ? range.startkey : entryChangeId(sessionId, time, '');
    const { rows } = await db.allDocs({ startkey, endkey: range.endkey, include_docs: true });
    for (const { doc } of rows)
      for (const { clientId } of (doc as unknown as EntryChange | undefined)?.rows ?? [])
        entered.add(clientId);
  }
  return made.filter(({ ids }) => !ids.some((id) => entered.has(id))).flatMap(({ ids }) => endsOf(ids, mine));
}

export const endsOf = (ids: readonly string[], here: ReadonlyMap<string, string>): NewVersion[] =>
  ids.flatMap((_id) => {
    const _rev = here.get(_id);
    return _rev === undefined ? [] : [{ _id, _rev, _deleted: true as const }];
  });
