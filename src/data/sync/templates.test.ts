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
    await until(tab.data.sync, () => here.sync.get().state === 'synced');
    expect(here.sync.get().mode).toBe('light');
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
  });
});
