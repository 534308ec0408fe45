import type { Page } from '@playwright/test';

/** Everything in every IndexedDB database of the page's origin: records by database and object store. */
export type Databases = Record<string, Record<string, unknown[]>>;

export function readDatabases(page: Page): Promise<Databases> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    const found: Record<string, Record<string, unknown[]>> = {};
    for (const { name } of await indexedDB.databases()) {
      // PouchDB opens one without records to see whether it can.
      if (name?.startsWith('_pouch_foyer') !== true) continue;
      const opening = indexedDB.open(name);
      // The app has deleted it since: to open it would make it anew.
      let isGone = false;
      opening.addEventListener('upgradeneeded', () => {
        isGone = true;
        opening.transaction?.abort();
      });
      const database = await done(opening).catch((error: unknown) => {
        if (!isGone) throw error;
        return null;
      });
      if (database === null) continue;
      const stores: Record<string, unknown[]> = {};
      for (const store of database.objectStoreNames) {
        stores[store] = await done(database.transaction(store).objectStore(store).getAll());
      }
      database.close();
      found[name.replace('_pouch_', '')] = stores;
    }
    return found;
  });
}

/** Ids of the documents in one database. */
export function idsIn(databases: Databases, suffix: string): string[] {
  const found = Object.entries(databases).find(([name]) => name.endsWith(suffix));
  const docs = (found?.[1]['document-store'] ?? []) as { id: string }[];
  return docs.map(({ id }) => id);
}

/** A `_local` document of one database. */
export function localDocIn(databases: Databases, suffix: string, id: string): unknown {
  const found = Object.entries(databases).find(([name]) => name.endsWith(suffix));
  const docs = (found?.[1]['local-store'] ?? []) as { _id: string }[];
  return docs.find(({ _id }) => _id === `_local/${id}`);
}

/** Takes the object stores out of the databases whose names end so; no app may be open in the page. */
export function damage(page: Page, suffix: string): Promise<void> {
  return page.evaluate(async (end) => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    for (const name of names.filter((one) => one.endsWith(end))) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 1000);
        request.addEventListener('upgradeneeded', () => {
          for (const store of [...request.result.objectStoreNames]) request.result.deleteObjectStore(store);
        });
        request.addEventListener('success', () => {
          request.result.close();
          resolve();
        });
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
    }
  }, suffix);
}

/** Lets nobody else read or write the database whose name ends so, until the page is closed; no app may be open in it. */
export function holdDatabase(page: Page, suffix: string): Promise<void> {
  return page.evaluate(async (end) => {
    const { name = '' } = (await indexedDB.databases()).find((one) => one.name?.endsWith(end)) ?? {};
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => resolve(request.result));
    });
    const store = database
      .transaction([...database.objectStoreNames], 'readwrite')
      .objectStore('local-store');
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        store.get('x').addEventListener('success', () => {
          resolve();
          goOn();
        });
      };
      goOn();
    });
  }, suffix);
}
