/** The adapter has no types of its own: a PouchDB plugin. */
declare module 'pouchdb-adapter-leveldb' {
  const plugin: PouchDB.Plugin;
  export default plugin;
}

/** The matcher of Mango selectors. Throws for an invalid selector. */
declare module 'pouchdb-selector-core' {
  export function matchesSelector(doc: Record<string, unknown>, selector: Record<string, unknown>): boolean;
}
