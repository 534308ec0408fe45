import type { RevisionTree } from 'pouchdb-merge';
import { isMissing } from '../base/errors.ts';
import type { Database } from './types.ts';

interface Branch {
  pos: number;
  ids: Node;
}
type Node = readonly [hash: string, state: object, next: readonly Node[]];
interface Adapter {
  _getRevisionTree(id: string, callback: (error: unknown, tree?: RevisionTree) => void): void;
}

/** How many leaves a document has, ended ones too, and how long their histories are together. */
interface Histories {
  leaves: number;
  length: number;
}

interface Telling {
  histories?: (id: string) => Promise<Histories>;
}

/** So much PouchDB walks through with each version of the document that is written. None where CouchDB keeps it. */
export const historiesOf = async (db: Database, id: string): Promise<Histories> =>
  (await (db as Telling).histories?.(id)) ?? { leaves: 0, length: 0 };

/** Has a database of PouchDB's own tell of them. */
export function tellHistories(db: Database): void {
  (db as Telling).histories = async (id) => measured((await treeOf(db, id)) as readonly Branch[]);
}

function measured(tree: readonly Branch[]): Histories {
  let leaves = 0;
  let length = 0;
  const open = tree.map(({ ids }) => ({ node: ids, depth: 1 }));
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { node, depth } = at;
    const [, , next] = node;
    if (next.length === 0) {
      leaves++;
      length += depth;
    }
    for (const one of next) open.push({ node: one, depth: depth + 1 });
  }
  return { leaves, length };
}

function treeOf(db: Database, id: string): Promise<RevisionTree> {
  return new Promise((resolve, reject) => {
    (db as unknown as Adapter)._getRevisionTree(id, (error, tree) => {
      if (error != null && !isMissing(error)) reject(error as Error);
      else resolve(tree ?? []);
    });
  });
}
