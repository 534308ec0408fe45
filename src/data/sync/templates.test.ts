import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';

describe("a member's light copy", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('has the templates that others made, with their PDF and without network, and loses those that were removed', async () => {
    const { eventId, event } = scene;
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const here = await tab.open(eventId);
    expect(here.sync.get()).toMatchObject({ mode: 'light', templates: false });
    await until(tab.data.sync, () => here.sync.get().templates);
    await until(tab.data.sync, () => here.sync.get().state === 'synced');
    const again = async () => {
      device.online(false);
      await until(tab.data.sync, () => here.sync.get().state === 'offline');
      device.online(true);
    };
    const pdf = new Blob(['%PDF-1.7 not quite'], { type: 'application/pdf' });
    const key = { kind: 'invitation', language: 'en', paymentType: 'none' } as const;
    const made = await event.repository.saveTemplate({ ...key, refs: [], pdf, base: null, templateId: null });
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const [template] = [...event.store.documents('invitationtemplate').values()];
    const id = template?._id ?? '';
    await scene.desk.data.sync.syncNow(eventId);

    await again();
    await until(here.store, () => here.store.documents('invitationtemplate').has(id));
    device.online(false);
    expect(await (await here.repository.templatePdf(id))?.text()).toBe('%PDF-1.7 not quite');
    await until(tab.data.sync, () => here.sync.get().state === 'offline');
    expect(here.sync.get()).toMatchObject({ waiting: 0, refused: [] });

    expect(await event.repository.removeTemplate('invitation', id)).toMatchObject({ ok: true });
    await scene.desk.data.sync.syncNow(eventId);
    device.online(true);
    await until(here.store, () => !here.store.documents('invitationtemplate').has(id));
    expect(device.errors).toEqual([]);
  });

  it('tells what keeps templates from it, and goes on with everything else', async () => {
    const { eventId, event, sessionId } = scene;
    const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    const key = { kind: 'invoice', language: 'en', paymentType: 'none' } as const;
    await event.repository.saveTemplate({ ...key, refs: [], pdf, base: null, templateId: null });
    await scene.desk.data.sync.syncNow(eventId);
    const device = scene.device();
    // A disk with room for small documents.
    const { openDatabase } = device.deps;
    device.deps.openDatabase = async (name) => {
      const db = await openDatabase(name);
      const bulkDocs = db.bulkDocs.bind(db) as (...given: unknown[]) => Promise<never>;
      db.bulkDocs = ((...given: unknown[]) =>
        JSON.stringify(given[0]).includes('"invoicetemplate_')
          ? Promise.reject(new Error('QuotaExceededError: the disk is full'))
          : bulkDocs(...given)) as never;
      return db;
    };
    const tab = scene.tab(device);
    await tab.login('manager');
    const here = await tab.open(eventId);
    await expect
      .poll(() => device.errors.map(String), { timeout: 30_000 })
      .toEqual([expect.stringContaining('QuotaExceededError')]);
    const [clientId = ''] = here.store.session(sessionId)?.clients.map((one) => one.clientId) ?? [];
    expect((await here.repository.checkIn(sessionId, clientId, 'list')).ok).toBe(true);
    await until(tab.data.sync, () => here.sync.get().waiting === 0);
    expect(here.sync.get()).toMatchObject({ state: 'synced', error: null });
  });
});
