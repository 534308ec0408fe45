import { makeEvent } from '../sample/generate.ts';
import { driver, PASSWORD, type Login } from './server.ts';
import type { Known } from './wildValues.ts';

/** The one that is asked for most; one whose host they are not; one that may be deleted. */
const [GALA, OTHER, DOOMED] = ['gala000000000000', 'other00000000000', 'doomed0000000000'];

/** What nobody is told, and what only managers are. */
export const SECRETS = { service: 'Kingfisher-4711', otherGuest: 'Nightingale' };

export type WildPerson = Login & { role: string };

/** Events, people of all roles and a document of each type. Ids are chosen: the same requests each time. */
export async function wildScene(url: string): Promise<{ people: (WildPerson | null)[]; known: Known }> {
  const { call, login, remote } = driver(url);
  const as = await login('chief');
  for (const eventId of [GALA, OTHER, DOOMED])
    await call('PUT', '/api/event', { as, body: { title: eventId, date: 1, eventId } });
  const person = async (username: string, role: string): Promise<WildPerson> => {
    const id = username.padEnd(16, '0');
    await call('POST', '/api/user', { as, body: { username, password: PASSWORD, role, id } });
    await call('PUT', '/api/authorizations', { as, body: { userId: id, authorizations: [[GALA, true]] } });
    return { ...(await login(username)), role };
  };
  const sample = makeEvent({ clients: 20, consumers: 5, sessions: 2, entriesPerSession: 10, seed: 1 });
  const db = remote(`event-${GALA}`, as);
  await db.bulkDocs(sample.documents.filter(({ _id }) => _id !== 'event') as never);
  const types = new Map<string, Record<string, unknown>>();
  for (const { doc } of (await db.allDocs({ include_docs: true })).rows)
    if (doc !== undefined) types.set(doc._id.split('_')[0] ?? '', { ...doc });
  const secret = {
    _id: 'client_secret',
    type: 'client',
    forename: SECRETS.otherGuest,
    surname: SECRETS.otherGuest,
  };
  await remote(`event-${OTHER}`, as).put({ ...secret, language: 'en', category: 'indiv' } as never);
  const email = {
    ...{ host: '127.0.0.1', port: 25, secure: false, username: 'foyer' },
    password: SECRETS.service,
  };
  for (const eventId of [GALA, OTHER, DOOMED])
    await remote('services', as).put({
      _id: eventId,
      email,
      payments: null,
      sms: null,
      whatsapp: null,
    } as never);
  const databases = [...Array.from({ length: 6 }, () => `event-${GALA}`), `event-${OTHER}`];
  return {
    people: [
      ...[await person('boss', 'manager'), await person('member', 'member'), await person('door', 'host')],
      // Who may be disabled by what comes, and nobody at all.
      ...[await person('victim', 'host'), null],
    ],
    known: {
      databases: [...databases, 'central', 'users', 'services'],
      eventIds: [DOOMED ?? ''],
      userIds: ['victim'.padEnd(16, '0')],
      documents: [...types.values()],
    },
  };
}
