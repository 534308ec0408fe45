import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Whoever asks for something and takes no more than that it has begun to come. */
export async function idleReader(server: { url: string }, path: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: foyer\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** They give up. */
export async function leave(readers: readonly Socket[]): Promise<void> {
  // Whom the server has cut off meanwhile, on a busy machine, has closed already, and does so only once.
  const gone = readers.filter(({ closed }) => !closed).map((reader) => once(reader, 'close'));
  for (const reader of readers) reader.destroy();
  await Promise.all(gone);
}
