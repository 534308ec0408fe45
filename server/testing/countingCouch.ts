import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingCouch {
  /** The same CouchDB, asked through here. */
  url: string;
  /** What was asked, `GET /database/document?…`, the oldest first; without the looks whether it answers. */
  readonly asked: string[];
  /** What came with each of them. */
  readonly bodies: string[];
  /** Requests for which this is true are answered with 500. */
  refuses: (line: string) => boolean;
  close(): Promise<void>;
}

/** Stands before a CouchDB and notes what it is asked. */
export async function countingCouch(url: string): Promise<CountingCouch> {
  const behind = new URL(url);
  const asked: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const line = `${method} ${path}`;
    if (path !== '/_up') {
      const place = asked.push(line) - 1;
      bodies.push('');
      request.on('data', (piece: Buffer) => (bodies[place] += piece.toString()));
    }
    if (couch.refuses(line)) {
      response.writeHead(500).end('{"error":"refused"}');
      return;
    }
    const passed = ask({ host: behind.hostname, port: behind.port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = new URL(url);
  here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const couch: CountingCouch = {
    url: here.href,
    asked,
    bodies,
    refuses: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return couch;
}
