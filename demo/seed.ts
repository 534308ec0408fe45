import type { NotifMethod } from '#domain/documents/consumer.ts';
import type { Role } from '#domain/rights/roles.ts';
import { credentialId, type Credential } from '../server/auth/credential.ts';
import { reserveName } from '../server/auth/names.ts';
import { hashPassword } from '../server/auth/passwords.ts';
import { updateCentral } from '../server/events/central.ts';
import { installDesign } from '../server/storage/design.ts';
import { DATABASES, outboxDatabase, type AnyDoc, type Storage } from '../server/storage/types.ts';
import { centralFacts } from '../server/worker/central.ts';
import { startWorker } from '../server/worker/index.ts';
import { makeGala, makeTalk, type DemoPeople } from './events.ts';
import type { SampleEvent } from '../server/sample/generate.ts';
import { rowsOf } from './outbox.ts';

export const DEMO_PASSWORD = 'Foyer2026';
/** User name and role are the same word. */
export const DEMO_LOGINS = ['manager', 'member', 'host'] as const satisfies Role[];

type Login = (typeof DEMO_LOGINS)[number];

const userId = (login: Login): string => `demo${login}`.padEnd(16, '0');
export const DEMO_PEOPLE: DemoPeople = {
  manager: { id: userId('manager'), name: 'manager' },
  member: { id: userId('member'), name: 'member' },
  host: { id: userId('host'), name: 'host' },
};

const quiet = (): void => undefined;

/** Documents written at once; larger batches only cost memory. */
const BATCH = 500;

/**
 * Fills empty databases with the demo of contract.md: three logins, a gala, a talk that `host` may not see. The same
 * documents every time but for what depends on today. Ends when the worker has folded the check-ins and told the
 * history, so that the first screen is complete. `now` in ms.
 */
export async function seedDemo(storage: Storage, { now }: { now: number }): Promise<void> {
  for (const login of DEMO_LOGINS) await createLogin(storage, login, now);
  const { member, host } = DEMO_PEOPLE;
  const gala = makeGala(now, DEMO_PEOPLE);
  await createEvent(storage, gala, [member.id, host.id]);
  await createOutbox(storage, gala);
  await createEvent(storage, makeTalk(now, DEMO_PEOPLE), [member.id]);
  const worker = startWorker(storage, {
    now: Date.now,
    newId: () => 'demo-seed',
    log: { info: quiet, warn: quiet, error: quiet },
  });
  await worker.idle();
  await worker.stop();
}

/** Like Accounts.create, but with an id that is the same every time: documents name their authors. */
async function createLogin(storage: Storage, login: Login, now: number): Promise<void> {
  const users = await storage.open(DATABASES.users);
  const auth = await storage.open(DATABASES.auth);
  const id = userId(login);
  const hash = await hashPassword(DEMO_PASSWORD);
  const reserved = await reserveName(auth, login, id, { now, abandonedAfter: 0, exists: async () => false });
  if (!reserved) throw new Error(`the user name ${login} is taken: the demo needs empty databases`);
  const credential: Credential = {
    type: 'credential',
    userId: id,
    hash,
    tokensValidFrom: 0,
    lastLogin: null,
  };
  await auth.put({ _id: credentialId(id), ...credential });
  await users.put({
    _id: id,
    type: 'user',
    username: login,
    role: login,
    email: null,
    phone: null,
    metadata: { createdAt: now, updatedAt: now },
  });
}

async function createOutbox(storage: Storage, { event, consumers, documents }: SampleEvent): Promise<void> {
  const methods = new Map(
    documents.flatMap((doc) => (doc.type === 'notif' ? [[doc._id, doc['notifMethod'] as NotifMethod]] : [])),
  );
  const rows = rowsOf(consumers, (notifId) => methods.get(notifId) ?? 'email');
  await (
    await storage.open(outboxDatabase(event.id))
  ).bulkDocs(rows as unknown as (AnyDoc & { _id: string })[]);
}

async function createEvent(storage: Storage, sample: SampleEvent, authorized: string[]): Promise<void> {
  const { event, sessions, documents } = sample;
  const db = await storage.open(event.dbName);
  await installDesign(db, 'event');
  for (let start = 0; start < documents.length; start += BATCH) {
    const replies = await db.bulkDocs(documents.slice(start, start + BATCH) as (AnyDoc & { _id: string })[]);
    const failed = replies.find((reply) => 'error' in reply);
    if (failed !== undefined) throw new Error(`demo document ${failed.id} was not written`);
  }
  const facts = centralFacts(
    event,
    sessions.map(({ _id, title, titleFrench, date, status, timeStart }) => ({
      id: _id,
      title,
      titleFrench,
      date,
      status,
      start: timeStart,
    })),
  );
  await updateCentral(storage, (events) => [
    ...events,
    {
      status: 'upcoming',
      sessions: [],
      ...facts,
      id: event.id,
      dbName: event.dbName,
      title: event.title,
      authorized,
    },
  ]);
}
