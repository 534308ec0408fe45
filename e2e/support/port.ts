import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a free port of this machine, and tells which. */
export async function listenAnywhere(server: Server): Promise<number> {
  // As the server itself does (server/app.ts): Node's own 511 refuse some of a thousand that come at once.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
