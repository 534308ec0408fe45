import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../testing/device.ts';
import { createScene, type Scene } from '../testing/scene.ts';

describe('files of a light copy', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene();
  });
  afterAll(() => scene.close());

  it('are listed and fetched from the server, with a plain answer where that fails [CLIENT-32]', async () => {
    const blob = new Blob(['%PDF-1.7 the way in'], { type: 'application/pdf' });
    const added = await scene.event.repository.addFile({
      name: 'Access & parking',
      sessionIds: [scene.sessionId],
      blob,
    });
    if (!added.ok) throw new Error(added.error.code);
    const { _id } = added.value;
    await scene.desk.data.sync.syncNow(scene.eventId);
    const device = scene.device();
    const tab = scene.tab(device);
    await tab.login('manager');
    const event = await tab.open(scene.eventId);
    await until(tab.data.sync, () => event.sync.get().state === 'synced');
    // It is no part of a light copy.
    expect(event.store.documents('file').size).toBe(0);
    expect(await event.repository.fileContent(_id)).toBeNull();

    const { data } = tab;
    expect(await data.serverFiles(scene.eventId)).toEqual({
      ok: true,
      value: [{ _id, name: 'Access & parking' }],
    });
    const fetched = await data.serverFile(scene.eventId, _id);
    expect(fetched.ok ? await fetched.value.text() : fetched.error.code).toBe('%PDF-1.7 the way in');
    expect(await data.serverFile(scene.eventId, 'file_none')).toMatchObject({ error: { code: 'not_found' } });
    device.online(false);
    expect(await data.serverFiles(scene.eventId)).toMatchObject({ error: { code: 'offline' } });
    expect(await data.serverFile(scene.eventId, _id)).toMatchObject({ error: { code: 'offline' } });
  });
});
