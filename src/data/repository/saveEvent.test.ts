import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionInput } from '#domain/commands/saveEvent.ts';
import { createScene, DAY, eventInput, type Scene } from '../testing/scene.ts';
import type { EventInput, OpenEvent } from '../types.ts';

describe('saving an event', () => {
  let scene: Scene;
  let event: OpenEvent;
  let input: EventInput;
  beforeAll(async () => {
    scene = await createScene();
    event = scene.event;
    input = {
      ...eventInput('Gala'),
      sessions: event.store
        .sessions()
        .map((one) => ({ ...one, titleFrench: '', timeStart: null, timeEnd: null })),
    };
  });
  afterAll(() => scene.close());

  it('keeps fields, and the date of the earliest session [EVENT-15, EVENT-10]', async () => {
    const earlier = {
      title: 'Eve',
      titleFrench: '',
      date: DAY - 86_400_000,
      timeStart: '18:00',
      timeEnd: null,
      status: 'upcoming' as const,
    };
    const saved = await event.repository.saveEvent({
      ...input,
      company: 'Foyer SA',
      sessions: [...input.sessions, earlier],
    });
    expect(saved).toMatchObject({ ok: true, value: { company: 'Foyer SA', date: DAY - 86_400_000 } });
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Eve', 'Dinner', 'Ball']);
  });

  it('deletes sessions that are left out, but none that the form never showed [EVENT-12]', async () => {
    const [eve, dinner] = event.store.sessions();
    const kept = {
      ...input,
      sessions: input.sessions.slice(0, 1),
      shownSessions: [eve?._id ?? '', dinner?._id ?? ''],
    };
    expect((await event.repository.saveEvent(kept)).ok).toBe(true);
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Dinner', 'Ball']);
    expect((await event.repository.saveEvent({ ...kept, shownSessions: undefined })).ok).toBe(true);
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Dinner']);
    expect(event.store.session(scene.sessionId)?.clients).toHaveLength(3);
  });

  it('gives new sessions zeroed amounts for every option of every form, offered once somebody says so [EVENT-11]', async () => {
    const form = {
      type: 'form',
      name: 'Guests',
      language: 'fr',
      currency: 'chf',
      vat: 810,
      options: [{ id: 'o1', name: 'Menu', clientCount: 1 }],
    };
    await scene.server.call('PUT', `/db/event-${scene.eventId}/form_f1`, form);
    await scene.desk.data.sync.syncNow(scene.eventId);
    await expect.poll(() => event.store.documents('form').size).toBe(1);
    const late = {
      title: 'Late',
      titleFrench: '',
      date: DAY + 5,
      timeStart: null,
      timeEnd: null,
      status: 'upcoming' as const,
    };
    expect(
      (await event.repository.saveEvent({ ...input, sessions: [...input.sessions.slice(0, 1), late] })).ok,
    ).toBe(true);
    const id = event.store.sessions().find(({ title }) => title === 'Late')?._id ?? '';
    expect(event.store.documents('form').get('form_f1')?.amounts[id]).toEqual({
      o1: { adult: { amount: 0, enabled: false }, child: { amount: 0, enabled: false } },
    });
  });

  it('saves, keeps and removes the picture; images only [VALID-34]', async () => {
    const sessions = event.store
      .sessions()
      .map((one) => ({ ...one, titleFrench: '', timeStart: null, timeEnd: null }));
    const base = { ...input, sessions };
    const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    const blob = new Blob([new Uint8Array(start)], { type: 'image/png' });
    expect((await event.repository.saveEvent({ ...base, picture: { blob, width: 4, height: 3 } })).ok).toBe(
      true,
    );
    expect(event.store.event()?.pictureSize).toEqual({ width: 4, height: 3 });
    expect((await event.repository.saveEvent({ ...base, location: 'Geneva' })).ok).toBe(true);
    const kept = await event.repository.picture();
    expect([kept?.type, kept?.size]).toEqual(['image/png', 8]);
    const text = new Blob(['<svg/>'], { type: 'image/svg+xml' });
    expect(
      await event.repository.saveEvent({ ...base, picture: { blob: text, width: 1, height: 1 } }),
    ).toMatchObject({ error: { code: 'picture_type' } });
    const large = new Blob([new Uint8Array(6 * 1024 * 1024)], { type: 'image/png' });
    expect(
      await event.repository.saveEvent({ ...base, picture: { blob: large, width: 1, height: 1 } }),
    ).toMatchObject({ error: { code: 'picture_size' } });
    expect((await event.repository.saveEvent({ ...base, picture: null })).ok).toBe(true);
    expect(await event.repository.picture()).toBeNull();
  });

  it('keeps a session’s places, also where a form of before says nothing of them, and takes the limit away', async () => {
    const sessions = event.store
      .sessions()
      .map((one) => ({ ...one, titleFrench: '', timeStart: null, timeEnd: null }));
    const saved = async (capacity?: number | null): Promise<unknown> => {
      const rows: SessionInput[] = sessions.map(({ capacity: _, ...one }) => ({
        ...one,
        ...(capacity === undefined ? {} : { capacity }),
      }));
      // A new one too, where something is said.
      if (capacity !== undefined && rows[0] !== undefined) {
        const { _id, ...hall } = rows[0];
        rows.push({ ...hall, title: `Hall ${String(capacity)}` });
      }
      const base = { ...input, shownSessions: [], sessions: rows };
      expect((await event.repository.saveEvent(base)).ok).toBe(true);
      return event.store.sessions().map(({ capacity: now }) => now ?? null);
    };
    const count = sessions.length;
    expect(await saved(40)).toEqual(Array.from({ length: count + 1 }, () => 40));
    expect(await saved()).toEqual(Array.from({ length: count + 1 }, () => 40));
    expect(await saved(null)).toEqual(expect.arrayContaining([null, 40]));
    expect((await event.repository.saveEvent({ ...input, sessions })).ok).toBe(true);
  });

  it('refuses a blank title or a session without one, and saves nothing [VALID-26]', async () => {
    const before = event.store.event();
    expect(await event.repository.saveEvent({ ...input, title: '  ' })).toMatchObject({
      error: { code: 'invalid_document', field: 'title' },
    });
    const untitled = {
      title: '',
      titleFrench: '',
      date: DAY,
      timeStart: null,
      timeEnd: null,
      status: 'upcoming' as const,
    };
    expect(await event.repository.saveEvent({ ...input, sessions: [untitled] })).toMatchObject({
      error: { code: 'invalid_document', field: 'title' },
    });
    expect(event.store.event()).toBe(before);
  });

  it('takes no guests into an archived session, and no number twice [SESSION-09]', async () => {
    const row = {
      line: 1,
      forename: 'New',
      surname: 'Guest',
      company: '',
      email: '',
      number: 'N1',
      error: null,
    };
    expect(await event.repository.addPastedClients(scene.sessionId, [row])).toEqual({
      ok: true,
      value: { created: 1 },
    });
    expect(await event.repository.addPastedClients(scene.sessionId, [row])).toMatchObject({
      error: { code: 'number_exists' },
    });
    expect((await event.repository.setSessionStatus(scene.sessionId, 'archived')).ok).toBe(true);
    expect(await event.repository.addPastedClients(scene.sessionId, [{ ...row, number: '' }])).toMatchObject({
      error: { code: 'event_archived' },
    });
  });

  it('leaves what others saved while the form was open, but for what the form changed', async () => {
    const base = { ...input, shownSessions: input.sessions.flatMap(({ _id }) => _id ?? []) };
    const [dinner, ball] = input.sessions;
    if (dinner?._id === undefined || ball === undefined) throw new Error('no session');
    await event.repository.saveEvent({
      ...input,
      company: 'Theirs',
      location: 'Bern',
      contact: 'gala@foyer.example',
    });
    await event.repository.setSessionStatus(dinner._id, 'archived');
    const late = { ...base, company: 'Mine', sessions: [dinner, { ...ball, title: 'Grand ball' }] };
    expect(await event.repository.saveEvent(late, base)).toMatchObject({
      value: { company: 'Mine', location: 'Bern', contact: 'gala@foyer.example', date: DAY },
    });
    expect(event.store.session(dinner._id)?.status).toBe('archived');
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Dinner', 'Grand ball']);

    // A session that came meanwhile stays, and counts for the date; one that went does not come back.
    const eve = { ...ball, _id: undefined, title: 'Eve', date: DAY - 5 };
    await event.repository.saveEvent({ ...input, sessions: [dinner, eve] });
    expect(await event.repository.saveEvent({ ...base, company: '' }, base)).toMatchObject({
      value: { date: DAY - 5 },
    });
    expect(event.store.sessions().map(({ title }) => title)).toEqual(['Eve', 'Dinner']);
  });
});
