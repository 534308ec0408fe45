import type { RepositoryContext } from './context.ts';

/**
 * The work with numbers of clients: which ones are taken is looked at and then written, and no other act of this device
 * that gives numbers comes in between, in whichever tab.
 */
export function givingNumbers<T>({ db, lock }: RepositoryContext, work: () => Promise<T>): () => Promise<T> {
  return async () => {
    const release = await lock(`foyer-numbers ${db.name}`);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
