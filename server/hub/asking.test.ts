import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PROTOCOL, PROTOCOL_HEADER, spoken } from '#api/protocol.ts';
import { SERVER_TIME_HEADER } from '#api/wire.ts';
import { createAsking } from './asking.ts';

const PATIENCE = 3000;

it('an answer that goes on coming may take as long as it likes; one that stops does not', async () => {
  const drip = async (reply: ServerResponse, pieces: number): Promise<void> => {
    reply.writeHead(200, { [SERVER_TIME_HEADER]: '1', [PROTOCOL_HEADER]: spoken(PROTOCOL) }).write('["');
    for (let piece = 0; piece < pieces; piece++) {
      await new Promise((resolve) => setTimeout(resolve, PATIENCE / 10));
      reply.write('x');
    }
  };
  const server = createServer((request, reply) => {
    void drip(reply, 13).then(() => request.url === '/whole' && reply.end('"]'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // On a busy machine what nobody holds is collected between two pieces: Node's fetch then heeds no signal any more.
  setFlagsFromString('--expose-gc');
  const collect = setInterval(runInNewContext('gc') as () => void, 50);
  const ask = createAsking(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    () => null,
    PATIENCE,
  );
  try {
    const schema = z.array(z.string());
    const [whole, halted] = await Promise.allSettled([ask('/whole', { schema }), ask('/halted', { schema })]);
    expect(whole).toMatchObject({ status: 'fulfilled', value: ['x'.repeat(13)] });
    expect(halted).toMatchObject({ status: 'rejected', reason: { trouble: 'offline' } });
  } finally {
    clearInterval(collect);
    server.closeAllConnections();
    server.close();
  }
});
