import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseCouchAddress } from '../base/couchAddress.ts';
import { OutOfReach } from '../base/outOfReach.ts';
import { couchNodes, type CouchNodes } from './nodes.ts';

/* Servers on loopback that answer with their own number, or in the ways in which nodes fail. */

type Way = 'well' | 'hangs' | 'breaks' | 'half' | 'errs' | 'maintained';
interface Node {
  url: string;
  way: Way;
  /** What was asked, without the looks. */
  asked: string[];
  /** Ends all connections, and listens on. */
  breakOff(): void;
  stop(): Promise<void>;
}

async function startNode(number: number): Promise<Node> {
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${request.url}`;
    const isLook = request.url === '/_up';
    if (!isLook) node.asked.push(line);
    const { way } = node;
    if (way === 'breaks') response.destroy();
    else if (way === 'half') {
      response.writeHead(200, { 'content-length': 100 }).write('{"node":');
      setImmediate(() => response.destroy());
    } else if (way === 'errs') response.writeHead(500).end('{}');
    else if (way === 'maintained' && isLook) response.writeHead(404).end('{}');
    else if (way !== 'hangs')
      response.end(JSON.stringify({ node: number, as: request.headers.authorization }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const node: Node = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    way: 'well',
    asked: [],
    breakOff: () => server.closeAllConnections(),
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

let first: Node;
let second: Node;
let nodes: CouchNodes;
let told: string[];
beforeEach(async () => {
  [first, second] = [await startNode(1), await startNode(2)];
  const address = parseCouchAddress(`${first.url.replace('//', '//ada:pass%20word@')} ${second.url}`);
  if (typeof address === 'string') throw new Error(address);
  told = [];
  nodes = couchNodes(address, (node, state) => {
    const number = [first, second].findIndex(({ url }) => url === node) + 1;
    told.push('lost' in state ? `${number} lost: ${state.lost}` : `${number} is back`);
  });
});
afterEach(async () => {
  nodes.close();
  await first.stop();
  await second.stop();
});

const answering = async (path = 'db/doc', method = 'GET'): Promise<number> =>
  ((await (await nodes.ask(path, { method })).json()) as { node: number }).node;

it('one node is asked while it is well, with the credentials of the first address', async () => {
  const reply = await nodes.ask('db/doc');
  const as = `Basic ${Buffer.from('ada:pass word').toString('base64')}`;
  expect(await reply.json()).toEqual({ node: 1, as });
  expect(await answering()).toBe(1);
  expect(second.asked).toEqual([]);
});

it('one that refuses connections is left at once, by writes too, and nobody returns to it', async () => {
  await first.stop();
  expect(await answering('db/_bulk_docs', 'POST')).toBe(2);
  expect(await answering()).toBe(2);
});

it('what only asks goes to the next one when a connection breaks or a node errs', async () => {
  first.way = 'breaks';
  expect(await answering('db/_all_docs?limit=1', 'POST')).toBe(2);
  second.way = 'errs';
  first.way = 'well';
  expect(await answering()).toBe(1);
});

it('an answer that breaks off is a failure, and none that is shorter', async () => {
  first.way = 'half';
  expect(await answering()).toBe(2);
  second.way = 'half';
  await expect(answering('db/_bulk_docs', 'POST')).rejects.toThrow(OutOfReach);
});

it('a write that may have arrived is not repeated; the next one goes to another node', async () => {
  first.way = 'breaks';
  await expect(answering('db/_bulk_docs', 'POST')).rejects.toThrow(OutOfReach);
  expect(second.asked).toEqual([]);
  expect(await answering('db/_bulk_docs', 'POST')).toBe(2);
  expect(first.asked).toHaveLength(1);
});

it('an error of a node is the answer to a write, and where no node does better', async () => {
  first.way = second.way = 'errs';
  expect((await nodes.ask('db/doc', { method: 'PUT' })).status).toBe(500);
  expect((await nodes.ask('db/doc')).status).toBe(500);
});

it('who waits for a node that has gone without a word is asked for elsewhere', async () => {
  first.way = 'hangs';
  const write = answering('db/_bulk_docs', 'POST');
  const [read, failed] = await Promise.all([
    answering('db/_changes?feed=longpoll'),
    write.catch(() => 'failed'),
  ]);
  expect(read).toBe(2);
  expect(failed).toBe('failed');
});

it(
  'the only node that gives no answer is asked nothing until it does, and who waits is told',
  { timeout: 60_000 },
  async () => {
    const address = parseCouchAddress(first.url.replace('//', '//ada:word@'));
    if (typeof address === 'string') throw new Error(address);
    const news: string[] = [];
    const only = couchNodes(address, (_node, state) => news.push('lost' in state ? 'lost' : 'back'));
    first.way = 'hangs';
    const waiting = [only.ask('db/doc'), only.ask('db/_bulk_docs', { method: 'POST' })];
    for (const ended of await Promise.allSettled(waiting))
      expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(OutOfReach) as object });
    const asked = first.asked.length;
    await expect(only.ask('db/doc')).rejects.toThrow(OutOfReach);
    expect(first.asked).toHaveLength(asked);
    first.way = 'well';
    first.breakOff();
    await vi.waitFor(async () => expect((await only.ask('db/doc')).ok).toBe(true), { timeout: 30_000 });
    expect(news).toEqual(['lost', 'back']);
    only.close();
  },
);

it('a node in maintenance is left', async () => {
  first.way = 'maintained';
  await expect.poll(() => answering(), { timeout: 30_000 }).toBe(2);
});

it('an outage is told once for each node, and once that it has ended', async () => {
  first.way = second.way = 'breaks';
  for (let i = 0; i < 20; i++) await expect(answering()).rejects.toThrow(OutOfReach);
  await expect.poll(() => told.toSorted()).toEqual(['1 lost: ECONNRESET', '2 lost: ECONNRESET']);
  first.way = second.way = 'well';
  const node = await answering();
  await answering();
  expect(told.slice(2)).toEqual([`${node} is back`]);
});

it('a connection that breaks while the node answers others is no outage', async () => {
  first.way = 'hangs';
  const late = answering('db/_bulk_docs', 'POST').catch(() => 'failed');
  await expect.poll(() => first.asked.length).toBe(1);
  first.way = 'well';
  first.breakOff();
  expect(await late).toBe('failed');
  // Where it is gone, that is told by then.
  second.way = 'breaks';
  expect(await answering()).toBe(1);
  await expect.poll(() => told).toEqual(['2 lost: ECONNRESET']);
});

it('what the caller ends is ended, and no node is blamed', async () => {
  const signal = AbortSignal.abort(new Error('no longer wanted'));
  await expect(nodes.ask('db/doc', { signal })).rejects.toThrow('no longer wanted');
  expect(await answering()).toBe(1);
});
