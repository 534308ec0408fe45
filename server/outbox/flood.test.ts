import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { withoutFlood } from './flood.ts';
import { meta, none, Scene, WORD } from './testing/scene.ts';

const DAY = 86_400_000;

describe('an address that a stranger registers again and again', () => {
  let server: TestServer;
  let mail: TestMailServer;
  beforeAll(async () => {
    mail = await startMailServer(WORD);
    server = await startTestServer({ worker: true });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
  });

  it('gets twenty messages of a notification, and the rest waits; others and what staff enter do not wait', async () => {
    const gala = await new Scene(server).open({
      ...{ email: 'gala@example.org', name: 'Gala', host: '127.0.0.1', port: mail.port, secure: false },
      ...{ username: 'gala', password: WORD },
    });
    const db = await server.storage.open(gala.dbName);
    const registered = (name: string, email: string, formId: string | null = 'form_f') => ({
      ...{ _id: `consumer_${name}`, type: 'consumer', status: 'registered', metadata: meta },
      person: { forename: name, surname: 'Test', email, language: 'en' },
      registration: { amount: 0, currency: 'chf', ...(formId === null ? {} : { formId }) },
    });
    const victims = Array.from({ length: 30 }, (_, count) =>
      registered(`victim${count}`, count % 2 === 0 ? 'Victim@example.org' : `victim+${count}@example.org`),
    );
    await gala.notif('a');
    // Over several looks of the worker.
    await db.bulkDocs(victims.slice(0, 10) as never);
    await expect.poll(() => mail.mails.length).toBe(10);
    const others = [
      registered('other', 'other@example.org'),
      registered('staff', 'victim@example.org', null),
    ];
    await db.bulkDocs([...victims.slice(10), ...others] as never);
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 22, queued: 10 } });
    expect(mail.mails.filter(({ to }) => to === 'other@example.org')).toHaveLength(1);
    expect(mail.mails.filter(({ to }) => /^victim/i.test(to))).toHaveLength(21);

    // A one-time notification is somebody's decision.
    await gala.notif('b', { notifType: 'one-time' });
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 54, queued: 10 } });
    // Of whom somebody asks for it once more, too.
    await gala.notif('a', { resendConsumerIds: ['consumer_victim0'] });
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 55, queued: 10 } });
  });

  it('gets the rest twenty a day, each a day after the one twenty before it', () => {
    const [now, hour] = [100 * DAY, DAY / 24];
    const ada = { registration: { formId: 'form_f' }, person: { email: 'ada@example.org' } };
    const consumers = new Map(Array.from({ length: 60 }, (_, index) => [`c${index}`, ada])) as never;
    const rows = Array.from({ length: 25 }, (_, index) => ({
      ...{ consumerId: `c${index}`, state: index === 24 ? 'withheld' : 'sent' },
      // Four of more than a day ago, and twenty of the last twenty hours.
      dueAt: now - (index < 4 ? 2 * DAY : (24 - index) * hour),
    }));
    const timeOf = withoutFlood('email', consumers, rows as never, now);
    const times = Array.from({ length: 22 }, (_, index) => (timeOf(`c${30 + index}`) - now) / hour);
    expect(times).toEqual([...Array.from({ length: 20 }, (_, index) => 4 + index), 28, 29]);
  });
});
