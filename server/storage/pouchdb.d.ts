/** The adapter has no types of its own: a PouchDB plugin. */
declare module 'pouchdb-adapter-leveldb' {
  const plugin: PouchDB.Plugin;
  export default plugin;
}
