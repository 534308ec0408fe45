import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '#domain/documents/session.ts';
import { mapTables, removeTables } from '#domain/plan/editor/tables.ts';
import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { createScene, entryOf, type Scene } from '../testing/scene.ts';
import type { OpenEvent } from '../types.ts';

/** A PNG, as far as anybody looks here, and what makes it another. */
const pictureOf = (...rest: number[]): Blob =>
  new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...rest])], {
    type: 'image/png',
  });

describe('the plan of a session', () => {
  let scene: Scene;
  let event: OpenEvent;
  let plan: Plan;
  beforeAll(async () => {
    scene = await createScene();
    event = scene.event;
    plan = defaultPlan();
  });
  afterAll(() => scene.close());
  const place = (surname: string) => entryOf(event, scene.sessionId, surname).placement ?? null;
  const seat = async (surname: string, tableId: string, seatIndex: number | null) => {
    const { clientId } = entryOf(event, scene.sessionId, surname);
    const placement = { tableId, seatIndex, onTable: seatIndex === null };
    expect((await event.repository.placeClient(scene.sessionId, clientId, placement)).ok).toBe(true);
    return clientId;
  };

  it('is saved whole, with all fields of its tables [DOC-20, DOC-21, DOC-22]', async () => {
    const table = {
      ...{
        type: 'semicircle' as const,
        number: 'VIP',
        name: 'Head',
        group: 'Stage',
        seats: 4,
        color: '#aabbcc',
      },
      ...{ position: { x: 12, y: 34 }, rotation: 90, scale: 1.5, note1: 'a', note2: 'b', note3: 'c' },
      seatProps: [null, { position: { x: 1, y: -1 }, scale: 0.5 }],
      image: { fileIndex: 0, width: 10, height: 5 },
    };
    const full = mapTables(plan, ['0'], () => table);
    const saved = await event.repository.savePlan(scene.sessionId, full);
    expect(saved).toMatchObject({ ok: true, value: { cleared: [] } });
    expect(event.store.session(scene.sessionId)?.plan).toEqual(full);
  });

  it('people whose table is gone are without a place [PLAN-21]', async () => {
    await event.repository.savePlan(scene.sessionId, plan);
    const ada = await seat('Lovelace', '0', 1);
    await seat('Hopper', '1', 4);
    const saved = await event.repository.savePlan(scene.sessionId, removeTables(plan, ['0']));
    expect(saved).toMatchObject({ value: { cleared: [ada] } });
    expect(place('Lovelace')).toBeNull();
    expect(place('Hopper')).toMatchObject({ tableId: '1', seatIndex: 4 });
  });

  it('people whose seat is gone are without a place [PLAN-22]', async () => {
    await seat('Turing', '1', 3);
    const { clientId } = entryOf(event, scene.sessionId, 'Hopper');
    const fewer = mapTables(plan, ['1'], (table) => ({ ...table, seats: 4 }));
    const saved = await event.repository.savePlan(scene.sessionId, fewer);
    expect(saved).toMatchObject({ value: { cleared: [clientId] } });
    expect(place('Hopper')).toBeNull();
    expect(place('Turing')).toMatchObject({ seatIndex: 3 });
  });

  it('with two tables of one number it is refused', async () => {
    const same = mapTables(plan, ['0'], (table) => ({ ...table, number: 2 }));
    expect(await event.repository.savePlan(scene.sessionId, same)).toMatchObject({
      error: { code: 'invalid_document', field: 'plan.number' },
    });
  });

  it('has a picture behind it, which saving the plan keeps', async () => {
    const { repository } = event;
    expect(await repository.planBackground(scene.sessionId)).toBeNull();
    expect((await repository.setPlanBackground(scene.sessionId, pictureOf(1, 2, 3))).ok).toBe(true);
    await repository.savePlan(scene.sessionId, plan);
    expect((await repository.planBackground(scene.sessionId))?.size).toBe(11);
    // As the server judges it, which would refuse the session with it.
    for (const type of ['text/plain', 'image/png']) {
      const text = new Blob(['x'], { type });
      expect(await repository.setPlanBackground(scene.sessionId, text)).toMatchObject({
        error: { code: 'picture_type' },
      });
    }
    // Downloaded, and called by another name.
    const renamed = new Blob(['RIFF....WEBPVP8 '], { type: 'image/png' });
    expect((await repository.setPlanBackground(scene.sessionId, renamed)).ok).toBe(true);
    expect((await repository.planBackground(scene.sessionId))?.type).toBe('image/webp');
    await repository.setPlanBackground(scene.sessionId, null);
    expect(await repository.planBackground(scene.sessionId)).toBeNull();
  });

  it('has pictures of image tables, each under an index of its own [DOC-21]', async () => {
    const { repository } = event;
    const keep = async (blob: Blob): Promise<number> => {
      const kept = await repository.addPlanPicture(scene.sessionId, blob);
      if (!kept.ok) throw new Error(kept.error.code);
      return kept.value.fileIndex;
    };
    const [first, second] = [await keep(pictureOf(1)), await keep(pictureOf(1, 2))];
    await repository.setPlanBackground(scene.sessionId, pictureOf(1, 2, 3));
    const table = { type: 'image' as const, image: { fileIndex: first, width: 10, height: 5 } };
    const framed = mapTables(plan, ['0'], (before) => ({ ...before, ...table }));
    expect(await repository.savePlan(scene.sessionId, framed)).toMatchObject({ ok: true });
    expect((await repository.planPicture(scene.sessionId, first))?.size).toBe(9);
    expect((await repository.planPicture(scene.sessionId, second))?.size).toBe(10);
    expect(await repository.planPicture(scene.sessionId, 4)).toBeNull();
    const text = new Blob(['x'], { type: 'text/plain' });
    expect(await repository.addPlanPicture(scene.sessionId, text)).toMatchObject({
      error: { code: 'picture_type' },
    });
  });
});
