import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device, Tab } from './testing/device.ts';
import { createScene, DAY, eventInput, type Scene } from './testing/scene.ts';

/** Lets the next such call reach the server and loses its answer. */
function loseAnswer(device: Device, method: string, path: string): () => number {
  let calls = 0;
  device.intercept = (url, init) => {
    if (init?.method !== method || !url.endsWith(path)) return null;
    calls += 1;
    return calls > 1 ? null : fetch(url, init).then(() => Promise.reject(new TypeError('answer lost')));
  };
  return () => calls;
}

describe('calls whose answer is lost', () => {
  let scene: Scene;
  let device: Device;
  let tab: Tab;
  beforeAll(async () => {
    scene = await createScene();
    device = scene.device();
    tab = scene.tab(device);
    await tab.login('manager');
  });
  afterAll(() => scene.close());

  it('an event is made once: the second try goes on with the first, its sessions too', async () => {
    const calls = loseAnswer(device, 'PUT', '/api/event');
    const id = 'lostanswer000001';
    const input = (title: string) => {
      const { sessions, ...rest } = eventInput(title);
      return { ...rest, sessions: sessions.map((one, index) => ({ ...one, _id: `session_${id}-${index}` })) };
    };
    expect(await tab.data.createEvent(input('Ball'), id)).toMatchObject({ error: { code: 'offline' } });
    expect(await tab.data.createEvent(input('Spring Ball'), id)).toMatchObject({ value: { eventId: id } });
    // As from another tab, whose page was open all the time.
    expect(await tab.data.createEvent(input('Spring Ball'), id)).toMatchObject({ value: { eventId: id } });
    expect(calls()).toBe(3);
    const listed = tab.data.events.get()?.filter((event) => event.id !== scene.eventId) ?? [];
    expect(listed.map((event) => event.id)).toEqual([id]);
    const event = await tab.open(id);
    expect(event.store.event()?.title).toBe('Spring Ball');
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Dinner', 'Ball']);
    event.close();
  });

  it('two first tries at once make one event as well', async () => {
    const body = { title: 'Twice', date: 1, eventId: 'twiceatonce00001' };
    const replies = await Promise.all([1, 2, 3].map(() => scene.server.call('PUT', '/api/event', body)));
    expect(replies).toEqual(
      replies.map(() => ({ ok: true, eventId: body.eventId, dbName: `event-${body.eventId}` })),
    );
    await tab.data.deleteEvent(body.eventId);
  });

  it('a user is made once, and the second try says so instead of "exists already"', async () => {
    const calls = loseAnswer(device, 'POST', '/api/user');
    const input = { username: 'newcomer', password: 'Foyer2026', role: 'host' as const };
    expect(await tab.data.createUser(input)).toMatchObject({ error: { code: 'offline' } });
    const made = await tab.data.createUser(input);
    expect(made.ok).toBe(true);
    expect(calls()).toBe(2);
    // Answered: the same words now mean another user of the same name.
    expect(await tab.data.createUser(input)).toMatchObject({ error: { code: 'already_exists' } });
    const users = await tab.data.users();
    expect(users.ok && users.value.filter(({ username }) => username === 'newcomer')).toHaveLength(1);
  });

  it("a guest's account is made once, and its password is told after all", async () => {
    const [consumer] = scene.event.store.consumers().values();
    const id = consumer?._id ?? '';
    const nothing = { name: '', street: '', zip: '', city: '', country: '' };
    const saved = await scene.event.repository.saveConsumer(id, {
      ...{ address: nothing, addressSec: null, date: DAY, paymentType: 'none', amount: 0, currency: 'chf' },
      ...{ vat: 0, rate: 100, status: 'registered' },
      person: {
        ...{ title: 'mrs', forename: 'Ada', surname: 'Lovelace', company: '', language: 'en' },
        ...{ email: 'lost@example.com', phone: '' },
      },
    });
    expect(saved.ok).toBe(true);
    await scene.desk.data.sync.syncNow(scene.eventId);
    loseAnswer(device, 'POST', '/api/register-customer');
    expect(await tab.data.associateCustomer(scene.eventId, id)).toMatchObject({ error: { code: 'offline' } });
    const second = await tab.data.associateCustomer(scene.eventId, id);
    expect(second).toMatchObject({ ok: true, value: { password: expect.any(String) as string } });
    expect(await tab.data.associateCustomer(scene.eventId, id)).toMatchObject({
      error: { code: 'link_exists' },
    });
  });

  it('an event whose deletion went unheard is simply gone', async () => {
    const eventId = 'shortlived000001';
    await scene.server.call('PUT', '/api/event', { title: 'Short', date: 1, eventId });
    await scene.server.call('DELETE', `/api/event/${eventId}`);
    expect((await tab.data.deleteEvent(eventId)).ok).toBe(true);
  });
});
