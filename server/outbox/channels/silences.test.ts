import { beforeEach, expect, it, vi } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { DATABASES, type Storage } from '../../storage/types.ts';
import type { Channel } from './channel.ts';
import { accountOf, Silences } from './silences.ts';
import { watchFor } from './slowness.ts';
import { galaWith, notifOf, personOf, processOn } from '../testing/gala.ts';

const MINUTE = 60_000;
const NOWHERE = 1;
let [isSilent, refusals, asked, taken, most, underway, time] = [true, 0, 0, 0, 0, 0, 0];
let isPermanent = true;
beforeEach(() => {
  isPermanent = true;
  [isSilent, refusals, asked, taken, most, underway, time] = [true, 0, 0, 0, 0, 0, Date.now()];
});

/** A mail server as the outbox meets it: how long it is silent until that is said so would hang on the machine. */
const provider = (): Channel => ({
  atOnce: 5,
  close: () => undefined,
  async send(_frozen, _files, commit) {
    if (!(await commit())) return { kind: 'left' };
    most = Math.max(most, ++underway);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    underway--;
    if (refusals > 0) {
      refusals--;
      return { kind: 'refused', permanent: isPermanent, failure: { error: '550' } };
    }
    asked++;
    if (isSilent) return { kind: 'unknown', stalled: true };
    taken++;
    return { kind: 'sent' };
  },
});

const people = Array.from({ length: 20 }, (_, index) => personOf(`p${index}`));
const processOf = (storage: Storage, pause = MINUTE) =>
  processOn(storage, { now: () => time, pause: () => pause, openMail: provider });
async function tally({ outbox }: ReturnType<typeof processOn>, eventId = 'gala') {
  const { sent, uncertain, queued, failed } = (await outbox.counts(eventId)).counts;
  return { sent, uncertain, queued, failed };
}

it('a server that has a mail and is silent is asked with one more each time, and with all once it answers', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], NOWHERE);
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
  const { storage } = await galaWith([...people, notifOf('Hi')], NOWHERE);
  const own = processOf(storage);
  await own.outbox.run('gala');
  await own.send();
  time += MINUTE;
  refusals = 3;
  await own.send();
  expect([await tally(own), most]).toMatchObject([{ sent: 0, uncertain: 2, failed: 3 }, 1]);
  await storage.close();
});

it('whoever asked a silent provider, and heard nothing of that, lets the next one ask', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], NOWHERE);
  const own = processOf(storage);
  await own.outbox.run('gala');
  await own.send();
  time += MINUTE;
  [refusals, isPermanent] = [people.length - 1, false];
  await own.send();
  expect(await tally(own)).toMatchObject({ uncertain: 1, queued: people.length - 1 });
  time += MINUTE;
  isSilent = false;
  await own.send();
  expect(await tally(own)).toMatchObject({ uncertain: 1, sent: people.length - 1 });
  await storage.close();
});

it('of one that was not silent a refusal is an answer, too: all connections send', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], NOWHERE);
  const own = processOf(storage);
  await own.outbox.run('gala');
  refusals = people.length;
  await own.send();
  expect(await tally(own)).toMatchObject({ failed: people.length });
  expect(most).toBeGreaterThan(2);
  await storage.close();
});

it('who asks a silent provider is alone until it has taken a message; then it is as if it had never been silent', () => {
  const silences = new Silences(() => time, MINUTE);
  silences.take('a')?.heard('silence');
  expect(silences.take('a')).toBeNull();
  time += MINUTE;
  const turn = silences.take('a');
  expect([turn?.isDoubted, silences.take('a')]).toEqual([true, null]);
  turn?.end();
  const next = silences.take('a');
  next?.heard('taken');
  expect(silences.take('a')?.isDoubted).toBe(false);
});

it('one event asks for all that use it; the others wait meanwhile, and for a minute', async () => {
  const { storage } = await galaWith([...people, notifOf('Hi')], NOWHERE);
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
