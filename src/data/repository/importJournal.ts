import type { ImportJournal } from '#domain/commands/importClients.ts';
import { importClients, type ImportOptions } from '#domain/work/importClients.ts';
import {
  bothLeft,
  heldIn,
  isEmpty,
  takeBackUnfinished,
  type JournalKeeper,
  type LeftOfImports,
} from '#domain/work/importLeft.ts';
import { undoMany } from '#domain/work/undoMany.ts';
import { err } from '#domain/result.ts';
import type { RepositoryContext } from './context.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import { workIn } from './work.ts';

/**
 * A `_local` document, which never leaves this device: the ids that an import under way is to create, and what it
 * is to change. Of before it named all of these there may still be one without.
 */
const NAME = 'foyer-import';
/** The same, of what could not be taken back. */
const LEFT = 'foyer-import-left';

async function readLeft({ db }: RepositoryContext): Promise<LeftOfImports | null> {
  const { left = null } = ((await db.readLocal(LEFT)) ?? {}) as { left?: LeftOfImports | null };
  return left;
}
const writeLeft = ({ db }: RepositoryContext, left: LeftOfImports | null): Promise<void> =>
  db.writeLocal(LEFT, { left });

/** Of an import that is under way, or is being taken back, once that is over: only then it is known. */
export async function leftOfImports(context: RepositoryContext): Promise<LeftOfImports | null> {
  const isOver = isEmpty(await keeperOf(context).read());
  return isOver ? readLeft(context) : importing(context, () => readLeft(context));
}

/** Nobody wants it taken back any more. */
export const keepLeft = (context: RepositoryContext): Promise<void> =>
  importing(context, () => writeLeft(context, null));

/** Takes back what imports have left, as far as that can be done now. */
export const takeBackLeft = (context: RepositoryContext): ReturnType<typeof undoMany> =>
  importing(context, async () => {
    const before = await readLeft(context);
    if (before === null) return err({ code: 'nothing_to_do' });
    const undone = await undoMany(workIn(context), before.record);
    if (!undone.ok) return undone;
    const { left, conflicts } = undone.value;
    await writeLeft(context, left === undefined ? null : { record: left, guests: heldIn(conflicts) });
    return undone;
  });

const keeperOf = (context: RepositoryContext): JournalKeeper => ({
  async read() {
    const {
      pairs = [],
      acts = [],
      fields = [],
      more = false,
    } = ((await context.db.readLocal(NAME)) ?? {}) as Partial<ImportJournal>;
    return { pairs, acts, fields, more };
  },
  write: ({ pairs, acts, fields, more = false }) =>
    context.db.writeLocal(NAME, { pairs, acts, fields, more }),
  leave: async (left) => writeLeft(context, bothLeft(await readLeft(context), left)),
});

/** Held while an import runs, in whichever tab; a tab that ends lets go of it. */
async function importing<T>({ db, lock }: RepositoryContext, work: () => Promise<T>): Promise<T> {
  const release = await lock(`${NAME} ${db.name}`);
  try {
    return await work();
  } finally {
    release();
  }
}

export const importHere = (
  context: RepositoryContext,
  rows: readonly PlannedClient[],
  options?: ImportOptions,
): ReturnType<typeof importClients> =>
  importing(context, () => importClients(workIn(context), keeperOf(context), rows, options));

/** Takes back an import whose page was closed or reloaded on the way, before the event is worked with again. */
export async function takeBackHere(context: RepositoryContext): Promise<void> {
  const keeper = keeperOf(context);
  if (isEmpty(await keeper.read())) return;
  // Empty by then if it was another tab's that has ended well.
  await importing(context, () => takeBackUnfinished(workIn(context), keeper));
}
