import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerCustomerReply } from '#api/schemas.ts';
import { erased } from '#domain/documents/erasure.ts';
import { checkPassword } from '../auth/passwords.ts';
import { insert, read, update } from '../storage/documents.ts';
import { DATABASES, type Database, type Storage } from '../storage/types.ts';
import { startTestServer, type Login, type TestServer } from '../testing/server.ts';
import { storages } from '../testing/storage.ts';
import {
  associate as giveTo,
  associateStored,
  customerId,
  forgetPerson,
  type Association,
  type Customer,
} from './customers.ts';

/** Names of people have no digits. */
const nameOf = (role: string, eventId: string): string =>
  role + eventId.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));

describe.each(storages('memory', 'couchdb'))('customers with %s storage', (storage) => {
  let server: TestServer;
  let member: Login;
  let event: { eventId: string; dbName: string };
  let db: Database;
  let customers: Database;

  beforeAll(async () => {
    server = await startTestServer({ storage });
    customers = await server.storage.open(DATABASES.customers);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    event = await server.event('Gala');
    db = await server.storage.open(event.dbName);
    member = await server.person(nameOf('m', event.eventId), 'member', event.eventId);
  });

  /** A registration with that address. */
  async function consumer(id: string, email: string | null): Promise<string> {
    const _id = `consumer_${id}`;
    await insert(db, { _id, type: 'consumer', person: { surname: 'Lovelace', email } });
    return _id;
  }
  const ask = (consumerId: string, as = member, eventId = event.eventId) =>
    server.call('POST', '/api/register-customer', { as, body: { consumerId, eventId } });
  const associate = async (consumerId: string) => {
    let reply = await ask(consumerId);
    // A cluster whose nodes took different ones of several at once says so, and its asker asks again.
    while (reply.status === 503) reply = await ask(consumerId);
    return registerCustomerReply.parse(reply.body);
  };
  const accounts = async (email: string): Promise<Customer[]> => {
    const { rows } = await customers.allDocs({ include_docs: true });
    return rows
      .map(({ doc }) => doc as unknown as Customer)
      .filter((doc) => doc.type === 'customer' && doc.email.toLowerCase() === email);
  };

  it('makes a new account and tells its password, once and hashed [API-12] [CLIENT-25]', async () => {
    const email = `ada@${event.eventId}.ch`;
    const reply = await associate(await consumer('a', email));
    if (!reply.success || reply.password === null) throw new Error('no password');
    expect(reply.password).toMatch(/^[A-Za-z2-9]{16}$/);
    const [account] = await accounts(email);
    expect(await checkPassword(account?.hash ?? null, reply.password)).toBe(true);
    expect(JSON.stringify(await customers.allDocs({ include_docs: true }))).not.toContain(reply.password);
    expect(Object.keys(account?.registrations ?? {})).toEqual([`${event.eventId}/consumer_a`]);
  });

  it('reports that the account existed already, whatever the case of its address [CLIENT-25]', async () => {
    const email = `ada@${event.eventId}.ch`;
    await associate(await consumer('a', email));
    const second = await associate(await consumer('b', `ADA@${event.eventId}.ch`));
    expect(second).toEqual({ ok: true, success: true, password: null });
    const found = await accounts(email);
    expect(found).toHaveLength(1);
    expect(Object.keys(found[0]?.registrations ?? {})).toHaveLength(2);
  });

  it('refuses a registration that is associated, even after its address was changed [ERROR-08]', async () => {
    const id = await consumer('a', `ada@${event.eventId}.ch`);
    await associate(id);
    const refused = { ok: true, success: false, reason: 'link_exists', error: 'link_exists' };
    expect(await associate(id)).toEqual(refused);
    await update(db, id, (stored) => ({ ...stored, person: { email: `other@${event.eventId}.ch` } }));
    expect(await associate(id)).toEqual(refused);
    expect(await accounts(`other@${event.eventId}.ch`)).toEqual([]);
  });

  it.each([null, '', '   ', 'not an address'])('refuses the address %j [ERROR-09]', async (email) => {
    const before = (await customers.info()).doc_count;
    const reply = await associate(await consumer('a', email));
    expect(reply).toEqual({ ok: true, success: false, reason: 'no_email', error: 'no_email' });
    expect((await customers.info()).doc_count).toBe(before);
  });

  it('gives it to one of many who ask at once, and one of them the password', async () => {
    const id = await consumer('a', `ada@${event.eventId}.ch`);
    const replies = await Promise.all(Array.from({ length: 8 }, () => associate(id)));
    const linked = replies.filter(({ success }) => success);
    expect(linked.map((reply) => typeof (reply.success && reply.password))).toEqual(['string']);
  });

  it('takes over a claim that a crash left with nothing behind it', async () => {
    const id = await consumer('a', `ada@${event.eventId}.ch`);
    await insert(customers, {
      _id: `claim_${event.eventId}/${id}`,
      type: 'claim',
      customer: 'customer_of_another_address',
    });
    const taken = await associate(id);
    expect(taken.success && taken.password).toMatch(/./);
    expect(await associate(id)).toMatchObject({ success: false, reason: 'link_exists' });
  });

  it.each(['after the other has its account', 'before it'])(
    'gives it to one of two addresses, also to whoever takes over a claim %s',
    async (when) => {
      const place = { eventId: event.eventId, consumerId: await consumer('a', null) };
      const [slow, quick] = [`slow@${event.eventId}.ch`, `quick@${event.eventId}.ch`];
      /** Stands still before the first write of a document whose id begins so, until `meanwhile` is done. */
      const held = (prefix: string, meanwhile: () => Promise<unknown>): Storage => {
        let isFirst = true;
        const put = async (doc: { _id: string }) => {
          const isHeld = isFirst && doc._id.startsWith(prefix) && '_rev' in doc === (prefix === 'claim_');
          if (isHeld) isFirst = false;
          if (isHeld) await meanwhile();
          return customers.put(doc);
        };
        const db = { get: (id: string) => customers.get(id), put };
        return { open: async () => db } as unknown as Storage;
      };
      const give = (to: string, from: Storage = server.storage) => giveTo(from, place, to, 1);
      const done: Association[] = [];
      if (when === 'before it') {
        done.push(
          await give(
            slow,
            held('customer_', async () => done.push(await give(quick))),
          ),
        );
      } else {
        const steps = new EventEmitter();
        const [isHere, goesOn] = [once(steps, 'here'), once(steps, 'on')];
        const wait = async (): Promise<void> => {
          steps.emit('here');
          await goesOn;
        };
        const slowly = give(slow, held('customer_', wait));
        await isHere;
        const end = async (): Promise<void> => {
          steps.emit('on');
          done.push(await slowly);
        };
        done.push(await give(quick, held('claim_', end)));
      }
      expect(done.filter(({ linked }) => linked)).toHaveLength(1);
      expect(done).toHaveLength(2);
      const key = `${place.eventId}/${place.consumerId}`;
      const holders = [...(await accounts(slow)), ...(await accounts(quick))].filter(
        ({ registrations }) => registrations[key] !== undefined,
      );
      expect(holders).toHaveLength(1);
      expect(await read(customers, `claim_${key}`)).toMatchObject({
        customer: customerId(holders[0]?.email ?? ''),
      });
    },
  );

  it.each(['between the look at the address and the account', 'before a crash is made good'])(
    'brings nobody back who was erased %s',
    async (when) => {
      const email = `gone@${event.eventId}.ch`;
      const place = { eventId: event.eventId, consumerId: await consumer('a', email) };
      const erase = async (): Promise<void> => {
        await update(db, place.consumerId, (stored) => erased(stored ?? {}, 5));
        await forgetPerson(server.storage, place.eventId, place.consumerId);
      };
      let looks = 0;
      const slow = {
        get: async (id: string) => {
          const doc = await db.get(id);
          if (++looks === 1) await erase();
          return doc;
        },
      } as unknown as Database;
      const isBefore = when.startsWith('before');
      if (isBefore) {
        await erase();
        // All that an attempt which read the address before had written when it died.
        await giveTo(server.storage, place, email, 1);
      }
      expect(await accounts(email)).toHaveLength(isBefore ? 1 : 0);
      expect(await associateStored(server.storage, isBefore ? db : slow, place, 1)).toBeNull();
      expect(await accounts(email)).toEqual([]);
      expect(await read(customers, `claim_${place.eventId}/${place.consumerId}`)).toBeNull();
    },
  );

  it('is for members with access, and names what is wrong [ROLE-08]', async () => {
    const id = await consumer('a', `ada@${event.eventId}.ch`);
    const host = await server.person(nameOf('h', event.eventId), 'host', event.eventId);
    const stranger = await server.person(nameOf('s', event.eventId), 'member');
    expect((await ask(id, host)).status).toBe(403);
    expect((await ask(id, stranger)).status).toBe(403);
    expect((await ask('consumer_none')).status).toBe(404);
    expect((await ask('event')).status).toBe(404);
    expect((await ask(id, member, 'none')).status).toBe(403);
    const wrong = await server.call('POST', '/api/register-customer', {
      as: member,
      body: { consumerId: 7 },
    });
    expect(wrong).toMatchObject({ status: 400, body: { field: 'consumerId' } });
    expect(await accounts(`ada@${event.eventId}.ch`)).toEqual([]);
  });

  it('leaves the account when its event is deleted, without the registration', async () => {
    const email = `ada@${event.eventId}.ch`;
    await associate(await consumer('a', email));
    await server.call('DELETE', `/api/event/${event.eventId}`, { as: server.manager });
    expect((await accounts(email))[0]?.registrations).toEqual({});
    expect(await read(customers, `claim_${event.eventId}/consumer_a`)).toBeNull();
  });
});
