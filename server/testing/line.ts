import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between two servers that can be cut, as a venue's is. */
export interface Line {
  readonly url: string;
  /** Where it leads, from now on. */
  lead(to: string): void;
  cut(): void;
  restore(): void;
  /** Each connection breaks after so many bytes in one direction, from now on. */
  breakAfter(bytes: number): void;
  /** A connection breaks by which something with these words is asked, from now on; null for none. */
  breakAt(words: string | null): void;
  close(): Promise<void>;
}

export async function startLine(to: string): Promise<Line> {
  let target = new URL(to);
  let isCut = false;
  let most = Infinity;
  let unsaid: string | null = null;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    keep(far);
    // Before it is passed on: what comes after it has nowhere to go.
    near.on('data', (asked: Buffer) => {
      if (unsaid !== null && asked.includes(unsaid)) far.destroy();
    });
    for (const side of [near, far]) {
      let passed = 0;
      side.on('data', ({ length }: Buffer) => {
        passed += length;
        if (passed > most) side.destroy();
      });
    }
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(next) {
      target = new URL(next);
      drop();
    },
    cut() {
      isCut = true;
      drop();
    },
    restore() {
      isCut = false;
    },
    breakAfter(bytes) {
      most = bytes;
      drop();
    },
    breakAt(words) {
      unsaid = words;
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
