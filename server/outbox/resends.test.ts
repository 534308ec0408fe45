import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseName } from '#domain/ids.ts';
import { Jobs } from '../jobs/jobs.ts';
import { Services } from '../services/services.ts';
import { DATABASES, type Storage } from '../storage/types.ts';
import { dyingAfter } from '../testing/dying.ts';
import { startMailServer, type TestMailServer } from '../testing/mailServer.ts';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { Outbox } from './outbox.ts';
import { sending } from './sending.ts';
import { meta, WORD } from './testing/scene.ts';

let mail: TestMailServer;
let clock = 0;
beforeAll(async () => {
  mail = await startMailServer(WORD);
});
afterAll(() => mail.close());

const now = (): number => clock;

function processOn(storage: Storage) {
  const services = new Services(storage, () => Promise.resolve(new Uint8Array(32)));
  const outbox = new Outbox({ storage, services, jobs: new Jobs({ storage, holder: 'test', now }), now });
  const job = sending({ ...{ secret: new Uint8Array(32), outbox, services }, tellFailure: () => undefined });
  const { signal } = new AbortController();
  const attempt = { ...{ eventId: 'gala', key: '', payload: null, number: 1 }, storage, now, signal };
  return {
    states: async () => {
      const ledger = await outbox.ledger('gala');
      await ledger.refresh();
      return [...ledger.of('consumer_ada')].sort((a, b) => a.attempt - b.attempt).map(({ state }) => state);
    },
    look: () => outbox.run('gala'),
    /** All that is to be done now; one process at a time sends. */
    work: async () => {
      await outbox.run('gala');
      await job.run(attempt);
    },
  };
}

/** An event whose message to one person has failed for good. */
async function failed(): Promise<{
  storage: Storage;
  ask: (times: number, notifType?: string) => Promise<void>;
}> {
  const storage = memoryStorage();
  clock = Date.now();
  mail.mails.length = 0;
  const db = await storage.open(databaseName('gala'));
  const person = { forename: 'Ada', email: 'ada@example.org', language: 'en' };
  const ada = { _id: 'consumer_ada', type: 'consumer', status: 'registered', metadata: meta, person };
  const notif = {
    ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata: meta },
    ...{ resendConsumerIds: [], sessionIds: null },
    contents: { subject: 'Hello', body: { html: '<p>Hi</p>' } },
  };
  await db.bulkDocs([ada, notif] as never);
  const account = { email: 'gala@example.org', host: '127.0.0.1', port: mail.port };
  const services = await storage.open(DATABASES.services);
  await services.put({ _id: 'gala', email: { ...account, username: 'gala', password: WORD } } as never);
  mail.onRecipient = () => ({ refuse: 550 });
  await processOn(storage).work();
  return {
    storage,
    ask: async (times, notifType = 'automatic') => {
      const { _rev } = await db.get('notif_a');
      const list = Array.from({ length: times }, () => 'consumer_ada');
      await db.put({ ...notif, notifType, resendConsumerIds: list, _rev } as never);
    },
  };
}

it('asked for once more while it is still tried: one message goes, and the next one when somebody asks after its end', async () => {
  const { storage, ask } = await failed();
  const one = processOn(storage);
  expect(await one.states()).toEqual(['failed']);
  // The mail server is down.
  mail.onRecipient = () => ({ refuse: 451 });
  await ask(1);
  await one.work();
  await ask(2);
  await one.work();
  await processOn(storage).work();
  expect(await one.states()).toEqual(['failed', 'queued']);
  mail.onRecipient = () => null;
  clock += 3_600_000;
  await one.work();
  await one.work();
  await processOn(storage).work();
  expect(await one.states()).toEqual(['failed', 'sent']);
  expect(mail.mails).toHaveLength(1);
  await ask(3);
  await one.work();
  expect(await one.states()).toEqual(['failed', 'sent', 'sent']);
  expect(mail.mails).toHaveLength(2);
  await storage.close();
});

it('whoever was taken out of the list gets it again when they are there again, of a message that was sent once, too', async () => {
  const { storage, ask } = await failed();
  mail.onRecipient = () => null;
  await ask(1, 'inactive');
  await processOn(storage).work();
  await ask(1, 'inactive');
  await processOn(storage).work();
  const again = processOn(storage);
  expect(await again.states()).toEqual(['failed', 'sent']);
  await ask(0, 'inactive');
  // The first look of a process that was started since.
  await processOn(storage).look();
  await ask(1, 'inactive');
  await again.work();
  expect(await again.states()).toEqual(['failed', 'sent', 'sent']);
  await storage.close();
});

it.each(Array.from({ length: 5 }, (_, writes) => writes))(
  'so it is when processes die after %s writes, and two look at once',
  async (writes) => {
    const { storage, ask } = await failed();
    mail.onRecipient = () => ({ refuse: 451 });
    const dies = (): Promise<void> =>
      processOn(dyingAfter(storage, writes))
        .work()
        .catch(() => undefined);
    await ask(1);
    await dies();
    await ask(2);
    await dies();
    const two = [processOn(storage), processOn(storage)] as const;
    await Promise.all(two.map(({ look }) => look()));
    await two[0].work();
    // Whoever died while it went does not know its end.
    const [first, state, ...more] = await two[0].states();
    expect([first, more]).toEqual(['failed', []]);
    expect(['queued', 'uncertain']).toContain(state);
    mail.onRecipient = () => null;
    clock += 3_600_000;
    await Promise.all(two.map(({ look }) => look()));
    await two[1].work();
    await Promise.all(two.map(({ look }) => look()));
    await two[1].work();
    expect(await two[0].states()).toEqual(['failed', state === 'queued' ? 'sent' : state]);
    expect(mail.mails).toHaveLength(state === 'queued' ? 1 : 0);
    await storage.close();
  },
);
