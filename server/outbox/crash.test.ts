import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxDatabase, type Database, type Storage } from '../storage/types.ts';
import { dyingAfter } from '../testing/dying.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { frozenOf } from './ledger/frozen.ts';
import { galaWith, notifOf, personOf, processOn } from './testing/gala.ts';
import { headerOf, WORD } from './testing/scene.ts';

const PEOPLE = ['ada', 'bob', 'cyd'];

let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer(WORD);
});
afterAll(() => mail.close());

/** An event's databases, with three people and a notification. */
async function stored(doc: object): Promise<{ storage: Storage; db: Database }> {
  mail.mails.length = 0;
  return galaWith([...PEOPLE.map((name) => personOf(name)), doc], mail.port);
}

it.each(Array.from({ length: 6 }, (_, writes) => writes))(
  'a one-time message whose run was cut off after %s writes still says to how many it went',
  async (writes) => {
    const { storage, db } = await stored({ ...notifOf('Once'), notifType: 'one-time' });
    await processOn(dyingAfter(storage, writes))
      .outbox.run('gala')
      .catch(() => undefined);
    const next = processOn(storage);
    await next.outbox.run('gala');
    expect(await db.get('notif_a')).toMatchObject({ notifType: 'inactive', count: PEOPLE.length });
    await storage.close();
  },
);

it.each(Array.from({ length: 12 }, (_, writes) => writes))(
  'a process that dies after %s writes: nobody gets it twice, nobody is forgotten, and what was meant is what comes',
  async (writes) => {
    const { storage, db } = await stored(notifOf('Before'));
    await processOn(storage).outbox.run('gala');

    await processOn(dyingAfter(storage, writes))
      .send()
      .catch(() => undefined);
    const kept = await storage.open(outboxDatabase('gala'));
    const ids = PEOPLE.map((name) => `notif_a/consumer_${name}/1`);
    const meant = new Set<string>();
    for (const id of ids) if ((await frozenOf(kept, id)) !== null) meant.add(id);
    // Somebody changes the text meanwhile.
    const { _rev } = await db.get('notif_a');
    await db.put({ ...notifOf('After'), _rev } as never);
    const next = processOn(storage);
    await next.send();

    const ledger = await next.outbox.ledger('gala');
    const ended = await Promise.all(
      PEOPLE.map(async (name, index) => {
        const id = ids[index] ?? '';
        const got = mail.mails.filter(({ to }) => to === `${name}@example.org`);
        const subjects = got.map(({ source }) => headerOf(source, 'Subject') ?? '');
        return {
          id,
          state: ledger.get(id)?.state ?? 'none',
          subjects,
          told: await db.get(`consumer_${name}`),
        };
      }),
    );
    expect(ended.filter(({ state }) => state !== 'sent' && state !== 'uncertain')).toEqual([]);
    expect(
      ended.filter(({ subjects }) => subjects.length > 1),
      'nobody twice',
    ).toEqual([]);
    const sent = ended.filter(({ state }) => state === 'sent');
    for (const { id, subjects, told } of sent) {
      const subject = meant.has(id) ? 'Before' : 'After';
      expect(subjects).toEqual([subject]);
      const notifs = { notif_a: [{ ok: true, message: subject }] };
      expect(told).toMatchObject({ status: 'notice_sent', notifs });
    }
    await storage.close();
  },
);
