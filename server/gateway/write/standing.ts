import type { Database } from '../../storage/types.ts';

/** The revisions that documents stand at, by their ids; one that was never there is missing. */
export type Standing = ReadonlyMap<string, { rev: string; deleted: boolean }>;

/** One question for all of them: most of what devices bring is new, and nothing more is to be asked about it. */
export async function standingOf(db: Database, ids: readonly string[]): Promise<Standing> {
  const keys = [...new Set(ids)];
  if (keys.length === 0) return new Map();
  const { rows } = await db.allDocs({ keys });
  return new Map(
    rows.flatMap((row) => {
      if (!('value' in row)) return [];
      const { rev, deleted } = row.value as { rev: string; deleted?: boolean };
      return [[row.id, { rev, deleted: deleted === true }] as const];
    }),
  );
}
