import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../server/base/root.ts';

const run = promisify(execFile);

describe('the set-up of CouchDB', () => {
  let server: Server | null = null;
  afterEach(() => server?.close());

  /** What a CouchDB that is configured like this is told. */
  async function toldBy(config: Record<string, string>): Promise<unknown[]> {
    const told: unknown[] = [];
    server = createServer((request, reply) => {
      const [, key = ''] = request.url?.split('/_node/_local/_config/chttpd/') ?? [];
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.url === '/_cluster_setup') told.push(JSON.parse(body));
        reply.end(JSON.stringify(key === '' ? { ok: true } : config[key]));
      });
    });
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const args = ['--import', 'tsx', 'couchdb/setup.ts', `http://ada:secret@127.0.0.1:${port}`];
    await run(process.execPath, args, { cwd: projectRoot });
    return told;
  }

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
    expect(await toldBy({ bind_address, port: '5984' })).toMatchObject([
      { action: 'enable_single_node', bind_address: said, port: 5984 },
    ]);
  });
});
