import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScene, eventInput, type Scene } from '../testing/scene.ts';
import { until, type Tab } from '../testing/device.ts';
import type { SearchAnswer } from '../types.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(async () => {
  await scene.close();
});

async function ask(tab: Tab, query: string, current: string | null = null): Promise<SearchAnswer> {
  const answer = await tab.data.search.find(query, current);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

/** The answer when every copy has been read. */
async function settled(tab: Tab, query: string): Promise<SearchAnswer> {
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      const stop = tab.data.search.subscribe(() => {
        stop();
        resolve();
      });
    });
    const answer = await ask(tab, query);
    if (!answer.reading) return answer;
    await changed;
  }
}

describe('the global search of a tab', () => {
  it('finds clients of an event that is not open, and says which events are not here [SEARCH-01]', async () => {
    const { desk, eventId } = scene;
    const other = await desk.data.createEvent(eventInput('Ball'));
    if (!other.ok) throw new Error(other.error.code);
    scene.event.close();
    const answer = await settled(desk, 'lovelace ada');
    expect(answer.hits.map(({ eventId: of, surname }) => [of, surname])).toEqual([[eventId, 'Lovelace']]);
    expect(answer.missing).toEqual([]);
    const device = scene.tab(scene.device());
    await device.login('manager');
    await until(device.data.events, () => device.data.events.get()?.length === 2);
    const nothing = await settled(device, 'lovelace');
    expect(nothing.hits).toEqual([]);
    expect(nothing.missing.toSorted()).toEqual([eventId, other.value.eventId].toSorted());
  });

  it('shows nothing of an event that the user may not see any more', async () => {
    const { eventId, server } = scene;
    const userId = await server.addUser('ada', 'member', [eventId]);
    const member = scene.tab(scene.device());
    await member.login('ada');
    const open = await member.open(eventId);
    expect((await settled(member, 'ada')).hits).toHaveLength(1);
    await server.authorize(userId, eventId, false);
    await member.data.sync.syncNow();
    const { events } = member.data;
    await until(events, () => events.get()?.some(({ id }) => id === eventId) === false);
    const answer = await ask(member, 'ada');
    expect([answer.hits, answer.searched, answer.missing]).toEqual([[], [], []]);
    open.close();
  });

  it('tells nothing to whoever is not logged in, and leaves the next user nothing', async () => {
    const { desk } = scene;
    expect((await settled(desk, 'ada')).hits).toHaveLength(1);
    await desk.data.login.logout();
    const out = await desk.data.search.find('ada', null);
    expect(out).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
    await scene.server.addUser('bea', 'host');
    await desk.login('bea');
    expect((await settled(desk, 'ada')).hits).toEqual([]);
  });
});
