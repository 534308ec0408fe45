import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { admitBodies, Room, speedWanted } from './bodies.ts';
import { boundConnections } from './connections.ts';
import { toHttpError } from '../base/errors.ts';
import { sendError } from './guard.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const open = new Set<Socket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

interface Line {
  socket: Socket;
  /** Everything that was answered, when the other side has closed; rejects when the connection was reset. */
  all: Promise<string>;
  /** What has come so far. */
  sofar(): string;
}

function dial(url: string, text: string): Line {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  open.add(socket);
  let answer = '';
  const all = new Promise<string>((resolve, reject) => {
    socket.on('data', (part) => (answer += String(part)));
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
  all.catch(() => undefined);
  socket.write(text);
  return { socket, all, sofar: () => answer };
}

const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
const LARGE = 'Content-Length: 60000000';
const JSON_TYPE = 'Content-Type: application/json';

describe('bodies', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const token = () => `Authorization: Bearer ${server.manager.token}`;

  it.each(['POST /db/central/_bulk_docs', 'PUT /api/event', 'POST /api/user'])(
    '%s of a stranger is refused before its body has come',
    async (line) => {
      const answer = await dial(server.url, `${head(line, LARGE, JSON_TYPE)}{"docs":[`).all;
      expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*connection: close\r\n[^]*"error":"unauthorized"/i);
    },
  );

  it('who sends a large body all the same reads the answer', async () => {
    const { socket, all } = dial(server.url, head('POST /db/central/_bulk_docs', LARGE, JSON_TYPE));
    for (let sent = 0; sent < 20 && !socket.destroyed; sent++) {
      if (!socket.write(' '.repeat(1_000_000))) {
        await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
      }
    }
    expect(await all).toContain('"error":"unauthorized"');
  });

  it('a small refused body costs nobody the connection', async () => {
    const request = `${head('POST /api/user', JSON_TYPE, 'Content-Length: 2')}{}`;
    const { sofar } = dial(server.url, request + head('GET /api/health'));
    await expect.poll(sofar).toMatch(/HTTP\/1\.1 401[^]*HTTP\/1\.1 200/);
  });

  it('a login is small', async () => {
    const answer = await dial(server.url, head('POST /api/login', 'Content-Length: 500000', JSON_TYPE)).all;
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    const chunked = head('POST /api/login', 'Transfer-Encoding: chunked', JSON_TYPE);
    const part = `10000\r\n${' '.repeat(65_536)}\r\n`;
    expect(await dial(server.url, chunked + part).all).toMatch(/^HTTP\/1\.1 413/);
  });

  it('too large is said before it comes', async () => {
    const request = head('POST /db/central/_bulk_docs', 'Content-Length: 99000000', JSON_TYPE, token());
    expect(await dial(server.url, request).all).toMatch(/^HTTP\/1\.1 413 [^]*"error":"too_large"/);
  });

  it('who asks before sending is told to go on only when known', async () => {
    const expectation = ['Expect: 100-continue', 'Content-Length: 11', JSON_TYPE];
    const stranger = dial(server.url, head('POST /db/central/_revs_diff', ...expectation));
    expect(await stranger.all).toMatch(/^HTTP\/1\.1 401/);
    const known = dial(server.url, head('POST /db/central/_revs_diff', ...expectation, token()));
    await expect.poll(known.sofar).toMatch(/^HTTP\/1\.1 100/);
    known.socket.write('{"a":["1"]}');
    await expect.poll(known.sofar).toMatch(/HTTP\/1\.1 200|HTTP\/1\.1 400/);
  });

  it('a compressed body is no way round the limits: it is not opened', async () => {
    const reply = await server.call('POST', '/db/central/_revs_diff', {
      as: server.manager,
      body: new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
      headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
    });
    expect([reply.status, reply.body]).toEqual([415, expect.objectContaining({ error: 'bad_request' })]);
    expect(reply.body['message']).toContain('content-encoding');
    const plain = await server.call('POST', '/api/login', {
      body: '{"username":"nobody","password":"x"}',
      headers: { 'content-encoding': 'identity', 'content-type': 'application/json' },
    });
    expect(plain.status).toBe(200);
  });

  it('what is no HTTP, or an offer of another protocol, gets an answer and harms nobody', async () => {
    const large = head('GET /api/health', `X: ${'x'.repeat(20_000)}`);
    expect(await dial(server.url, large).all).toMatch(/^HTTP\/1\.1 431 [^]*"ok":false/);
    expect(await dial(server.url, 'nonsense\r\n\r\n').all).toMatch(/^HTTP\/1\.1 400 [^]*"ok":false/);
    const upgrade = dial(server.url, head('GET /api/health', 'Connection: Upgrade', 'Upgrade: websocket'));
    await expect.poll(upgrade.sofar).toMatch(/^HTTP\/1\.1 200/);
    await dial(server.url, head('CONNECT x:80')).all;
    expect((await server.call('GET', '/api/health')).status).toBe(200);
  });

  it('one connection asks for a few things at a time', async () => {
    const poll = head('GET /db/central/_changes?feed=longpoll&since=now', token());
    const { all } = dial(server.url, poll.repeat(40));
    expect(await all).toBe('');
    expect((await server.call('GET', '/api/health')).status).toBe(200);
  });
});

