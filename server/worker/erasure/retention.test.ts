import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from '../../outbox/testing/scene.ts';
import { read, update } from '../../storage/documents.ts';
import { DATABASES } from '../../storage/types.ts';
import { entryChangeId } from '#domain/ids.ts';
import { TestClock } from '../../testing/clock.ts';
import { clientDoc, sessionDoc } from '../../testing/documents.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const YEAR = 366 * 86_400_000;
const META = { author: { id: 'u', name: 'u' }, createdAt: 1, updatedAt: 1 };

describe('registrations whose time is over', () => {
  let server: TestServer;
  const clock = new TestClock();
  beforeAll(async () => {
    server = await startTestServer({ storage: 'memory', worker: true, now: clock.now });
  });
  afterAll(() => server.close());
  const idle = async (): Promise<void> => {
    await server.worker?.idle();
    await server.worker?.idle();
    await server.worker?.idle();
  };
  const formOf = (keepMonths: number | null) => ({
    ...{ _id: 'form_f', type: 'form', accessId: 'keepkeep', name: 'Team', language: 'en', currency: 'chf' },
    ...{ vat: 0, enabled: true, options: [], amounts: {}, metadata: META, keepMonths },
  });
  async function gala(age: number, count = 1): Promise<Scene> {
    const scene = await new Scene(server).open(null);
    await scene.put(sessionDoc('s', { date: Date.now() - age }));
    for (let n = 0; n < count; n++) {
      const registration = { amount: 100, currency: 'chf', formId: 'form_f' };
      await scene.consumer(`r${n}`, { registration });
      await scene.put(clientDoc(`g${n}`, { surname: `Zabrowski ${n}`, consumerId: `consumer_r${n}` }));
    }
    await scene.consumer('staff');
    return scene;
  }

  it('are erased by themselves, all of them, and nothing that no form has promised', async () => {
    const scene = await gala(YEAR, 120);
    await idle();
    expect(await scene.get('client_g0')).toMatchObject({ surname: 'Zabrowski 0' });
    await scene.put(formOf(11));
    await idle();
    for (const n of [0, 60, 119]) {
      expect(await scene.get(`client_g${n}`)).toMatchObject({ surname: '–' });
      expect(await scene.get(`consumer_r${n}`)).toMatchObject({ registration: { amount: 100 } });
      expect((await scene.get(`consumer_r${n}`))['person']).toBeUndefined();
    }
    expect(await scene.get('consumer_staff')).toMatchObject({ person: { surname: 'Test' } });
  });

  it('are looked for every day from the first promise on, also before anybody has registered', async () => {
    const scene = await gala(YEAR, 0);
    const at = clock.stop();
    await scene.put(formOf(11));
    await idle();
    clock.go();
    const jobs = await server.storage.open(DATABASES.jobs);
    const job = await read(jobs, `job/eraseDue/${scene.eventId}/`);
    expect(job).toMatchObject({ state: 'waiting', at: at + 86_400_000 });
    await scene.put(formOf(null));
    await idle();
  });

  it('stay until then, and while nobody has said that a restored copy goes on', async () => {
    const early = await gala(YEAR / 2);
    await early.put(formOf(11));
    await idle();
    expect(await early.get('client_g0')).toMatchObject({ surname: 'Zabrowski 0' });
    const worker = await server.storage.open(DATABASES.worker);
    const mark = (confirmedAt: number | null) =>
      update(worker, 'instance', (doc) => ({ ...doc, by: 'restore', copiedAt: 1, confirmedAt }));
    await mark(null);
    const copied = await gala(YEAR);
    await copied.put(formOf(11));
    await idle();
    expect(await copied.get('client_g0')).toMatchObject({ surname: 'Zabrowski 0' });
    await mark(5);
    await copied.put({ ...formOf(10) });
    await idle();
    expect(await copied.get('client_g0')).toMatchObject({ surname: '–' });
  });
});

describe('all that is kept of a guest', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ worker: true });
  });
  afterAll(() => server.close());

  it('is one answer for members: theirs, and nothing of others', async () => {
    const scene = await new Scene(server).open(null);
    const entry = (id: string) => ({
      clientId: id,
      checkInTime: null,
      placement: null,
      product: null,
      updatedTime: 1,
    });
    await scene.put(sessionDoc('s', { clients: [entry('client_a'), entry('client_b')] }));
    await scene.put(sessionDoc('t', { title: 'Dinner', titleFrench: 'Dîner', clients: [entry('client_a')] }));
    await scene.consumer('r', {
      person: { forename: 'Lucretia', surname: 'Zabrowski', email: 'l@example.org' },
    });
    await scene.put(
      clientDoc('a', {
        forename: 'Lucretia',
        surname: 'Zabrowski',
        consumerId: 'consumer_r',
        diet: 'no nuts',
      }),
    );
    await scene.put(clientDoc('b', { forename: 'Bob', surname: 'Byron', consumerId: 'consumer_r' }));
    await server.worker?.idle();
    const rows = ['client_a', 'client_b'].map((clientId) => ({ clientId, in: false }));
    const { id, username } = scene.member;
    const act = entryChangeId('session_s', Date.now(), 'd1');
    await scene.put({
      ...{ _id: act, type: 'entrychange', sessionId: 'session_s', time: Date.now(), rows },
      ...{ device: { id: 'd1', name: 'Desk' }, author: { id, name: username } },
    });
    await server.worker?.idle();
    const path = `/api/person-data/${scene.eventId}`;
    const { status, body } = await server.call<{ person: object }>('GET', `${path}/client_a`, {
      as: scene.member,
    });
    expect(status).toBe(200);
    expect(body.person).toMatchObject({
      event: { id: scene.eventId },
      guest: { surname: 'Zabrowski', diet: 'no nuts' },
      registration: { person: { email: 'l@example.org' } },
      history: [
        { code: 'client_created' },
        { code: 'registrations_removed', params: { names: ['Lucretia Zabrowski'] } },
      ],
    });
    // What codes mean stands beside them, in the language of who asks.
    const french = await server.call<{ person: { history: { text: string; words: { time: string } }[] } }>(
      'GET',
      `${path}/client_a`,
      {
        as: scene.member,
        headers: { 'accept-language': 'fr' },
      },
    );
    expect(french.body.person).toMatchObject({
      guest: { language: 'en', words: { language: 'anglais' } },
      registration: { status: 'registered', words: { status: 'inscrit' } },
      sessions: [{ session: 'Dîner' }],
    });
    const english = await server.call<{ person: object }>('GET', `${path}/client_a`, {
      as: scene.member,
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.person).toMatchObject({ sessions: [{ session: 'Dinner' }] });
    for (const { words } of french.body.person.history) expect(words.time).toMatch(/^\d+(er)? \p{L}+ \d{4}/u);
    expect(french.body.person.history.at(-1)?.text).toContain('Lucretia Zabrowski');
    expect(JSON.stringify(body)).not.toMatch(/Bob|Byron/);
    const host = await server.person('doora', 'host', scene.eventId);
    expect((await server.call('GET', `${path}/client_a`, { as: host })).status).toBe(403);
    expect((await server.call('GET', `${path}/client_x`, { as: scene.member })).status).toBe(404);
    expect((await server.call('GET', `/api/person-data/nowhere/client_a`, { as: scene.member })).status).toBe(
      404,
    );
  });
});
