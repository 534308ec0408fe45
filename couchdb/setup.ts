/*
 * Prepares CouchDB for Foyer: npx tsx couchdb/setup.ts <url with credentials> [<node> <node> …]
 * One node: finishes the single-node set-up. Several: joins them to the node of the URL, named or not. Running it again
 * does no harm.
 * Where CouchDB listens stays as it is configured. The server itself makes its databases and design documents when it
 * opens them.
 */
import { isIP } from 'node:net';

const [address, ...nodes] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address) || new URL(address).username === '') {
  console.error('Usage: npx tsx couchdb/setup.ts http://user:password@host:5984 [node names of a cluster]');
  process.exit(1);
}
const url = new URL(address);
const username = decodeURIComponent(url.username);
const password = decodeURIComponent(url.password);

async function request(
  method: string,
  path: string,
  body?: object,
): Promise<{ ok: boolean; status: number; text: string }> {
  const response = await fetch(`${url.origin}/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ok: response.ok, status: response.status, text: await response.text() };
}

const saidBy = ({ status, text }: { status: number; text: string }): string =>
  `CouchDB answered ${status} ${text.slice(0, 300).trim()}`;

/** What CouchDB's words leave open. */
const HINTS: readonly (readonly [said: RegExp, hint: string])[] = [
  [
    /timed out waiting for nodes/,
    'the nodes do not reach each other: they need one cookie, ports 4369 and 9100 open between them, and no inet_dist_use_interface in vm.args',
  ],
  [/Invalid Host/, 'the first node does not reach one of the others by its name, at its own port'],
];

async function clusterSetup(body: object): Promise<void> {
  const answer = await request('POST', '_cluster_setup', body);
  const { ok, text } = answer;
  // A second run finds what the first one did.
  if (ok || /already|finished|conflict/i.test(text)) return;
  const hint = HINTS.find(([said]) => said.test(text))?.[1];
  throw new Error(`${saidBy(answer)}${hint === undefined ? '' : ` (${hint})`}`);
}

/**
 * Where the node listens: said again as it is, since CouchDB's set-up would choose for itself. The port of the URL may be
 * that of a proxy or a container's host.
 */
async function listening(): Promise<{ bind_address: string; port: number }> {
  const address = await configured('bind_address');
  // `any`, as CouchDB's image has it, is no address to the set-up.
  return { bind_address: isIP(address) === 0 ? '0.0.0.0' : address, port: Number(await configured('port')) };
}

const configured = (key: string): Promise<string> => read(`_node/_local/_config/chttpd/${key}`);

async function read<T>(path: string): Promise<T> {
  const answer = await request('GET', path);
  if (!answer.ok) throw new Error(saidBy(answer));
  return JSON.parse(answer.text) as T;
}

const hostOf = (node: string): string => node.slice(node.indexOf('@') + 1);

/** The nodes beside that of the URL, whatever their order. */
async function othersNamed(): Promise<string[]> {
  if (nodes.length === 0) return [];
  const { name } = await read<{ name: string }>('_node/_local');
  return [...new Set(nodes.map(hostOf))].filter((host) => host !== hostOf(name));
}

async function setUp(others: readonly string[]): Promise<void> {
  const { bind_address, port } = await listening();
  const admin = { username, password, bind_address, port };
  if (others.length === 0) {
    await clusterSetup({ action: 'enable_single_node', ...admin, singlenode: true });
    return;
  }
  const node_count = others.length + 1;
  await clusterSetup({ action: 'enable_cluster', ...admin, node_count });
  for (const host of others) {
    await clusterSetup({
      action: 'enable_cluster',
      ...admin,
      node_count,
      remote_node: host,
      remote_current_user: username,
      remote_current_password: password,
    });
    await clusterSetup({ action: 'add_node', host, port, username, password });
  }
  await clusterSetup({ action: 'finish_cluster' });
  const { all_nodes } = await read<{ all_nodes: string[] }>('_membership');
  const missing = others.filter((host) => !all_nodes.some((node) => hostOf(node) === host));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} did not join it`);
}

try {
  const others = await othersNamed();
  await setUp(others);
  const addresses =
    others.length === 0 ? 'the same address' : 'the addresses of all nodes, spaces between them';
  console.log(`CouchDB is ready: start Foyer with COUCHDB_URL set to ${addresses}.`);
} catch (error) {
  const cause = (error as { cause?: { code?: string } }).cause?.code;
  console.error(`CouchDB at ${url.origin} could not be set up: ${cause ?? (error as Error).message}`);
  process.exitCode = 1;
}