it('a body that drips is ended with an answer', async () => {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => sendError(reply, toHttpError(error)));
  admitBodies(app, { grace: 50, slowest: 1000, lookEvery: 20 });
  app.post('/', async () => 'read');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const { socket, all } = dial(url, `${head('POST /', JSON_TYPE, 'Content-Length: 10000')}{`);
  const drip = setInterval(() => socket.write(' '), 20);
  try {
    expect(await all).toMatch(/^HTTP\/1\.1 408/);
  } finally {
    clearInterval(drip);
    await app.close();
  }
});

it('large bodies share a room; one who fills it does not keep the others out', async () => {
  const room = new Room(100, 60);
  const { signal } = new AbortController();
  const order: string[] = [];
  const take = async (key: string, size: number) => {
    const release = await room.take(key, size, signal);
    order.push(key);
    return release;
  };
  const first = await take('a', 60);
  const second = take('a', 10);
  await take('b', 40);
  const third = take('c', 50);
  expect(order).toEqual(['a', 'b']);
  expect(room.isWaitedFor).toBe(true);
  first?.();
  await Promise.all([second, third]);
  expect(order).toEqual(['a', 'b', 'a', 'c']);
  expect(room.isWaitedFor).toBe(false);
});

it('large bodies that drip give way when others wait for their room; small ones are left alone', () => {
  const whole = 64 * 1024 * 1024;
  expect(speedWanted(1024, whole, false)).toBe(1024);
  expect(speedWanted(1024, 300, true)).toBe(1024);
  // Two minutes for all of it.
  expect(whole / speedWanted(1024, whole, true)).toBeCloseTo(120);
});

describe('connections', () => {
  let server: Server;
  let url: string;
  let waiting: (() => void)[] = [];
  beforeAll(async () => {
    server = createServer(({ url: path }, reply) => {
      if (path === '/wait') waiting.push(() => reply.end('waited'));
      else reply.end('served');
    });
    boundConnections(server, {
      ...{ overall: 5, perAddress: 4, isProxy: () => false },
      isKnown: ({ headers }) => headers.authorization !== undefined,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    waiting = [];
  });
  afterAll(() => void server.close());

  it('idle ones give way to who wants something', async () => {
    const idle = [1, 2, 3, 4].map(() => dial(url, ''));
    await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    const { sofar } = dial(url, head('GET /'));
    await expect.poll(sofar).toContain('served');
    expect(await idle[0]?.all).toBe('');
    await expect.poll(() => idle.filter(({ socket }) => socket.destroyed).length).toBe(1);
  });

  it('those at work never do', async () => {
    const busy = [1, 2, 3, 4].map(() => dial(url, head('GET /wait', 'Authorization: x')));
    await expect.poll(() => waiting.length).toBe(4);
    await dial(url, head('GET /')).all.catch(() => undefined);
    for (const end of waiting) end();
    for (const { sofar } of busy) await expect.poll(sofar).toContain('waited');
  });

  it('those at work for strangers give way to anybody, the oldest first; for others they do not', async () => {
    const known = dial(url, head('GET /wait', 'Authorization: x'));
    await expect.poll(() => waiting.length).toBe(1);
    // Each has sent a part of its body, and sends no more.
    const dripping: Line[] = [];
    for (let count = 1; count <= 3; count++) {
      dripping.push(dial(url, `${head('POST /wait', 'Content-Length: 9000')}{`));
      await expect.poll(() => waiting.length).toBe(1 + count);
    }
    const { sofar } = dial(url, head('GET /', 'Authorization: x'));
    await expect.poll(sofar).toContain('served');
    expect(dripping.map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
    for (const end of waiting) end();
    await expect.poll(known.sofar).toContain('waited');
  });
});
