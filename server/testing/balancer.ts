import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

/** What stands before several servers, as the reverse proxy of docs/operations does: one address, whoever answers there. */
export interface Balancer {
  readonly url: string;
  /** Whom to ask, from now on; the first that takes a connection. */
  use(servers: readonly string[]): void;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  const balancer = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => pass(incoming, body, outgoing, servers));
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    use(wanted) {
      servers = wanted;
    },
    async close() {
      balancer.closeAllConnections();
      balancer.close();
      await once(balancer, 'close');
    },
  };
}

/** Asks the first of the servers; where it takes no connection the next. What was sent is not sent again. */
function pass(
  { method, url, headers }: IncomingMessage,
  body: Awaited<ReturnType<typeof buffer>>,
  outgoing: ServerResponse,
  [server, ...others]: readonly string[],
): void {
  if (server === undefined) {
    outgoing.writeHead(502).end();
    return;
  }
  const asked = request(new URL(url ?? '/', server), { method, headers });
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  asked.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED')
      pass({ method, url, headers } as IncomingMessage, body, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.on('close', () => asked.destroy());
  asked.end(body);
}
