import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { readJsonOf } from './readAll.ts';

it('an answer without an end is not kept in memory', async () => {
  let given = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"');
    const more = (): void => {
      while (!socket.destroyed && socket.write('a'.repeat(1_000_000))) given += 1;
      given += 1;
    };
    socket.on('drain', more);
    more();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const never = new AbortController().signal;
  await expect(readJsonOf(response, never)).rejects.toThrow('longer than any');
  expect(given).toBeLessThan(100);
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});
