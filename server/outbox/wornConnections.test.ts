import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { MAILS_AT_ONCE } from './channels/mailChannel.ts';
import { galaWith, notifOf, personOf, processOn } from './testing/gala.ts';

/** Mails that go over one connection. */
const MOST = 3;
type End = (socket: Socket) => void;
const END: End = (socket) => void socket.end();
const BREAK: End = (socket) => void socket.destroy();
const SAY: End = (socket) => void socket.end('421 4.7.0 too many messages\r\n');
const ANSWERS: Record<string, string> = {
  EHLO: '250-here\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
};

/** A mail server that ends a connection once it has carried so many: right after the last of them, or at the next. */
async function tired({ after, next }: { after?: End; next?: End }) {
  const kept: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let [to, rest, isText, carried] = ['', '', false, 0];
    const hear = (line: string): void => {
      const command = line.slice(0, 4);
      if (isText) {
        if (line !== '.') return;
        isText = false;
        kept.push(to);
        socket.write('250 kept\r\n');
        if (++carried === MOST) after?.(socket);
        return;
      }
      if (command === 'MAIL' && carried === MOST) return next?.(socket);
      if (command === 'RCPT') to = line;
      isText = command === 'DATA';
      socket.write(`${ANSWERS[command] ?? '250 good'}\r\n`);
    };
    socket.write('220 here\r\n');
    socket.on('data', (bytes) => {
      const lines = `${rest}${bytes.toString()}`.split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ kept, sockets, port: (server.address() as AddressInfo).port },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

it.each([
  ['ends it with the last', { after: END }],
  ['says so with the last', { after: SAY }],
  ['breaks it off at the next', { next: BREAK }],
  ['says so at the next', { next: SAY }],
])(
  'a server that lets few mails go over a connection, and %s, gets them over others, at once',
  async (_how, ends) => {
    const server = await tired(ends);
    const people = Array.from({ length: 60 }, (_, index) => personOf(`p${index}`));
    const { storage } = await galaWith([...people, notifOf('Hi')], server.port);
    const own = processOn(storage);
    await own.outbox.run('gala');
    await own.send();
    expect(new Set(server.kept).size).toBe(people.length);
    expect(server.kept).toHaveLength(people.length);
    const rows = [...(await own.outbox.ledger('gala')).all()];
    expect(new Set(rows.map(({ state, tries }) => `${state} ${tries}`))).toEqual(new Set(['sent 1']));
    expect(server.sockets.length).toBeLessThanOrEqual(people.length / MOST + MAILS_AT_ONCE);
    await storage.close();
    await server.close();
  },
);
