import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database, Storage } from '../../storage/types.ts';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { MAILS_AT_ONCE } from '../channels/mailChannel.ts';
import { galaWith, notifOf, personOf, processOn } from '../testing/gala.ts';
import { WORD } from '../testing/scene.ts';

const MINUTE = 60_000;
const people = Array.from({ length: 50 }, (_, index) => personOf(`p${index}`));
let slow: TestMailServer;
let time = 0;
beforeEach(async () => {
  time = Date.now();
  slow = await startMailServer(WORD, {
    onMailFrom: (_address, _session, done) => void setTimeout(done, 300),
  });
});
afterEach(() => slow.close());

const processOf = (storage: Storage) => processOn(storage, { now: () => time, pause: () => MINUTE });
async function change(db: Database, more: object): Promise<void> {
  await db.put(Object.assign(await db.get('notif_a'), more));
}
async function tallyOf({ outbox }: ReturnType<typeof processOn>): Promise<Record<string, number>> {
  const tally: Record<string, number> = {};
  for (const { state, hold } of (await outbox.ledger('gala')).all())
    tally[hold ?? state] = (tally[hold ?? state] ?? 0) + 1;
  return tally;
}
const refusing = (): void => void (slow.onMail = () => ({ refuse: 451 }));

it.each([
  ['deleted', { notifType: 'deleted' }, 'gone'],
  ['set to inactive', { notifType: 'inactive' }, 'stopped'],
])(
  'a message that was %s while it goes reaches none of those who were ready to get it',
  async (_, how, why) => {
    const { storage, db } = await galaWith([...people, notifOf('Oops')], slow.port);
    const own = processOf(storage);
    await own.outbox.run('gala');
    let changed = Promise.resolve();
    slow.onMail = () => {
      if (slow.mails.length === 5) changed = change(db, how);
      return null;
    };
    await own.send();
    await changed;
    const sent = slow.mails.length;
    expect(sent).toBeLessThan(40);
    expect(await tallyOf(own)).toEqual({ sent, [why]: people.length - sent });
    // Nor is anybody's begun and broken off.
    expect(slow.logins).toHaveLength(MAILS_AT_ONCE);
    await storage.close();
  },
);

it('whoever waits to be tried again does not get it either, reads why, and may be asked for', async () => {
  const { storage, db } = await galaWith([...people.slice(0, 3), notifOf('Oops')], slow.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  refusing();
  await own.send();
  expect(await tallyOf(own)).toEqual({ queued: 3 });
  await change(db, { notifType: 'inactive' });
  await own.outbox.run('gala');
  expect(await tallyOf(own)).toEqual({ stopped: 3 });
  const told = { notifs: { notif_a: [{ ok: false, error: 'stopped' }] } };
  expect(await db.get('consumer_p0')).toMatchObject(told);
  slow.onMail = () => null;
  time += MINUTE;
  await change(db, { resendConsumerIds: ['consumer_p1'] });
  await own.outbox.run('gala');
  await own.send();
  // Nor do the others when it is automatic again: its page says that it was their turn, and nothing reached them.
  await change(db, { notifType: 'automatic' });
  await own.outbox.run('gala');
  await own.send();
  expect(slow.mails.map(({ to }) => to)).toEqual(['p1@example.org']);
  expect(await tallyOf(own)).toEqual({ stopped: 3, sent: 1 });
  await storage.close();
});

it.each([
  ['one-time message', { notifType: 'one-time' }, {}],
  ['automatic one that was made a one-time message on the way', {}, { notifType: 'one-time' }],
])('a %s is inactive once it was run, and goes on', async (_, made, then) => {
  const { storage, db } = await galaWith([...people.slice(0, 3), notifOf('Hi', made)], slow.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  time += 1;
  await change(db, then);
  await own.outbox.run('gala');
  expect(await db.get('notif_a')).toMatchObject({ notifType: 'inactive' });
  await own.outbox.run('gala');
  await own.send();
  expect(await tallyOf(own)).toEqual({ sent: 3 });
  await storage.close();
});

it('a one-time message that somebody stops on its way reaches nobody who waits, nor whom somebody asked for by name', async () => {
  const { storage, db } = await galaWith([...people, notifOf('Oops', { notifType: 'one-time' })], slow.port);
  const own = processOf(storage);
  await own.outbox.run('gala');
  let stopped = Promise.resolve(0);
  slow.onMail = () => {
    if (slow.mails.length === 5) stopped = own.outbox.stop('gala', 'notif_a');
    return null;
  };
  await own.send();
  const sent = slow.mails.length;
  expect(sent).toBeLessThan(40);
  expect(await stopped).toBe(people.length - sent);
  expect(await tallyOf(own)).toEqual({ sent, stopped: people.length - sent });
  expect(slow.logins).toHaveLength(MAILS_AT_ONCE);
  const last = [...(await own.outbox.ledger('gala')).all()].find(({ state }) => state === 'withheld');
  const consumerId = last?.consumerId ?? '';
  expect(await db.get(consumerId)).toMatchObject({ notifs: { notif_a: [{ ok: false, error: 'stopped' }] } });
  // Asked for by name and not yet put in, they wait as well.
  await change(db, { resendConsumerIds: [consumerId] });
  expect(await own.outbox.stop('gala', 'notif_a')).toBe(1);
  await change(db, { resendConsumerIds: [consumerId, consumerId] });
  await own.outbox.run('gala');
  await own.send();
  expect(slow.mails).toHaveLength(sent + 1);
  await storage.close();
});
