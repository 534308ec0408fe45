import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePeople } from '#domain/commands/erase.ts';
import { run } from '#domain/commands/run.ts';
import type { EntryChange } from '#domain/documents/entrychange.ts';
import { entryChangeId } from '#domain/ids.ts';
import { associate, customerId } from '../../customers/customers.ts';
import { callerOf, ownPerson } from '../../commands/own.ts';
import { Ledger } from '../../outbox/ledger/ledger.ts';
import { Scene, WORD, none } from '../../outbox/testing/scene.ts';
import { read } from '../../storage/documents.ts';
import { DATABASES, historyDatabase, outboxDatabase, type AnyDoc } from '../../storage/types.ts';
import { clientDoc, sessionDoc } from '../../testing/documents.ts';
import { startMailServer, type TestMailServer } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { storages } from '../../testing/storage.ts';
import { ERASED_FILE, readRows } from './ledger.ts';

const STAFF = ownPerson({ id: 'mia', name: 'mia' });
/** Ids name documents here, which they do nowhere else. */
const nobody = (doc: unknown): string =>
  JSON.stringify(doc).replaceAll(/(client|consumer)_lucretia/g, '$1_x');
/** In attachments and pictures a name stands in base 64. */
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const HER = new RegExp(`Lucretia|Zabrowski|lucretia@|${inBase64('Lucretia')}`, 'i');

