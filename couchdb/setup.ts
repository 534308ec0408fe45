/*
 * Prepares CouchDB for Foyer: npx tsx couchdb/setup.ts <url with credentials> [<node> <node> …]
 * One node: finishes the single-node set-up. Several: joins them to the node of the URL. Running it again does no harm.
 * The server itself makes its databases and design documents when it opens them.
 */
const [address, ...nodes] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address) || new URL(address).username === '') {
  console.error('Usage: npx tsx couchdb/setup.ts http://user:password@host:5984 [node names of a cluster]');
  process.exit(1);
}
const url = new URL(address);
const username = decodeURIComponent(url.username);
const password = decodeURIComponent(url.password);

async function clusterSetup(body: object): Promise<void> {
  const response = await fetch(`${url.origin}/_cluster_setup`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  // A second run finds what the first one did.
  if (!response.ok && !/already|finished|conflict/i.test(text)) {
    throw new Error(`${response.status} ${text.slice(0, 300)}`);
  }
}

const admin = { username, password, bind_address: '0.0.0.0', port: 5984 };
if (nodes.length < 2) {
  await clusterSetup({ action: 'enable_single_node', ...admin, singlenode: true });
} else {
  const [, ...others] = nodes;
  await clusterSetup({ action: 'enable_cluster', ...admin, node_count: nodes.length });
  for (const host of others) {
    await clusterSetup({
      action: 'enable_cluster',
      ...admin,
      node_count: nodes.length,
      remote_node: host,
      remote_current_user: username,
      remote_current_password: password,
    });
    await clusterSetup({ action: 'add_node', host, port: 5984, username, password });
  }
  await clusterSetup({ action: 'finish_cluster' });
}
console.log('CouchDB is ready: start Foyer with COUCHDB_URL set to the same address.');
