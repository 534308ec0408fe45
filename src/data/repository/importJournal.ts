import type { ImportJournal } from '#domain/commands/importClients.ts';
import {
  importClients,
  isEmpty,
  takeBackUnfinished,
  type ImportOptions,
  type JournalKeeper,
} from '#domain/work/importClients.ts';
import type { RepositoryContext } from './context.ts';
import type { PlannedClient } from '#domain/import/check.ts';
import { workIn } from './work.ts';

/**
 * A `_local` document, which never leaves this device: the ids that an import under way is to create, and what it
 * is to change. Of before it named all of these there may still be one without.
 */
const NAME = 'foyer-import';

const keeperOf = ({ db }: RepositoryContext): JournalKeeper => ({
  async read() {
    const {
      pairs = [],
      acts = [],
      fields = [],
      more = false,
    } = ((await db.readLocal(NAME)) ?? {}) as Partial<ImportJournal>;
    return { pairs, acts, fields, more };
  },
  write: ({ pairs, acts, fields, more = false }) => db.writeLocal(NAME, { pairs, acts, fields, more }),
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