describe.each(storages('leveldb', 'couchdb'))('erasing a person, %s', (storage) => {
  let server: TestServer;
  let mail: TestMailServer;
  let dataDir: string;
  beforeAll(async () => {
    mail = await startMailServer(WORD);
    dataDir = await mkdtemp(join(tmpdir(), 'foyer-erasure-'));
    server = await startTestServer({ storage, worker: true, config: { dataDir } });
  });
  afterAll(async () => {
    await server.close();
    await mail.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function erase(scene: Scene, ...clientIds: string[]) {
    const documents = await server.documents(scene.eventId, STAFF);
    const device = { id: 'd', name: 'Desk' };
    const caller = callerOf(STAFF, { now: Date.now(), newId: () => 'x', device });
    return run(documents, erasePeople, { clientIds }, caller);
  }
  const idle = async (): Promise<void> => {
    await server.worker?.idle();
    await server.worker?.idle();
  };
  const people = { lucretia: ['Lucretia', 'Zabrowski'], bob: ['Bob', 'Byron'] } as const;
  /** Two registrations with a guest each, and one in the past; both got a mail and have an account. */
  async function gala(): Promise<Scene> {
    const scene = await new Scene(server).open(mail.account);
    await scene.put(sessionDoc('s', { date: Date.UTC(2024, 1, 1), clients: [] }));
    for (const [id, [forename, surname]] of Object.entries(people)) {
      const person = { forename, surname, email: `${id}@${scene.eventId}.ch`, language: 'en' };
      const signature = `data:image/png;base64,${inBase64(forename)}`;
      const scan = { content_type: 'text/plain', data: inBase64(forename) };
      await scene.consumer(id, {
        ...{ person, registration: { amount: 100, currency: 'chf', signature }, _attachments: { scan } },
        // As they were before payments of a bank had notes of their own.
        ...{
          settlement: { paid: 50, refunded: 0 },
          transfers: [{ id: forename, day: '2024-01-02', amount: 50 }],
        },
      });
      await scene.put(clientDoc(id, { forename, surname, consumerId: `consumer_${id}` }));
      await idle();
      await scene.put(clientDoc(id, { forename, surname: `${surname} King`, consumerId: `consumer_${id}` }));
      await associate(
        server.storage,
        { eventId: scene.eventId, consumerId: `consumer_${id}` },
        person.email,
        1,
      );
    }
    await scene.notif('a');
    expect(await scene.settled()).toEqual({ ...none, sent: 2 });
    return scene;
  }
  /** All that all databases hold, former versions that can still be read too. */
  async function everything(): Promise<string> {
    const found: string[] = [];
    for (const name of await server.storage.list()) {
      const db = await server.storage.open(name);
      const { rows } = await db.allDocs({ include_docs: true, conflicts: true, attachments: true });
      for (const { id, doc } of rows) {
        found.push(`${name} ${nobody(doc)}`);
        const { _revs_info: former = [] } = (await db.get(id, { revs_info: true })) as {
          _revs_info?: { rev: string; status: string }[];
        };
        for (const { rev, status } of former)
          if (status === 'available')
            found.push(`${name} ${nobody(await db.get(id, { rev, attachments: true }))}`);
      }
    }
    return found.filter((line) => HER.test(line)).join('\n');
  }
  const historyOf = async ({ eventId }: Scene): Promise<AnyDoc[]> => {
    const { rows } = await (
      await server.storage.open(historyDatabase(eventId))
    ).allDocs({ startkey: 'h_', endkey: 'h_\ufff0', include_docs: true });
    return rows.map(({ doc }) => doc as AnyDoc);
  };

  it('takes the person out of documents, their former versions, history, messages and accounts; others stay', async () => {
    const scene = await gala();
    const before = await scene.get('consumer_lucretia');
    expect(before['_attachments']).toHaveProperty('scan');
    const optOuts = `/api/opt-outs/${scene.eventId}`;
    const addresses = ['lucretia', 'bob'].map((id) => `${id}@${scene.eventId}.ch`);
    const body = { addresses, isOut: true };
    expect((await server.call('POST', optOuts, { as: scene.member, body })).status).toBe(200);
    const all = await everything();
    for (const part of [HER, 'base64,THVj', '"data":"THVj']) expect(all).toMatch(part);
    expect(await erase(scene, 'client_lucretia')).toMatchObject({ ok: true });
    await idle();
    expect(await everything()).toBe('');
    // Of the picture nothing is left either, by whichever revision one asks for it.
    for (const rev of [undefined, String(before['_rev'])]) {
      const db = await server.storage.open(scene.dbName);
      await expect(db.getAttachment('consumer_lucretia', 'scan', { rev })).rejects.toMatchObject({
        status: 404,
      });
    }
    const left = await scene.get('consumer_lucretia');
    expect(left).toMatchObject({ registration: { amount: 100, currency: 'chf' }, linkVersion: 1 });
    // Nothing of the others was touched.
    expect(await scene.get('client_bob')).toMatchObject({ forename: 'Bob', surname: 'Byron King' });
    const told = await historyOf(scene);
    expect(JSON.stringify(told)).toMatch(/Bob Byron/);
    expect(told.map(({ code }) => code)).toContain('person_erased');
    const customers = await server.storage.open(DATABASES.customers);
    expect(await read(customers, customerId(`bob@${scene.eventId}.ch`))).not.toBeNull();
    expect(await scene.settled()).toEqual({ ...none, sent: 2 });
    expect(mail.mails).toHaveLength(2);
    mail.mails.length = 0;
    // A new message goes to who is there.
    await scene.notif('b');
    await scene.settled();
    expect(mail.mails.map(({ to }) => to)).toEqual([`bob@${scene.eventId}.ch`]);
    mail.mails.length = 0;
    // That she wants no news still counts, should she come back; nothing tells at which address.
    expect((await server.call('GET', optOuts, { as: scene.member })).body['addresses']).toEqual([
      `bob@${scene.eventId}.ch`,
    ]);
    const outbox = await server.storage.open(outboxDatabase(scene.eventId));
    for (const address of addresses)
      expect(await new Ledger(outbox, Date.now).isOptedOut(address)).toBe(true);
    expect(await new Ledger(outbox, Date.now).isOptedOut('eve@example.org')).toBe(false);
    const rows = await readRows(server.storage, scene.eventId);
    expect(rows.map(({ doneAt }) => typeof doneAt)).toEqual(['number', 'number']);
    // It is written beside the databases, without a name.
    expect(await readFile(join(dataDir, ERASED_FILE), 'utf8')).toMatch(/"docId":"client_lucretia"/);
  });

  it('leaves the name of another who is called the same in what the history tells of several', async () => {
    const scene = await gala();
    mail.mails.length = 0;
    for (const id of ['ada', 'twin']) await scene.put(clientDoc(id, { forename: 'Ada', surname: 'Twin' }));
    await scene.put(sessionDoc('party', { date: Date.UTC(2024, 1, 1), clients: [] }));
    await idle();
    const change = (time: number, rows: EntryChange['rows']) =>
      scene.put({
        ...{
          _id: entryChangeId('session_party', time, 'd1'),
          type: 'entrychange',
          sessionId: 'session_party',
        },
        ...{ time, device: { id: 'd1', name: 'Desk' }, author: { id: 'mia', name: 'mia' }, rows },
      });
    const all = ['ada', 'bob', 'twin', 'lucretia'].map((id) => `client_${id}`);
    const now = Date.now();
    await change(
      now,
      all.map((clientId) => ({ clientId, in: true, placement: null, product: null })),
    );
    const product = { optionId: 'menu', kind: 'adult' } as const;
    await change(
      now + 1,
      ['client_ada', 'client_twin'].map((clientId) => ({ clientId, product })),
    );
    await idle();
    const told = async () =>
      (await historyOf(scene)).flatMap(({ code, params }) => {
        const { client, names } = params as { client?: string; names?: string[] };
        return /^(registrations|product)/.test(String(code)) ? [names ?? client] : [];
      });
    const others = ['Bob Byron King', 'Ada Twin', 'Lucretia Zabrowski King'];
    expect(await told()).toEqual([['Ada Twin', ...others], 'Ada Twin', 'Ada Twin']);
    expect(await erase(scene, 'client_ada')).toMatchObject({ ok: true });
    await idle();
    expect(await told()).toEqual([['–', ...others], '–', 'Ada Twin']);
    expect(await erase(scene, 'client_lucretia')).toMatchObject({ ok: true });
    await idle();
    expect((await told())[0]).toEqual(['–', 'Bob Byron King', 'Ada Twin', '–']);
    mail.mails.length = 0;
  });

  it('takes out what an app of before left in a registration that it erased', async () => {
    const scene = await gala();
    await erase(scene, 'client_lucretia');
    await idle();
    const left = await scene.get('consumer_lucretia');
    const transfers = [{ id: 'Lucretia', day: '2024-01-02', amount: 50 }];
    await scene.put({ ...left, _id: 'consumer_lucretia', transfers });
    await idle();
    expect(await everything()).toBe('');
    expect(await scene.get('consumer_lucretia')).toEqual({
      ...left,
      _rev: expect.stringMatching(/./) as string,
    });
  });

  it('a copy that brings the person back is refused, or erased again where the databases had lost it', async () => {
    const scene = await gala();
    mail.mails.length = 0;
    const before = await scene.get('client_lucretia');
    const older = await server.storage.open(scene.dbName);
    const registration = await older.get('consumer_lucretia', { attachments: true });
    await erase(scene, 'client_lucretia');
    await idle();
    const stored = await scene.get('client_lucretia');
    const { status, body } = await server.call('PUT', `/db/${scene.dbName}/client_lucretia`, {
      as: scene.member,
      body: { ...before, _rev: stored['_rev'] },
    });
    expect([status, body['reason'] ?? body['error']]).toEqual([403, expect.stringMatching(/erased/)]);
    // An older database, put back: it knows nothing of it.
    const db = await server.storage.open(scene.dbName);
    await db.put({ ...before, _rev: stored['_rev'] } as never);
    const { _rev: own } = await scene.get('consumer_lucretia');
    await db.put({ ...registration, _rev: own } as never);
    await idle();
    expect(await scene.get('consumer_lucretia')).toMatchObject({ linkVersion: 1 });
    expect((await scene.get('consumer_lucretia'))['person']).toBeUndefined();
    expect(await scene.get('client_lucretia')).toMatchObject({ surname: '–' });
    expect(await everything()).toBe('');
  });

  it('whoever is still expected is cancelled first; a registration of several stays for the others', async () => {
    const scene = await gala();
    mail.mails.length = 0;
    await scene.put(clientDoc('eve', { forename: 'Eve', surname: 'Byron', consumerId: 'consumer_bob' }));
    const entry = {
      clientId: 'client_eve',
      checkInTime: null,
      placement: null,
      product: null,
      updatedTime: 1,
    };
    await scene.put(sessionDoc('later', { date: Date.now() + 86_400_000, clients: [entry] }));
    await idle();
    expect(await erase(scene, 'client_eve')).toMatchObject({ ok: false, error: { code: 'still_expected' } });
    expect(await erase(scene, 'client_bob')).toMatchObject({
      ok: true,
      value: { value: { clients: 1, consumers: 0 } },
    });
    await idle();
    expect(await scene.get('consumer_bob')).toMatchObject({ person: { surname: 'Byron' } });
    await scene.put({ ...(await scene.get('client_eve')), deletedAt: 5, _id: 'client_eve' });
    // Whoever was deleted from a registration stays nobody: the last guest takes them, and the registration, along.
    await scene.put(clientDoc('dan', { forename: 'Dan', surname: 'Byron', consumerId: 'consumer_bob' }));
    expect(await erase(scene, 'client_dan')).toMatchObject({
      ok: true,
      value: { value: { clients: 2, consumers: 1 } },
    });
    await idle();
    expect(await scene.get('client_eve')).toMatchObject({ surname: '–', deletedAt: 5 });
  });
});

it('a backup from before an erasure brings nobody back: the file beside the databases knows', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-erasure-'));
  const start = () => startTestServer({ storage: 'memory', worker: true, config: { dataDir } });
  const first = await start();
  const { eventId, dbName } = await first.event('Gala');
  const db = await first.storage.open(dbName);
  await db.put(clientDoc('lucretia', { forename: 'Lucretia', surname: 'Zabrowski' }) as never);
  await first.worker?.idle();
  const { rows } = await db.allDocs({ include_docs: true, keys: ['client_lucretia', 'event'] });
  const backup = rows.map((row) => ('doc' in row ? (row.doc as AnyDoc) : {}));
  const documents = await first.documents(eventId, STAFF);
  const caller = callerOf(STAFF, { now: Date.now(), newId: () => 'x', device: { id: 'd', name: 'Desk' } });
  expect(await run(documents, erasePeople, { clientIds: ['client_lucretia'] }, caller)).toMatchObject({
    ok: true,
  });
  await first.worker?.idle();
  await first.worker?.idle();
  await first.close();
  // Another server, empty, in the same place; the event comes back as it was.
  const second = await start();
  try {
    const again = await second.storage.open(dbName);
    await again.bulkDocs(backup as never, { new_edits: false });
    const { updateCentral } = await import('../../events/central.ts');
    await updateCentral(second.storage, (events) => [
      ...events,
      { id: eventId, dbName, title: 'Gala', status: 'upcoming', authorized: [], sessions: [] },
    ]);
    await second.worker?.idle();
    await second.worker?.idle();
    expect(await read(again, 'client_lucretia')).toMatchObject({ surname: '–', forename: '–' });
  } finally {
    await second.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
