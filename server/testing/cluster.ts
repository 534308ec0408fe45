import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/*
 * A cluster of three CouchDB nodes for the tests `*.cluster.ts`, which take nodes away. COUCHDB_CLUSTER holds their
 * addresses with credentials, a space between them; COUCHDB_NODES is a command: `kill 3` behind it ends the third node
 * as a power switch would, `again 3` starts it and returns when it answers.
 */

/** The address of a node, from 1. */
export function nodeUrl(node: number): string {
  const url = (process.env['COUCHDB_CLUSTER'] ?? '').trim().split(/\s+/)[node - 1];
  if (url === undefined) throw new Error('COUCHDB_CLUSTER must hold the addresses of three nodes');
  return url;
}

async function command(words: string): Promise<void> {
  await promisify(execFile)('sh', ['-c', `${process.env['COUCHDB_NODES'] ?? 'false'} ${words}`]);
}

const away = new Set<number>();

export async function killNode(node: number): Promise<void> {
  away.add(node);
  await command(`kill ${node}`);
}

/** Does nothing where the node was not killed. */
export async function startNode(node: number): Promise<void> {
  if (away.delete(node)) await command(`again ${node}`);
}
