import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Form } from '#domain/documents/form.ts';
import { fieldsOf, type FormFields } from '#domain/forms/fields.ts';
import { until } from './testing/device.ts';
import type { OpenEvent } from './types.ts';
import { createScene, type Scene } from './testing/scene.ts';

describe('the public link of a form that is being replaced', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  async function save(event: OpenEvent, form: Form | null, name: string): Promise<Form> {
    const price = { adult: { amount: 500, enabled: true } };
    const fresh = {
      ...{
        name,
        language: 'en',
        currency: 'chf',
        vat: 0,
        options: [{ id: 'o', name: 'Menu', clientCount: 1 }],
      },
      ...{ extras: [], amounts: { [scene.sessionId]: { o: price } }, counterpartId: null },
    } as unknown as FormFields;
    const base = form === null ? null : fieldsOf(form);
    const fields = base === null ? fresh : { ...base, information: name };
    const saved = await event.repository.saveForm({ formId: form?._id ?? null, fields, base });
    if (!saved.ok) throw new Error(JSON.stringify(saved.error));
    return saved.value;
  }
  const sync = () => scene.desk.data.sync.syncNow(scene.eventId);

  /** Looks at the link without a pause, while something is done. */
  async function watching(address: string, work: () => Promise<void>): Promise<number[]> {
    const seen: number[] = [];
    const watched = { ends: false };
    const watch = (async () => {
      while (!watched.ends) {
        const answer = await fetch(address);
        seen.push(answer.status);
        await answer.arrayBuffer();
      }
    })();
    await work().finally(() => (watched.ends = true));
    await watch;
    return seen;
  }
  async function published(
    name: string,
  ): Promise<{ form: Form; address: string; says: (text: string) => Promise<void> }> {
    const form = await save(scene.event, null, name);
    const address = `${scene.server.url}/desk/${form.accessId ?? ''}`;
    await sync();
    await expect.poll(async () => (await fetch(address)).status).toBe(200);
    const says = async (text: string): Promise<void> =>
      expect.poll(async () => (await fetch(address)).text()).toContain(text);
    return { form, address, says };
  }

  it('never dies for a moment, however often it is replaced', async () => {
    const { form, address, says } = await published('Guests');
    const seen = await watching(address, async () => {
      let now = form;
      for (let version = 1; version <= 8; version++) {
        now = await save(scene.event, now, `Version ${version}.`);
        await sync();
      }
      await says('Version 8.');
    });
    expect(seen.length).toBeGreaterThan(8);
    expect(seen.filter((status) => status !== 200)).toEqual([]);
  });

  it('nor while a device that was away brings its versions, and loses the network half way', async () => {
    const { form, address, says } = await published('Away');
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(event.store, () => event.store.documents('form').has(form._id));
    device.online(false);
    const second = await save(event, form, 'Second.');
    const third = await save(event, second, 'Third.');
    let isCut = true;
    // The server gets all but the newest version, and the network is gone.
    device.intercept = (url, init) => {
      const body = init?.body;
      if (!isCut || !url.includes('_bulk_docs') || typeof body !== 'string' || !body.includes(third._id))
        return null;
      const sent = JSON.parse(body) as { docs: { _id: string }[] };
      const docs = sent.docs.filter(({ _id }) => _id !== third._id);
      return fetch(url, { ...init, body: JSON.stringify({ ...sent, docs }) }).then(() => {
        throw new TypeError('no network');
      });
    };
    const seen = await watching(address, async () => {
      device.online(true);
      const old = `/db/event-${scene.eventId}/${form._id}`;
      await expect
        .poll(async () => (await scene.server.call('GET', old))['enabled'], { timeout: 30_000 })
        .toBe(false);
      // As long as it takes to look a few times.
      for (let looks = 0; looks < 5; looks++) expect((await fetch(address)).status).toBe(200);
      isCut = false;
      await tab.data.sync.syncNow(scene.eventId);
      await says('Third.');
    });
    expect(seen.filter((status) => status !== 200)).toEqual([]);
  });
});
