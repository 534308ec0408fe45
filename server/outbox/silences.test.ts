import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { mailChannel } from './mailChannel.ts';
import { accountOf } from './silences.ts';
import { watchFor } from './slowness.ts';
import { galaWith, notifOf, personOf, processOn } from './testing/gala.ts';
import { WORD } from './testing/scene.ts';

const MINUTE = 60_000;
let [mail, isSilent, isShut, asked, taken, time] = [null as unknown as TestMailServer, false, false, 0, 0, 0];
let most = 0;
let underway = 0;
beforeEach(async () => {
  [isSilent, isShut, asked, taken, most, underway, time] = [true, false, 0, 0, 0, 0, Date.now()];
  mail = await startMailServer(WORD, {
    onRcptTo: (_address, _session, done) =>
      done(isShut ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
    onData(stream, _session, done) {
      most = Math.max(most, ++underway);
      stream.resume();
      stream.on('end', () => {
        asked++;
        setTimeout(() => {
          underway--;
          if (isSilent) return;
          taken++;
          done();
        }, 20);
      });
    },
  });
});
afterEach(() => mail.close());

const people = Array.from({ length: 20 }, (_, index) => personOf(`p${index}`));
const openMail = (settings: Parameters<typeof mailChannel>[0]) => mailChannel(settings, 250);
const processOf = (storage: Storage, pause = MINUTE) =>
  processOn(storage, { now: () => time, pause: () => pause, openMail });
async function tally({ outbox }: ReturnType<typeof processOn>, eventId = 'gala') {
  const { sent, uncertain, queued, failed } = (await outbox.counts(eventId)).counts;
  return { sent, uncertain, queued, failed };
}

it('a server that has a mail and is silent is asked with one more each time, and with all once it answers', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], mail.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  for (const uncertain of [1, 2, 3]) {
    await own.send();
    expect(await tally(own)).toEqual({ sent: 0, uncertain, queued: people.length - uncertain, failed: 0 });
    time += MINUTE;
  }
  // After a restart it is not known any more.
  const next = processOf(storage);
  await next.send();
  expect(await tally(next)).toMatchObject({ uncertain: 4 });
  expect([asked, most]).toEqual([4, 1]);
  time += MINUTE;
  isSilent = false;
  await next.send();
  expect(await tally(next)).toEqual({ sent: people.length - 4, uncertain: 4, queued: 0, failed: 0 });
  expect(taken).toBe(people.length - 4);
  expect(most).toBeGreaterThan(2);
  await storage.close();
});

it('an address that it refuses is no word that it takes mails again', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], mail.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  await own.send();
  time += MINUTE;
  isShut = true;
  const refusing = own.send();
  await expect.poll(async () => (await tally(own)).failed).toBeGreaterThan(2);
  isShut = false;
  await refusing;
  expect([await tally(own), most]).toMatchObject([{ sent: 0, uncertain: 2 }, 1]);
  await storage.close();
});

it('one event asks for all that use it; the others wait meanwhile, and for a minute', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], mail.port);
  const ball = await storage.open(databaseName('ball'));
  await ball.bulkDocs([...people, notifOf('Ball')] as never);
  const services = await storage.open(DATABASES.services);
  const { email } = (await services.get('gala')) as unknown as { email: object };
  await services.put({ _id: 'ball', email: { ...email, email: 'ball@example.org' } } as never);
  const own = processOf(storage);
  for (const eventId of ['gala', 'ball']) await own.outbox.run(eventId);
  await own.send('gala');
  await own.send('ball');
  expect(await tally(own, 'ball')).toEqual({ sent: 0, uncertain: 0, queued: people.length, failed: 0 });
  time += MINUTE;
  await Promise.all([own.send('gala'), own.send('ball')]);
  expect(asked).toBe(2);
  time += MINUTE;
  isSilent = false;
  await own.send('ball');
  await own.send('gala');
  expect(await tally(own, 'ball')).toMatchObject({ uncertain: 0, sent: people.length });
  expect(await tally(own, 'gala')).toMatchObject({ uncertain: 2, sent: people.length - 2 });
  await storage.close();
});

it('an account is one by where it is and who logs in', () => {
  const at = (host: string, username: string) =>
    accountOf('email', { email: { host, port: 25, username } } as never);
  expect(at('Mail.example', 'ada')).toBe(at('mail.example', 'ada'));
  expect(at('mail.example', 'bob')).not.toBe(at('mail.example', 'ada'));
  const twilio = { sms: { sid: 'AC1' }, whatsapp: { sid: 'AC1' } } as never;
  expect(accountOf('sms', twilio)).not.toBe(accountOf('whatsapp', twilio));
});

it('what sends says that it only waits once nothing was heard for long, and that it goes on', () => {
  vi.useFakeTimers();
  try {
    const told: boolean[] = [];
    const watch = watchFor((isWaiting) => void told.push(isWaiting), 1000);
    vi.advanceTimersByTime(900);
    watch.heard();
    vi.advanceTimersByTime(900);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(told).toEqual([true]);
    watch.heard();
    vi.advanceTimersByTime(1100);
    watch.end();
    vi.advanceTimersByTime(5000);
    expect(told).toEqual([true, false, true, false]);
  } finally {
    vi.useRealTimers();
  }
});
