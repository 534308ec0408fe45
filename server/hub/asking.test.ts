import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createLine, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PROTOCOL, PROTOCOL_HEADER, spoken } from '#api/protocol.ts';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { createAsking } from './asking.ts';

const PATIENCE = 2000;
const PIECES = 6;
const OURS = { [SERVER_TIME_HEADER]: '1', [PROTOCOL_HEADER]: spoken(PROTOCOL) };
const schema = z.array(z.string());
const addressOf = (server: { address(): unknown }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('an answer that goes on coming may take as long as it likes; one that stops does not', async () => {
  const drip = async (reply: ServerResponse): Promise<void> => {
    reply.writeHead(200, OURS).write('["');
    for (let piece = 0; piece < PIECES; piece++) {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE / 5));
      reply.write('x');
    }
  };
  const server = createServer((request, reply) => {
    void drip(reply).then(() => request.url === '/whole' && reply.end('"]'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ask = createAsking(addressOf(server), () => null, { usual: PATIENCE });
  try {
    const [whole, halted] = await Promise.allSettled([ask('/whole', { schema }), ask('/halted', { schema })]);
    expect(whole).toMatchObject({ status: 'fulfilled', value: ['x'.repeat(PIECES)] });
    expect(halted).toMatchObject({ status: 'rejected', reason: { trouble: 'offline' } });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('a connection that ends as it begins is told of at once', async () => {
  const line = createLine((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const ask = createAsking(addressOf(line), () => null);
  // Whoever waits for the time to be over does not come to an end here.
  for (let times = 0; times < 20; times++)
    await expect(ask('/', { schema, answer: 2 ** 31 - 1 })).rejects.toMatchObject({ trouble: 'offline' });
  line.close();
});

it('what is asked comes packed where the central server can', async () => {
  const words = Array.from({ length: 1000 }, () => 'the same');
  const server = createServer((request, reply) => {
    const packs = String(request.headers['accept-encoding']).includes('gzip');
    const body = JSON.stringify(packs ? words : []);
    reply.writeHead(200, { ...OURS, 'content-encoding': 'gzip' }).end(gzipSync(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await createAsking(addressOf(server), () => null)('/', { schema })).toEqual(words);
  server.closeAllConnections();
  server.close();
});
