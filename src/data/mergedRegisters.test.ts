import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsumerInput } from '#domain/clients/consumerEdits.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
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
});
