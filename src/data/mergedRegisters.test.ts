import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { EventInput } from './repositoryTypes.ts';
import { until } from './testing/device.ts';
import { apart, createScene, type Scene } from './testing/scene.ts';

describe('a registration and a guest that two devices changed without network', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  const inputOf = ({ person, address, registration, ...rest }: Consumer): ConsumerInput => ({
    person: {
      ...{ title: null, company: '', language: 'fr', email: '', phone: '' },
      ...{ forename: person?.forename ?? '', surname: person?.surname ?? '' },
    },
    address: { name: '', street: address?.street ?? '', city: '', zip: '', country: '' },
    ...{ addressSec: null, date: rest.date ?? 0, paymentType: rest.paymentType, status: rest.status },
    ...{ amount: registration?.amount ?? 0, currency: 'chf', vat: 0, rate: registration?.rate ?? 100 },
  });

  it('keep what either did, and the history tells of nothing that gave way but what did', async () => {
    const { one, two, ea, eb } = await apart(scene);
    const ada = [...scene.event.store.clients().values()].find(({ forename }) => forename === 'Ada');
    if (!ada?.consumerId) throw new Error('no guest');
    const { consumerId } = ada;
    const before = eb.store.consumers().get(consumerId);
    if (before === undefined) throw new Error('no registration');
    // First one cancels, then the other corrects the address, as the form has it: with all that it shows.
    expect((await ea.repository.setConsumerStatus(consumerId, 'canceled')).ok).toBe(true);
    expect((await ea.repository.updateClient(ada._id, { diet: 'no nuts', notes: 'by train' })).ok).toBe(true);
    // Each device's clock is a little wrong: this one is to be later.
    two.skew = 1000;
    const input = inputOf(before);
    const moved = { ...input, address: { ...input.address, street: 'New Street 2' } };
    expect((await eb.repository.saveConsumer(consumerId, moved, before)).ok).toBe(true);
    expect((await eb.repository.updateClient(ada._id, { phone: '+41791234567', notes: 'by car' })).ok).toBe(
      true,
    );
    one.online(true);
    two.online(true);
    for (const { store } of [ea, eb, scene.event]) {
      await until(store, () => {
        const consumer = store.consumers().get(consumerId);
        const client = store.client(ada._id);
        return (
          consumer?.status === 'canceled' &&
          consumer.address?.street === 'New Street 2' &&
          client?.diet === 'no nuts' &&
          client.phone === '+41791234567' &&
          client.notes === 'by car'
        );
      });
    }
    await scene.server.built.worker?.idle();
    const told = async () => {
      const history = await scene.desk.data.history(scene.eventId, { language: 'en' });
      const changes = history.ok ? history.value.events.map(({ change }) => change) : [];
      return changes.filter((change) => change.includes('by train')).sort();
    };
    await expect
      .poll(told)
      .toEqual([
        'Ada Lovelace changed: notes: (empty) → “by train”; diet: (empty) → “no nuts”',
        'Ada Lovelace changed: notes: “by train” → “by car”; phone: (empty) → “+41791234567”',
        'Simultaneous changes to the client “Ada Lovelace”; the newer ones were kept. Overruled: notes: “by train” → “by car”',
      ]);
    expect([...one.errors, ...two.errors]).toEqual([]);
  });

  it('that wait for a full server hear of others all the same, and leave it to the server, which tells what gave way', async () => {
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    const grace = [...event.store.clients().values()].find(({ forename }) => forename === 'Grace');
    const consumerId = grace?.consumerId ?? '';
    const registration = ({ store }: typeof event) => {
      const consumer = store.consumers().get(consumerId);
      if (consumer === undefined) throw new Error('no registration');
      return consumer;
    };
    const move = async (where: typeof event, street: string) => {
      const before = registration(where);
      const input = inputOf(before);
      const saved = { ...input, address: { ...input.address, street } };
      expect((await where.repository.saveConsumer(consumerId, saved, before)).ok).toBe(true);
      return Number(registration(where).metadata.updatedAt);
    };
    device.online(false);
    const edited = await move(event, 'First Street 1');
    // Each device's clock is a little wrong: this one is to be later.
    await expect.poll(() => move(scene.event, `Second Street ${randomUUID()}`)).toBeGreaterThan(edited);
    const { street } = registration(scene.event).address ?? {};
    await scene.desk.data.sync.syncNow(scene.eventId);

    // The changes take longer than the server's refusal.
    let held: (() => void)[] = [];
    device.intercept = (url, init) => {
      if (url.includes('_changes'))
        return new Promise<void>((resolve) => held.push(resolve)).then(() => fetch(url, init));
      if (!url.includes('_bulk_docs')) return null;
      for (const go of held) go();
      held = [];
      const headers = { 'content-type': 'application/json', 'x-foyer-time': String(Date.now()) };
      return Promise.resolve(new Response('{"error":"storage_full"}', { status: 507, headers }));
    };
    device.online(true);
    await until(event.store, () => registration(event).address?.street === street);
    await until(event.sync, () => event.sync.get().error === 'server_full');
    expect(event.sync.get().waiting).toBe(1);
    // Longer than a device leaves a conflict to the server.
    device.skew = 61_000;
    const rounds = [1, 2, 3];
    for (const _round of rounds) await tab.data.sync.syncNow(scene.eventId);
    device.intercept = null;
    await tab.data.sync.syncNow(scene.eventId);
    await until(event.sync, () => event.sync.get().waiting === 0);
    const told = async () => {
      const history = await scene.desk.data.history(scene.eventId, { language: 'en' });
      return history.ok ? history.value.events.map(({ change }) => change).join('\n') : '';
    };
    await expect.poll(told).toMatch(/Overruled: .*First Street 1.*Second Street/);
  });
});

it('two managers who set up one event without network both keep what they did', async () => {
  const scene = await createScene();
  try {
    const { one, two, ea, eb } = await apart(scene);
    const event = scene.event.store.event();
    if (event === null) throw new Error('no event');
    const [session] = [...scene.event.store.sessions().values()];
    if (session === undefined) throw new Error('no session');
    const { _id, date, status } = session;
    const dinner = { _id, title: session.title, titleFrench: '', date, status };
    const base: EventInput = {
      ...{ title: event.title, titleFrench: '', company: '', location: '', invoicePrefix: '' },
      ...{ paymentTypes: event.paymentTypes, adminContact: false },
      ...{ sessions: [{ ...dinner, timeStart: null, timeEnd: null }], shownSessions: [_id] },
    };
    const withSession = (change: object): EventInput => ({
      ...base,
      sessions: base.sessions.map((one) => ({ ...one, ...change })),
    });
    const first = { ...withSession({ status: 'archived' }), location: 'Lake', company: 'One' };
    expect((await ea.repository.saveEvent(first, base)).ok).toBe(true);
    // Each device's clock is a little wrong: this one is to be later.
    two.skew = 1000;
    const second = { ...withSession({ title: 'Ball' }), title: 'Gala 2027', company: 'Two' };
    expect((await eb.repository.saveEvent(second, base)).ok).toBe(true);
    one.online(true);
    two.online(true);
    for (const { store } of [ea, eb, scene.event]) {
      await until(store, () => store.event()?.location === 'Lake' && store.event()?.title === 'Gala 2027');
      expect(store.event()).toMatchObject({ company: 'Two' });
      await until(
        store,
        () => store.session(_id)?.title === 'Ball' && store.session(_id)?.status === 'archived',
      );
    }
    expect([...one.errors, ...two.errors]).toEqual([]);
  } finally {
    await scene.close();
  }
});
