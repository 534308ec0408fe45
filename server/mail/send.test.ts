import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { openMailConnection } from './send.ts';

type Step = 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | '.' | 'RSET';
const ANSWERS: Record<Step, string> = {
  EHLO: '250 here',
  MAIL: '250 kept',
  RCPT: '250 kept',
  DATA: '354 go on',
  '.': '250 kept',
  RSET: '250 kept',
};

/** A mail server that answers one step so, or letter by letter and is never done. */
async function peculiarAt(
  step: Step,
  answer: string | null,
): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    let isText = false;
    const hear = (line: string): void => {
      const found = (Object.keys(ANSWERS) as Step[]).find((one) => line.startsWith(one));
      if (found === undefined || (isText && line !== '.')) return;
      isText = found === 'DATA';
      const said = found === step ? answer : ANSWERS[found];
      if (said !== null) socket.write(`${said}\r\n`);
      else timers.push(setInterval(() => socket.write('x'), 20));
    };
    socket.on('data', (bytes) => bytes.toString().split('\r\n').forEach(hear));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

it.concurrent.each<[Step, object]>([
  ['EHLO', { kind: 'down', fault: 'timeout' }],
  ['MAIL', { kind: 'down', fault: 'timeout', midway: true }],
  ['RCPT', { kind: 'down', fault: 'timeout', midway: true }],
  ['DATA', { kind: 'down', fault: 'timeout', midway: true }],
  ['.', { kind: 'unknown', stalled: true }],
])(
  'a server that says a letter now and then, and never an answer to %s, is not waited for',
  async (step, outcome) => {
    const server = await peculiarAt(step, null);
    const to = { host: '127.0.0.1', port: server.port, secure: false, username: '', password: '' };
    // Silent for so long it never is.
    const connection = openMailConnection(to, 2000);
    const bytes = Readable.from(['Subject: Hi\r\n\r\nHi\r\n']);
    const mail = { from: 'gala@example.org', to: 'ada@example.org', atLeast: 20, bytes };
    expect(await connection.send(mail, () => Promise.resolve(true))).toEqual(outcome);
    connection.close();
    await server.close();
  },
);

it.concurrent.each<[Step, string, object]>([
  ['MAIL', '550 5.4.5 daily quota exceeded', { kind: 'down', fault: 'sender_refused' }],
  ['MAIL', '530 5.7.0 authentication required', { kind: 'down', fault: 'sender_refused' }],
  ['MAIL', '552 5.3.4 too large', { kind: 'too_large' }],
  ['MAIL', '451 4.3.0 not now', { kind: 'refused', code: 451, permanent: false, detail: '3.0' }],
  ['RCPT', '550 5.1.1 unknown', { kind: 'refused', code: 550, permanent: true, detail: '1.1' }],
  ['RCPT', '550 unknown', { kind: 'refused', code: 550, permanent: true }],
  ['.', '552-5.3.4 larger than\r\n552 5.3.4 any', { kind: 'too_large' }],
  [
    '.',
    '550-5.7.26 not\r\n550 5.7.26 signed',
    { kind: 'refused', code: 550, permanent: true, detail: '7.26' },
  ],
])('%s answered by %s is the matter of whoever it is about', async (step, answer, outcome) => {
  const server = await peculiarAt(step, answer);
  const to = { host: '127.0.0.1', port: server.port, secure: false, username: '', password: '' };
  const connection = openMailConnection(to);
  const bytes = Readable.from(['Subject: Hi\r\n\r\nHi\r\n']);
  const mail = { from: 'gala@example.org', to: 'ada@example.org', atLeast: 20, bytes };
  expect(await connection.send(mail, () => Promise.resolve(true))).toEqual(outcome);
  connection.close();
  await server.close();
});
