/** Lower case, digits, `_` and `-`: a subset of CouchDB's names that is also safe as the name of a folder anywhere. */
const DATABASE_NAME = /^[a-z][a-z0-9_-]{0,127}$/;

/** PouchDB keeps view indexes in folders of this kind; they are no databases of ours. */
const VIEW_INDEX = '-mrview-';

/** True for names that this product may give to a database; never true for a path. */
export function isDatabaseName(name: string): boolean {
  return DATABASE_NAME.test(name) && !name.includes(VIEW_INDEX);
}

/** Throws RangeError for a name that is none, so that no outside text ever becomes a path or a URL. */
export function assertDatabaseName(name: string): void {
  if (!isDatabaseName(name))
    throw new RangeError(`not a database name: ${JSON.stringify(name.slice(0, 80))}`);
}
