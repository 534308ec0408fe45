import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOYER } from '#domain/documents/common.ts';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { DESK, PAYMENTS } from '../../commands/own.ts';
import { withoutFlood } from './flood.ts';
import { meta, none, Scene, WORD } from '../testing/scene.ts';

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
    const gala = await new Scene(server).open(mail.account);
    const db = await server.storage.open(gala.dbName);
    const registered = (name: string, email: string, author = DESK) => ({
      ...{ _id: `consumer_${name}`, type: 'consumer', status: 'registered', metadata: { ...meta, author } },
      person: { forename: name, surname: 'Test', email, language: 'en' },
      registration: { amount: 0, currency: 'chf', formId: 'form_f' },
    });
    const victims = Array.from({ length: 30 }, (_, count) =>
      registered(`victim${count}`, count % 2 === 0 ? 'Victim@example.org' : `victim+${count}@example.org`),
    );
    // That a message sets the status is no act of the staff's.
    await gala.notif('a', { consumerStatus: 'registered', consumerStatusNew: 'notice_sent' });
    // Over several looks of the worker.
    await db.bulkDocs(victims.slice(0, 10) as never);
    await expect.poll(() => mail.mails.length).toBe(10);
    await gala.settled();
    const others = [
      registered('other', 'other@example.org'),
      registered('staff', 'victim@example.org', meta.author),
    ];
    await db.bulkDocs([...victims.slice(10), ...others] as never);
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 22, queued: 10 } });
    expect(mail.mails.filter(({ to }) => to === 'other@example.org')).toHaveLength(1);
    expect(mail.mails.filter(({ to }) => /^victim/i.test(to))).toHaveLength(21);

    // Whoever wonders who has not got theirs is told.
    const { body } = await server.call<{ messages: { notifId: string; slowed?: object }[] }>(
      'GET',
      '/api/message-attention',
      { as: server.manager },
    );
    const slowed = { count: 10, until: expect.closeTo(Date.now() + DAY, -5) as number };
    expect(body.messages).toMatchObject([{ notifId: 'notif_a', failed: 0, stalled: null, slowed }]);

    // A one-time notification is somebody's decision.
    await gala.notif('b', { notifType: 'one-time' });
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 54, queued: 10 } });
    // Of whom somebody asks for it once more, too.
    await gala.notif('a', { resendConsumerIds: ['consumer_victim0'] });
    await expect.poll(gala.counts).toMatchObject({ counts: { ...none, sent: 55, queued: 10 } });
  });

  it('gets the rest when the twenty are a day old, and none later than a day from now', () => {
    const rows = Array.from({ length: 25 }, (_, index) =>
      // Four of more than a day ago, and twenty of the last twenty hours.
      row(index, index < 4 ? 2 * DAY : (24 - index) * HOUR, { state: index === 24 ? 'withheld' : 'sent' }),
    );
    const times = timesOf(people(60), rows, 30, 22);
    expect(times).toEqual([...Array.from({ length: 20 }, (_, index) => 4 + index), 24, 24]);
  });

  it('nobody waits for more than a day, however many there are', () => {
    const times = timesOf(people(221), [], 0, 221);
    expect(times).toEqual([...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 201 }, () => 24)]);
  });

  it('what staff have changed since does not wait, and nobody waits for it', () => {
    const invited = people(40, { status: 'rsvp_confirmed', metadata: { ...meta, author: meta.author } });
    expect(timesOf(invited, [], 0, 40)).toEqual(Array.from({ length: 40 }, () => null));
    const both = new Map([...people(60), ...people(30, { metadata: { ...meta, author: meta.author } })]);
    const rows = Array.from({ length: 30 }, (_, index) => row(index, HOUR));
    expect(timesOf(both, rows, 30, 2)).toEqual([0, 0]);
  });

  it('those who are gone, erased or cancelled by staff do not count; whoever cancels at the form itself does', () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(index, HOUR));
    const gone = new Map([...people(60)].slice(30));
    expect(timesOf(gone, rows, 30, 1)).toEqual([0]);
    const canceled = { status: 'canceled' };
    const with30 = (more: object) => new Map([...people(60), ...people(30, more)]);
    const byStaff = { ...canceled, metadata: { ...meta, author: meta.author } };
    expect(timesOf(with30(byStaff), rows, 30, 1)).toEqual([0]);
    expect(timesOf(with30({ person: null, erasedAt: 1 }), rows, 30, 1)).toEqual([0]);
    // Else an address that is registered and cancelled again and again gets any number.
    expect(timesOf(with30(canceled), rows, 30, 1)).toEqual([23]);
    const unpaid = { ...canceled, metadata: { ...meta, author: PAYMENTS }, hold: { until: 1, over: true } };
    expect(timesOf(with30(unpaid), rows, 30, 1)).toEqual([23]);
    const paid = { ...unpaid, cards: [{ id: 'pi_1', paid: 100, refunded: 0, disputed: false }] };
    expect(timesOf(with30(paid), rows, 30, 1)).toEqual([0]);
  });

  it('of those whose status a message has set, it counts who had caused that message', () => {
    const told = people(60, { status: 'notice_sent', metadata: { ...meta, author: FOYER } });
    const caused = (byForm: boolean) =>
      Array.from({ length: 60 }, (_, index) => [
        row(index, 3 * HOUR, { ...(byForm ? {} : { byForm: true }) }),
        row(index, 2 * HOUR, { ...(byForm ? { byForm: true } : {}) }),
      ]).flat();
    expect(timesOf(told, [], 0, 21, caused(true))).toEqual([...Array.from({ length: 20 }, () => 0), 24]);
    expect(timesOf(told, [], 0, 21, caused(false))).toEqual(Array.from({ length: 21 }, () => null));
  });
});

const HOUR = DAY / 24;
const NOW = 100 * DAY;

const people = (count: number, more: object = {}): Map<string, object> =>
  new Map(
    Array.from({ length: count }, (_, index) => [
      `c${index}`,
      {
        ...{ registration: { formId: 'form_f' }, person: { email: 'ada@example.org' }, status: 'registered' },
        metadata: { ...meta, author: DESK },
        ...more,
      },
    ]),
  );

const row = (index: number, before: number, more: object = {}): object => ({
  ...{ consumerId: `c${index}`, state: 'sent', dueAt: NOW - before, at: NOW - before },
  ...more,
});

/** In hours from now; null for who is not asked to wait. `rows`: of the notification; `all`: of all of them. */
function timesOf(
  consumers: Map<string, object>,
  rows: object[],
  first: number,
  count: number,
  all: object[] = rows,
): (number | null)[] {
  const of = (id: string) => all.filter((one) => (one as { consumerId: string }).consumerId === id);
  const timeOf = withoutFlood('email', consumers as never, { rows: rows as never, of: of as never }, NOW);
  return Array.from({ length: count }, (_, index) => {
    const at = timeOf(`c${first + index}`);
    return at === null ? null : (at - NOW) / HOUR;
  });
}
