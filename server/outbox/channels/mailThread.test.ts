import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import type { Frozen } from '../ledger/frozen.ts';
import { mailThread, type ToThread } from './mailThread.ts';
import { headerOf, WORD } from '../testing/scene.ts';

let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer(WORD);
});
afterAll(() => mail.close());

const settings = (password = WORD) => ({
  ...{ email: 'gala@example.org', host: '127.0.0.1', port: mail.port, username: 'gala', password },
});
const letter = (name: string): Frozen => ({
  ...{ method: 'email', to: `${name}@example.org`, from: { name: 'Gala', address: 'gala@example.org' } },
  ...{ subject: `For ${name}`, html: '<p>Hi</p>', text: 'Hi', messageId: `<${name}@example.org>`, date: 0 },
  files: [{ kind: 'own', name: 'programme.pdf', sha256: 'x' }],
});
const file = new Uint8Array(50_000).fill(46);

it('mails go from a thread of their own, each after its mark', async () => {
  const channel = mailThread.open(settings());
  const order: string[] = [];
  mail.onMail = ({ to }) => {
    order.push(`there ${to}`);
    return null;
  };
  const agree = (name: string) => async (): Promise<boolean> => {
    await Promise.resolve();
    order.push(`marked ${name}@example.org`);
    return true;
  };
  const names = ['ada', 'bob', 'cyd'];
  const outcomes = await Promise.all(names.map((name) => channel.send(letter(name), [file], agree(name))));
  expect(outcomes).toEqual(names.map(() => ({ kind: 'sent' })));
  for (const name of names) {
    expect(order.indexOf(`marked ${name}@example.org`)).toBeLessThan(
      order.indexOf(`there ${name}@example.org`),
    );
  }
  const ada = mail.mails.find(({ to }) => to === 'ada@example.org')?.source ?? '';
  expect(headerOf(ada, 'Subject')).toBe('For ada');
  expect(ada.replaceAll('\r\n', '')).toContain(Buffer.from(file).toString('base64'));
  channel.close();
});

it('who may not go, does not; and what the server says comes back', async () => {
  mail.mails.length = 0;
  const channel = mailThread.open(settings());
  expect(await channel.send(letter('ada'), [file], () => Promise.resolve(false))).toEqual({ kind: 'left' });
  // The mark could not be written.
  const failing = (): Promise<boolean> => Promise.reject(new Error('no disk'));
  expect(await channel.send(letter('bob'), [file], failing)).toEqual({ kind: 'left' });
  expect(mail.mails).toHaveLength(0);
  mail.onRecipient = () => ({ refuse: 550 });
  expect(await channel.send(letter('cyd'), [file], () => Promise.resolve(true))).toMatchObject({
    ...{ kind: 'refused', permanent: true },
  });
  mail.onRecipient = () => null;
  channel.close();
  const wrong = mailThread.open(settings('wrong'));
  expect(await wrong.send(letter('ada'), [file], () => Promise.resolve(true))).toMatchObject({
    ...{ kind: 'down', fault: 'login_refused', permanent: true },
  });
  wrong.close();
});

it('a file that goes to many is handed over twice at most, and is in every mail', async () => {
  mail.mails.length = 0;
  mail.onMail = () => null;
  const handed = vi.spyOn(Worker.prototype, 'postMessage');
  const channel = mailThread.open(settings());
  const [programme, own] = [new Uint8Array(5000).fill(7), new Uint8Array(100).fill(8)];
  const two = (name: string): Frozen =>
    ({
      ...letter(name),
      files: ['a', 'b'].map((file) => ({ kind: 'own', name: `${file}.pdf`, sha256: '' })),
    }) as Frozen;
  const names = Array.from({ length: 12 }, (_, index) => `guest${index}`);
  const agreed = (): Promise<boolean> => Promise.resolve(true);
  for (const name of names) {
    const files = [programme, new Uint8Array(own)];
    expect(await channel.send(two(name), files, agreed)).toEqual({ kind: 'sent' });
  }
  channel.close();
  const messages = handed.mock.calls.map(([message]) => message as ToThread);
  const given = messages.flatMap((message): readonly (Uint8Array | number)[] => {
    if (message.kind === 'keep') return [message.bytes];
    return message.kind === 'send' ? message.files : [];
  });
  expect(given.filter((file) => file === programme)).toHaveLength(2);
  expect(given.filter((file) => typeof file !== 'number' && file.length === own.length)).toHaveLength(
    names.length,
  );
  expect(mail.mails.map(({ to }) => to)).toEqual(names.map((name) => `${name}@example.org`));
  for (const { source } of mail.mails) {
    const letters = source.replaceAll('\r\n', '');
    for (const file of [programme, own]) expect(letters).toContain(Buffer.from(file).toString('base64'));
  }
  handed.mockRestore();
});
