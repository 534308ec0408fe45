import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { databaseName, FILE_ATTACHMENT } from '#domain/ids.ts';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { PASSWORD } from '../testing/server.ts';
import type { OpenEvent } from '../types.ts';

const address = { name: 'Ada', street: 'Rue 1', zip: '1000', city: 'Lausanne', country: 'Suisse' };
const input = (more: Partial<ConsumerInput> = {}): ConsumerInput => ({
  person: {
    ...{ title: 'mrs', forename: 'Ada', surname: 'Lovelace', company: '', language: 'en' },
    ...{ email: 'ada@example.com', phone: '' },
  },
  address,
  addressSec: null,
  ...{ date: Date.UTC(2026, 4, 2, 12), paymentType: 'card', amount: 115, currency: 'chf', vat: 810 },
  ...{ rate: 75, status: 'registered' },
  ...more,
});

describe('consumers, rates, files and accounts', () => {
  let scene: Scene;
  let event: OpenEvent;
  let consumers: Consumer[];
  beforeAll(async () => {
    scene = await createScene();
    event = scene.event;
    consumers = [...event.store.consumers().values()];
  });
  afterAll(() => scene.close());
  const stored = (index: number) => event.store.consumers().get(consumers[index]?._id ?? '');

  it('a registration is saved with all its fields, empty texts as null [DOC-05, DOC-07, DOC-08, DOC-11]', async () => {
    const [one] = consumers;
    const saved = await event.repository.saveConsumer(one?._id ?? '', input());
    expect(saved.ok).toBe(true);
    expect(stored(0)).toMatchObject({
      ...{
        type: 'consumer',
        notifs: {},
        notifMethod: 'email',
        paymentType: 'card',
        address,
        addressSec: null,
      },
      person: { forename: 'Ada', company: null, language: 'en' },
      registration: { amount: 115, currency: 'chf', rate: 75, rateName: null, vat: 810 },
      metadata: { author: { name: 'manager' } },
    });
    expect(await event.repository.saveConsumer('consumer_none', input())).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await event.repository.saveConsumer(one?._id ?? '', input({ amount: -1 }))).toMatchObject({
      error: { code: 'invalid_document' },
    });
  });

  it('a status that was changed off line has its consequences on the server, which nobody calls for them [CONSUMER-08]', async () => {
    const id = consumers[0]?._id ?? '';
    const laptop = scene.device();
    const tab = scene.tab(laptop);
    await tab.login('manager');
    const away = await tab.open(scene.eventId);
    await until(away.sync, () => away.sync.get().complete);
    laptop.online(false);
    await away.repository.saveConsumer(id, input({ status: 'invoice_sent' }));
    expect(away.store.consumers().get(id)?.invoiceIndex ?? null).toBeNull();
    laptop.online(true);
    await tab.data.sync.syncNow(scene.eventId);
    expect(laptop.sent.map(({ path }) => path).filter((path) => path.includes('routine'))).toEqual([]);
    await until(event.store, () => stored(0)?.invoiceIndex === 0);
  });

  it('a rate goes to who has a registration, and its undo spares later changes [RATE-02]', async () => {
    await event.repository.saveConsumer(consumers[1]?._id ?? '', input({ rate: 100, amount: 200 }));
    const database = await scene.server.built.storage.open(databaseName(scene.eventId));
    const other = await database.get(consumers[2]?._id ?? '');
    Reflect.deleteProperty(other, 'registration');
    await database.put(other);
    await until(event.store, () => stored(2)?.registration === undefined);
    const ids = consumers.map(({ _id }) => _id);
    const change = await event.repository.applyRate(ids, { rate: 99, rateName: 'Friends' });
    expect(change.ok && change.value.before.map(({ rate }) => rate)).toEqual([75, 100]);
    expect(stored(1)?.registration).toMatchObject({ rate: 99, rateName: 'Friends', amount: 200 });
    expect(stored(2)?.registration).toBeUndefined();
    await event.repository.saveConsumer(consumers[1]?._id ?? '', input({ rate: 50 }));
    const undone = change.ok ? await event.repository.undoRate(change.value) : change;
    expect(undone).toEqual({ ok: true, value: { restored: 1 } });
    expect(stored(0)?.registration).toMatchObject({ rate: 75, rateName: null });
    expect(stored(1)?.registration?.rate).toBe(50);
  });

  it('a PDF becomes a file that its sessions name; nothing else does [DOC-30, FILE-01, VALID-36]', async () => {
    const { sessionId } = scene;
    const pdf = new Blob(['%PDF-1.7 hello'], { type: 'application/pdf' });
    const saved = await event.repository.addFile({ name: ' Map ', blob: pdf, sessionIds: [sessionId] });
    const id = saved.ok ? saved.value._id : '';
    expect(id).toMatch(/^file_/);
    expect(event.store.session(sessionId)?.files).toEqual([id]);
    await scene.desk.data.sync.syncNow(scene.eventId);
    const remote = await scene.server.call('GET', `/db/event-${scene.eventId}/${id}`);
    expect(remote).toMatchObject({
      ...{ type: 'file', name: 'Map' },
      _attachments: { [FILE_ATTACHMENT]: { content_type: 'application/pdf', length: 14 } },
    });
    const text = new Blob(['hello'], { type: 'application/pdf' });
    expect(await event.repository.addFile({ name: 'x', blob: text, sessionIds: [sessionId] })).toMatchObject({
      error: { code: 'file_type' },
    });
  });

  it('the history is fetched from the server [API-14]', async () => {
    const all = await scene.desk.data.history(scene.eventId);
    expect(all.ok && all.value.events.length > 0).toBe(true);
    const [first] = all.ok ? all.value.events : [];
    expect(first).toMatchObject({ type: 'historyevent', event: { id: scene.eventId } });
    const later = await scene.desk.data.history(scene.eventId, {
      since: (first?.createdAt ?? 0) + 86_400,
    });
    expect(later).toEqual({ ok: true, value: { events: [], total: null } });
    const newest = await scene.desk.data.history(scene.eventId, { limit: 1 });
    expect(newest.ok && newest.value.events.length).toBe(1);
    const before = await scene.desk.data.history(scene.eventId, { limit: 1, before: first?._id ?? '' });
    expect(before).toEqual({ ok: true, value: { events: [], total: null } });
  });

  it('only a manager reads the users; a second name is refused', async () => {
    await scene.server.addUser('hugo', 'host', [scene.eventId]);
    const users = await scene.desk.data.users();
    expect(users.ok && users.value.map(({ username }) => username).sort()).toEqual(['hugo', 'manager']);
    const twice = await scene.desk.data.createUser({ username: 'hugo', password: PASSWORD, role: 'host' });
    expect(twice).toMatchObject({ error: { code: 'already_exists' } });
    const tab = scene.tab(scene.device());
    await tab.login('hugo');
    expect(await tab.data.users()).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('what others saved while a form was open stays, but for what the form changed', async () => {
    const id = consumers[1]?._id ?? '';
    await event.repository.saveConsumer(id, input());
    const base = stored(1) as Consumer;
    await event.repository.saveConsumer(id, input({ status: 'invoice_paid', amount: 5000 }), base);
    const mine = input({ address: { ...address, city: 'Bern' }, amount: 7000 });
    expect((await event.repository.saveConsumer(id, mine, base)).ok).toBe(true);
    expect(stored(1)).toMatchObject({
      ...{
        status: 'invoice_paid',
        address: { street: 'Rue 1', city: 'Bern' },
        registration: { amount: 7000 },
      },
    });
  });

  it('a changed password keeps this device logged in and its changes flowing', async () => {
    await scene.server.addUser('anna', 'member', [scene.eventId]);
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('anna');
    const opened = await tab.open(scene.eventId);
    const before = tab.data.login.get()?.token;
    expect(await tab.data.changePassword('Wrong1x', 'Lanterne2026')).toMatchObject({
      error: { code: 'invalid_password' },
    });
    expect(await tab.data.changePassword(PASSWORD, 'Lanterne2026')).toEqual({ ok: true, value: null });
    expect(tab.data.login.get()?.token).not.toBe(before);
    expect(await tab.data.changePhone('+41 79 123 45 67')).toEqual({ ok: true, value: null });
    expect(tab.data.login.get()?.user.phone).toBe('+41 79 123 45 67');
    await opened.repository.saveConsumer(consumers[2]?._id ?? '', input({ amount: 777 }));
    await until(event.store, () => stored(2)?.registration?.amount === 777);
    expect(device.reloads).toBe(0);
  });
});
