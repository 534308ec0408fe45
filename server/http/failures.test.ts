import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import compress from '@fastify/compress';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../base/config.ts';
import { HttpError } from '../base/errors.ts';
import { createApp } from './app.ts';

const lines: string[] = [];
let app: ReturnType<typeof createApp>;
beforeEach(() => {
  lines.length = 0;
  const stream = { write: (line: string) => void lines.push(line) };
  app = createApp({ config: readConfig({}), logger: { level: 'error', stream } }, () => 'one');
});
afterEach(() => app.close());

it('a device that leaves while its answer comes, as phones do at every door, is no failure of the server', async () => {
  await app.register(compress, { encodings: ['gzip'] });
  let failing: PassThrough | undefined;
  const begun = new PassThrough();
  app.post('/long', async (_request, reply) => {
    begun.end('begun');
    return reply.type('application/json').send(new PassThrough());
  });
  app.post('/broken', async (_request, reply) => {
    failing = new PassThrough();
    return reply.type('application/json').send(failing);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    );
    return socket;
  };
  const near = once(app.server, 'connection');
  const phone = ask('/long');
  const [far] = (await near) as [Socket];
  await once(begun.resume(), 'end');
  phone.destroy();
  await once(far, 'close');

  // What fails by itself is told, and it alone.
  const other = ask('/broken');
  await expect.poll(() => failing).toBeDefined();
  failing?.destroy(new Error('nobody knows why'));
  await expect.poll(() => lines.join('')).toContain('nobody knows why');
  expect(lines.filter((line) => !line.includes('nobody knows why'))).toEqual([]);
  other.destroy();
});

it('phones that a hub turns away, which try again and again, do not fill its log', async () => {
  app.get('/:code', ({ params }) => {
    throw new HttpError(503, (params as { code: 'hub_ended' }).code, 'not here');
  });
  for (const code of ['hub_ended', 'hub_unknown', 'unavailable'])
    expect((await app.inject(`/${code}`)).json()).toMatchObject({ error: code });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('/unavailable');
});
