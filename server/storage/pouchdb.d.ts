/** The adapter has no types of its own: a PouchDB plugin. */
declare module 'pouchdb-adapter-leveldb' {
  const plugin: PouchDB.Plugin;
  export default plugin;
}

/** What a document's tree of revisions says; only what is used here. */
declare module 'pouchdb-merge' {
  export type RevisionTree = readonly unknown[];
  export function winningRev(metadata: { rev_tree: RevisionTree }): string;
  export function isDeleted(metadata: { rev_tree: RevisionTree }, rev: string): boolean;
}
