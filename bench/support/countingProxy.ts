import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenAnywhere } from '../../e2e/support/port.ts';

/** A TCP proxy on loopback that counts what passes and can hold it back: bytes as they are on the wire. */
export interface CountingProxy {
  readonly url: string;
  /** Bytes from client to server since the last `reset`. */
  readonly sent: number;
  /** Bytes from server to client since the last `reset`. */
  readonly received: number;
  reset(): void;
  close(): Promise<void>;
}

/** `latency` is added to each chunk in each direction, in ms: half a round trip. */
export async function startProxy(targetPort: number, latency = 0): Promise<CountingProxy> {
  let sent = 0;
  let received = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: targetPort, noDelay: true });
    client.setNoDelay(true);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // What is still under way arrives before the end does.
        setTimeout(() => (socket === client ? upstream : client).destroy(), latency);
      });
    }
    relay(client, upstream, latency, (bytes) => (sent += bytes));
    relay(upstream, client, latency, (bytes) => (received += bytes));
  });
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    get sent() {
      return sent;
    },
    get received() {
      return received;
    },
    reset() {
      sent = 0;
      received = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes chunks on in their order, each after the latency; slows the source when the drain is full. */
function relay(from: Socket, to: Socket, latency: number, count: (bytes: number) => void): void {
  // One character is one byte.
  from.setEncoding('latin1').on('data', (chunk: string) => {
    count(chunk.length);
    const pass = (): void => {
      if (to.destroyed) return;
      if (!to.write(chunk, 'latin1')) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    };
    if (latency === 0) pass();
    else setTimeout(pass, latency);
  });
}

/** Waits until nothing more passes for a while. */
export async function quiet(proxy: CountingProxy): Promise<void> {
  for (let before = -1; proxy.sent + proxy.received !== before;) {
    before = proxy.sent + proxy.received;
    await delay(3000);
  }
}
