import { databaseName } from '#domain/ids.ts';
import { Jobs } from '../../jobs/jobs.ts';
import { Services } from '../../services/services.ts';
import { DATABASES, type Database, type Storage } from '../../storage/types.ts';
import { memoryStorage } from '../../testing/memoryStorage.ts';
import { Outbox } from '../outbox.ts';
import { sending, type SendingOptions } from '../sending.ts';
import { meta, WORD } from './scene.ts';

/** A process that fills and sends one event's outbox, without a server around it. */
export function processOn(
  storage: Storage,
  { now = Date.now, ...options }: Partial<SendingOptions> & { now?: () => number } = {},
) {
  const services = new Services(storage, () => Promise.resolve(new Uint8Array(32)));
  const outbox = new Outbox({ storage, services, jobs: new Jobs({ storage, holder: 'test', now }), now });
  const job = sending({
    ...{ secret: new Uint8Array(32), outbox, services, tellFailure: () => undefined },
    ...options,
  });
  const { signal } = new AbortController();
  return {
    outbox,
    send: (eventId = 'gala') =>
      job.run({ ...{ eventId, key: '', payload: null, number: 1, storage, now, signal } }),
  };
}

export const notifOf = (subject: string, more: object = {}) => ({
  ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata: meta },
  ...{ resendConsumerIds: [], sessionIds: null, consumerStatusNew: 'notice_sent' },
  contents: { subject, body: { html: '<p>Hi</p>' } },
  ...more,
});

export const personOf = (name: string, email = `${name}@example.org`) => ({
  ...{ _id: `consumer_${name}`, type: 'consumer', status: 'registered', metadata: meta },
  person: { forename: name, email, language: 'en' },
});

/** An event's databases, with these documents and a mail server. */
export async function galaWith(
  docs: readonly object[],
  port: number,
): Promise<{ storage: Storage; db: Database }> {
  const storage = memoryStorage();
  const db = await storage.open(databaseName('gala'));
  await db.bulkDocs(docs as never);
  const account = { email: 'gala@example.org', host: '127.0.0.1', port };
  const services = await storage.open(DATABASES.services);
  await services.put({ _id: 'gala', email: { ...account, username: 'gala', password: WORD } } as never);
  return { storage, db };
}
