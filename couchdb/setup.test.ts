import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../server/base/root.ts';

const run = promisify(execFile);

const NODES = ['one.local', 'two.local', 'three.local'];

describe('the set-up of CouchDB', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  /**
   * What a CouchDB that is configured like this is told, with the names of a cluster's nodes, and what is said then. `answers`: what it
   * says to an action, if not that it is done. `absent`: who is no node of it afterwards.
   */
  async function setUp(
    config: Record<string, string>,
    nodes: readonly string[] = [],
    answers: Record<string, { status: number; reason: string }> = {},
    absent = 'nobody',
  ): Promise<{ told: Record<string, unknown>[]; said: string }> {
    const told: Record<string, unknown>[] = [];
    server = createServer((request, reply) => {
      const [, key = ''] = request.url?.split('/_node/_local/_config/chttpd/') ?? [];
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const asked = (request.url === '/_cluster_setup' ? JSON.parse(body) : {}) as { action?: string };
        if (asked.action !== undefined) told.push(asked as Record<string, unknown>);
        const { status, reason } = answers[asked.action ?? ''] ?? { status: 200, reason: undefined };
        const one = `couchdb@${NODES[0] as string}`;
        const joined = told.flatMap(({ host }) => (typeof host === 'string' ? [`couchdb@${host}`] : []));
        const about: Record<string, unknown> = {
          '/_node/_local': { name: one },
          '/_membership': { all_nodes: [one, ...joined.filter((name) => !name.includes(absent))] },
        };
        const said = about[request.url ?? ''] ?? (key === '' ? { reason } : config[key]);
        reply.writeHead(status).end(JSON.stringify(said));
      });
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const args = ['--import', 'tsx', 'couchdb/setup.ts', `http://ada:secret@127.0.0.1:${port}`, ...nodes];
    const { stdout, stderr } = await run(process.execPath, args, { cwd: projectRoot }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    return { told, said: stdout + stderr };
  }
  const done = (addresses: string): string =>
    `CouchDB is ready: start Foyer with COUCHDB_URL set to ${addresses}.\n`;

  it('says in one line what keeps it from being set up', async () => {
    server = createServer((_request, reply) => reply.writeHead(401).end('{"error":"unauthorized"}'));
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const address = `127.0.0.1:${port}`;
    const said = async (): Promise<string> => {
      const args = ['--import', 'tsx', 'couchdb/setup.ts', `http://ada:secret@${address}`];
      const failed = run(process.execPath, args, { cwd: projectRoot });
      return failed.then(
        () => 'it ended well',
        (error: { stderr: string }) => error.stderr,
      );
    };
    const could = `CouchDB at http://${address} could not be set up: `;
    expect(await said()).toBe(`${could}CouchDB answered 401 {"error":"unauthorized"}\n`);
    await new Promise((done) => server?.close(done));
    expect(await said()).toBe(`${could}ECONNREFUSED\n`);
  });

  it.each([
    ['any', '0.0.0.0'],
    ['127.0.0.1', '127.0.0.1'],
    ['::', '::'],
  ])('behind a mapped port, where it listens at %s', async (bind_address, said) => {
    const single = await setUp({ bind_address, port: '5984' });
    expect(single.told).toMatchObject([{ action: 'enable_single_node', bind_address: said, port: 5984 }]);
    expect(single.said).toBe(done('the same address'));
  });

  const CLUSTER = { bind_address: 'any', port: '5984' };

  it('joins the others to the first node, once and again', async () => {
    const steps = [
      ['enable_cluster', undefined],
      ['enable_cluster', 'two.local'],
      ['add_node', 'two.local'],
      ['enable_cluster', 'three.local'],
      ['add_node', 'three.local'],
      ['finish_cluster', undefined],
    ];
    const before = { status: 400, reason: 'Cluster is already enabled' };
    const again: Parameters<typeof setUp>[2] = {
      enable_cluster: before,
      finish_cluster: { status: 400, reason: 'Cluster is already finished' },
    };
    for (const answers of [{}, again]) {
      const { told, said } = await setUp(CLUSTER, NODES, answers);
      expect(told.map(({ action, host, remote_node }) => [action, host ?? remote_node])).toEqual(steps);
      expect(told[1]).toMatchObject({ node_count: 3, port: 5984, remote_current_user: 'ada' });
      expect(said).toBe(done('the addresses of all nodes, spaces between them'));
      server?.close();
    }
  });

  it.each([
    ['in another order', ['two.local', 'one.local', 'three.local']],
    ['without the one of the address', ['two.local', 'three.local']],
    ['as CouchDB calls them', NODES.map((host) => `couchdb@${host}`)],
  ])('nodes named %s all join', async (_how, nodes) => {
    const { told, said } = await setUp(CLUSTER, nodes);
    const joined = told.filter(({ action }) => action === 'add_node').map(({ host }) => host);
    expect(joined).toEqual(['two.local', 'three.local']);
    expect(told[0]).toMatchObject({ node_count: 3 });
    expect(said).toBe(done('the addresses of all nodes, spaces between them'));
  });

  it('says who did not join, though CouchDB says that all is done', async () => {
    const { said } = await setUp(CLUSTER, NODES, {}, 'three.local');
    expect(said).toContain('could not be set up: three.local did not join it');
  });

  it.each([
    [
      'finish_cluster',
      'Cluster setup timed out waiting for nodes to connect',
      /ports 4369 and 9100 .* vm\.args/,
    ],
    [
      'add_node',
      'Add node failed. Invalid Host and/or Port.',
      /does not reach one of the others by its name/,
    ],
  ])('where %s fails, says in one line what to look at', async (action, reason, hint) => {
    const { said } = await setUp(CLUSTER, NODES, { [action]: { status: 500, reason } });
    expect(said).toContain(reason);
    expect(said).toMatch(hint);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
