import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { sendByTwilio } from './twilio.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const answering = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> =>
  portOf(createServer(answer));
const cutting = (at: (socket: Socket) => void): Promise<number> => portOf(createPlain(at));

const send = (base: string) =>
  sendByTwilio(
    { base, sid: 'AC1', token: 'a token' },
    { from: '+41790000001', to: '+41791234567', body: 'Hello', contentSid: null, statusUrl: null },
    { patience: 5000, settling: 0, take: () => true },
  );

it.each([301, 302, 303, 307, 308])(
  'who leads elsewhere (%i) has taken nothing, and is not followed',
  async (status) => {
    const asked: string[] = [];
    const port = await answering((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await send(`http://127.0.0.1:${port}`)).toEqual({ kind: 'unreachable' });
    expect(asked).toEqual(['/2010-04-01/Accounts/AC1/Messages.json']);
  },
);

it('whoever is no party to the encryption was told nothing', async () => {
  const plain = await answering((_request, response) => void response.end('{}'));
  expect(await send(`https://127.0.0.1:${plain}`)).toEqual({ kind: 'unreachable' });
  const cut = await cutting((socket) => socket.destroy());
  expect(await send(`https://127.0.0.1:${cut}`)).toEqual({ kind: 'unreachable' });
});

it('what breaks off after it was asked is not known', async () => {
  const cut = await cutting((socket) => void socket.on('data', () => socket.destroy()));
  expect(await send(`http://127.0.0.1:${cut}`)).toEqual({ kind: 'unknown' });
});

it.each([
  [429, '60', { kind: 'refused', code: 20_429, permanent: false, after: 60_000 }],
  [429, '99999999', { kind: 'refused', code: 20_429, permanent: false, after: 86_400_000 }],
  [429, 'soon', { kind: 'refused', code: 20_429, permanent: false }],
  [429, new Date(0).toUTCString(), { kind: 'refused', code: 20_429, permanent: false }],
  [503, '60', { kind: 'faulty', after: 60_000 }],
])('a %i that asks to wait for %s', async (status, wait, outcome) => {
  const port = await answering(({ method }, response) => {
    if (method === 'GET') response.end('{"messages":[]}');
    else response.writeHead(status, { 'retry-after': wait }).end('{}');
  });
  expect(await send(`http://127.0.0.1:${port}`)).toEqual(outcome);
});
