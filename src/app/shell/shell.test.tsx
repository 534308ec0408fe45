import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAppData, QUIET } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import type { DatabaseSync } from '#data/types.ts';
import type { Role } from '#domain/rights/roles.ts';
import { blockFileDrops } from '../blockFileDrops.ts';

beforeEach(() => localStorage.clear());

function dataOf(role: Role) {
  return fakeAppData({ role, events: [galaCentral], documents: { gala: galaDocuments } });
}
async function at(path: string, role: Role = 'manager', data = dataOf(role)) {
  const view = await renderApp(data, { path });
  await screen.findByRole('heading', { level: 1 });
  return { data, ...view };
}
const sidebar = () => within(screen.getByRole('navigation', { name: 'Main menu' }));
const linkNames = () =>
  sidebar()
    .queryAllByRole('link')
    .map((link) => link.textContent);

const href = (name: string) => sidebar().getByRole('link', { name }).getAttribute('href');

describe('the sidebar', () => {
  it.each([
    ['host', ['Home']],
    ['member', ['Home', 'New clients', 'New message', 'New form']],
    [
      'manager',
      [
        'Home',
        'New event',
        'New clients',
        'New message',
        'New form',
        'New user',
        'Users',
        'Access management',
      ],
    ],
  ] as const)('[SHELL-02] [SHELL-03] a %s sees the links of the role, and Log out', async (role, names) => {
    await at('/', role);
    expect(linkNames()).toEqual(names);
    expect(sidebar().getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it('[SHELL-04] creation links lead to the event visited last', async () => {
    await at('/');
    expect([href('New clients'), href('New message'), href('New form')]).toEqual([
      '/client/new',
      '/notif/new',
      '/form/new',
    ]);
    fireEvent.click(screen.getByRole('link', { name: 'Lake Gala' }));
    await screen.findByRole('heading', { level: 1, name: 'Lake Gala' });
    expect([href('New clients'), href('New message'), href('New form')]).toEqual([
      '/event/gala/client/new',
      '/event/gala/notif',
      '/event/gala/form/new',
    ]);
  });

  it('of many sessions lists those that are on now, in the order of the event', async () => {
    const sessions = Array.from({ length: 9 }, (_, at) => ({
      ...{ id: `session_${at + 1}`, title: `Talk ${at + 1}`, date: NOON },
      status: at === 7 ? ('ongoing' as const) : ('upcoming' as const),
    }));
    const events = [{ ...galaCentral, sessions }];
    await at(
      '/event/gala',
      'host',
      fakeAppData({ role: 'host', events, documents: { gala: galaDocuments } }),
    );
    // Each with the letter that stands for its icon.
    expect(linkNames().flatMap((name) => name.match(/Talk \d/)?.[0] ?? [])).toEqual(
      [1, 2, 3, 4, 5, 8].map((number) => `Talk ${number}`),
    );
  });

  it('the account’s menu has its ways alone: what is set beside it stands in no menu', async () => {
    await at('/');
    fireEvent.click(screen.getByRole('button', { name: 'Account: manager' }));
    const popup = within(await screen.findByRole('dialog', { name: 'Account: manager' }));
    expect(popup.getAllByRole('radio')).toHaveLength(5);
    const menu = within(popup.getByRole('menu', { name: 'Account' }));
    const ways = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(ways).toEqual(['My account', 'Log out']);
    expect(menu.queryByRole('radio')).toBeNull();
  });

  it('[LOGIN-06] Log out goes to the login; unsent changes are told before', async () => {
    const { data, path } = await at('/');
    act(() => data.status.set({ ...QUIET, summary: 'offline', waiting: 3, online: false }));
    fireEvent.click(sidebar().getByRole('button', { name: 'Log out' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/^3 changes have not reached the server yet/)).toBeTruthy();
    expect(data.session.get()).not.toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(path()).toBe('/login'));
    expect(data.calls).toContainEqual(['logout']);
  });

  it('[LOGIN-06] Log out asks where the page holds what the browser would ask about, and loses it to nobody’s slip', async () => {
    const { data, path } = await at('/');
    const ask = (event: Event): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    try {
      fireEvent.click(sidebar().getByRole('button', { name: 'Log out' }));
      const dialog = await screen.findByRole('dialog');
      expect(within(dialog).getByText(/not saved or not finished yet/)).toBeTruthy();
      expect(data.session.get()).not.toBeNull();
      fireEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
      await waitFor(() => expect(path()).toBe('/login'));
    } finally {
      window.removeEventListener('beforeunload', ask);
    }
  });
});

describe('layouts', () => {
  it('[SHELL-05] [SHELL-06] [SHELL-07] the header has a menu toggle, the search and the account link', async () => {
    await at('/');
    // The first of them: headers within the page are none, but jsdom's roles do not know that.
    const header = within(screen.getAllByRole('banner')[0] as HTMLElement);
    expect(header.getByRole('button', { name: 'Menu' })).toBeTruthy();
    expect(header.getByRole('button', { name: 'Search clients and events' })).toBeTruthy();
    fireEvent.click(header.getByRole('button', { name: 'Account: manager' }));
    expect((await screen.findByRole('menuitem', { name: 'My account' })).getAttribute('href')).toBe('/user');
  });

  it.each(['/event/gala/session/dinner/scan', '/event/gala/session/dinner/checkin'])(
    '[SHELL-08] %s has neither sidebar nor header',
    async (path) => {
      await at(path);
      expect(screen.queryByRole('navigation')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
    },
  );

  it('[SHELL-08] nor has the login', async () => {
    await renderApp(fakeAppData({ role: null }), { path: '/login' });
    await screen.findByLabelText('Username');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('banner')).toBeNull();
  });
});

function drop(target: Element, types: string[]) {
  const event = createEvent.drop(target);
  Object.defineProperty(event, 'dataTransfer', { value: { types, dropEffect: 'copy' } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

describe('[SHELL-10] files dropped on the page', () => {
  it('are blocked, except where they are expected; texts are not', () => {
    const stop = blockFileDrops(window);
    document.body.innerHTML = '<p></p><div data-file-drop><b></b></div>';
    const [page, inside] = [document.querySelector('p'), document.querySelector('b')];
    if (page === null || inside === null) throw new Error('no elements');
    expect(drop(page, ['Files'])).toBe(true);
    expect(drop(inside, ['Files'])).toBe(false);
    expect(drop(page, ['text/plain'])).toBe(false);
    stop();
    expect(drop(page, ['Files'])).toBe(false);
  });

  it('are blocked in the running app', async () => {
    await at('/');
    expect(drop(screen.getByRole('heading', { level: 1 }), ['Files'])).toBe(true);
  });
});

/** A service worker in charge, which answers whether it has all parts of the app. */
const keeper = (hasAll: boolean) =>
  registered({
    postMessage: (_said: unknown, [port]: MessagePort[]) => port?.postMessage(hasAll),
  });
const registered = (active: object | null) => ({
  getRegistration: (): Promise<object> => Promise.resolve({ active }),
});
function serviceWorkers(found: object | null): void {
  if (found === null) Reflect.deleteProperty(navigator, 'serviceWorker');
  else {
    const value = Object.assign(new EventTarget(), found);
    Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  }
}

describe('the sync status', () => {
  beforeEach(() => () => serviceWorkers(null));
  const database: DatabaseSync = {
    id: 'gala',
    state: 'attention',
    mode: 'light',
    wanted: 'light',
    localDocs: 10,
    remoteDocs: 12,
    complete: true,
    current: true,
    templates: true,
    waiting: 1,
    unsentCheckins: [],
    lastExchange: new Date(2026, 5, 20, 9, 5).getTime(),
    progress: null,
    refused: [{ id: 'session_dinner', rev: '2-b', reason: 'forbidden_role', time: Date.now() }],
    error: null,
    lostAt: null,
  };

  it.each([
    [QUIET, 'synced'],
    [{ ...QUIET, summary: 'syncing', waiting: 7 }, 'syncing 7'],
    [{ ...QUIET, summary: 'offline', waiting: 1234 }, 'offline, 1,234 waiting'],
    [{ ...QUIET, summary: 'attention' }, 'attention'],
  ] as const)('is one word: %#', async (status, word) => {
    const { data } = await at('/');
    data.status.set(status);
    expect(
      await screen.findByRole('button', { name: `Synchronisation: ${word}. Show details.` }),
    ).toBeTruthy();
  });

  it.each([
    ['no service worker', null, true],
    ['none that is active', registered(null), true],
    ['one that has not all parts', keeper(false), true],
    ['one that has all parts', keeper(true), false],
  ] as const)('says safe only where the app itself is kept: %s', async (_name, worker, isMissing) => {
    serviceWorkers(worker);
    const { data } = await at('/');
    data.status.set({ ...QUIET, databases: [{ ...database, refused: [] }] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: synced/ }));
    const panel = within(await screen.findByRole('dialog'));
    const words = isMissing ? /The app itself is not: stay online/ : /Safe to go offline/;
    expect(await panel.findByText(words)).toBeTruthy();
    expect(panel.queryByText(isMissing ? /Safe to go offline/ : /The app itself/)).toBeNull();
  });

  it('opens the truth per event: documents, guests, refusals with reason and retry', async () => {
    serviceWorkers(keeper(true));
    const { data } = await at('/');
    const here = {
      ...{ storage: { usage: 12_000_000, quota: 2_000_000_000, persisted: false } },
      ...{ clockKnown: true, clockSkewed: true, clockOffset: -7 * 60_000 },
    };
    data.status.set({ ...QUIET, summary: 'attention', databases: [database], ...here });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: attention/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('2 of 2 guests on this device. Safe to go offline.')).toBeTruthy();
    expect(panel.getByText(/10 of 12/)).toBeTruthy();
    expect(panel.getByText('June 20, 2026 / 09:05')).toBeTruthy();
    expect(panel.getByText(/your role does not allow it/)).toBeTruthy();
    expect(panel.getByText(/^12 Mo of 2 Go/)).toBeTruthy();
    expect(panel.getByText(/^The browser may clear it when space runs out/)).toBeTruthy();
    expect(panel.getByText(/^This device’s clock is 7 min off/)).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(data.calls).toContainEqual(['retryRefused', 'gala']));
  });

  it('tells the last exchange by the server’s clock, as all that was done', async () => {
    const { data } = await at('/');
    data.clock.setOffset(-24 * 3_600_000);
    data.status.set({ ...QUIET, summary: 'attention', databases: [database] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: attention/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('June 19, 2026 / 09:05')).toBeTruthy();
  });

  it('of a hub nobody knows that its clock is the right one: it is not this device’s that is said to be wrong', async () => {
    const data = dataOf('manager');
    const value = { name: 'Hall 3', upstream: '', met: null, trouble: 'clock', events: [] } as const;
    Object.assign(data, { accounts: { hubStatus: async () => ({ ok: true, value }) } });
    await at('/', 'manager', data);
    const clock = { clockKnown: true, clockSkewed: true, clockOffset: -7 * 60_000 };
    data.status.set({ ...QUIET, ...clock, hub: { met: null, metOf: {} } });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: / }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText(/^This hub’s clock differs from that of the central server/)).toBeTruthy();
    expect(panel.getByText(/^The clocks of this device and of the hub are 7 min apart/)).toBeTruthy();
    expect(panel.queryByText(/^This device’s clock/)).toBeNull();
  });

  it('an installed app whose copy stays light does not say safe, but why and what to do [SYNC-08]', async () => {
    const { data } = await at('/');
    const light = { ...database, wanted: 'full', current: false, refused: [] } as const;
    const stuck = { ...light, error: 'unsynchronized_event' } as const;
    data.status.set({ ...QUIET, summary: 'attention', databases: [stuck] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: attention/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText(/^Unsynchronized event/)).toBeTruthy();
    expect(panel.getByText(/tried again by itself/)).toBeTruthy();
    expect(panel.getByText(/Only the light copy is on this device/)).toBeTruthy();
    expect(panel.queryByText(/Safe to go offline/)).toBeNull();
  });

  it('a copy of which nobody knows whether it is the newest promises nothing', async () => {
    const { data } = await at('/');
    const offline = { ...database, state: 'offline', current: false, refused: [], error: 'offline' } as const;
    data.status.set({ ...QUIET, summary: 'offline', online: false, clockKnown: false, databases: [offline] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: offline/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText(/^2 guests on this device, as of the last exchange/)).toBeTruthy();
    expect(panel.queryByText(/Safe to go offline/)).toBeNull();
    expect(panel.getByText('not compared with the server yet')).toBeTruthy();
  });

  it('a copy that was begun anew from memory does not say that nothing waits in it', async () => {
    const { data } = await at('/');
    const anew = { ...database, state: 'offline', refused: [], error: 'offline', complete: false } as const;
    data.status.set({ ...QUIET, summary: 'offline', online: false, databases: [{ ...anew, waiting: 0 }] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: offline/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('known with the next exchange')).toBeTruthy();
  });

  it('what waits in an event without access is told, without its name and without a promise', async () => {
    const { data } = await at('/');
    const kept = { ...database, id: 'xyz', localDocs: 0, complete: false, refused: [], waiting: 3 } as const;
    data.status.set({ ...QUIET, summary: 'attention', databases: [{ ...kept, error: 'forbidden' }] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: attention/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText('Event without access')).toBeTruthy();
    expect(panel.getByText(/was not sent stays on this device/)).toBeTruthy();
    expect(panel.getByText('3')).toBeTruthy();
    expect(panel.queryByText(/on this device yet|guests/)).toBeNull();
    // Of a deleted event it would wait for ever.
    fireEvent.click(panel.getByRole('button', { name: 'Remove from this device' }));
    const question = within(await screen.findByRole('dialog', { name: /^Remove this event/ }));
    expect(question.getByText(/^3 changes made here were never sent/)).toBeTruthy();
    expect(data.calls.map(([name]) => name)).not.toContain('giveUpEvent');
    fireEvent.click(question.getByRole('button', { name: 'Remove from this device' }));
    await waitFor(() => expect(data.calls).toContainEqual(['giveUpEvent', 'xyz']));
    expect(await screen.findByText('The event was removed from this device.')).toBeTruthy();
  });

  it('a reason that only the server has words for is folded, not shown as words [I18N-01]', async () => {
    const { data } = await at('/');
    const refused = [{ id: 'session_dinner', rev: '2-b', reason: 'Sorry, not today', time: Date.now() }];
    data.status.set({ ...QUIET, summary: 'attention', databases: [{ ...database, refused }] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: attention/ }));
    const panel = within(await screen.findByRole('dialog'));
    expect(await panel.findByText(/the server gave another reason/)).toBeTruthy();
    expect(panel.getByText('Sorry, not today').closest('details')?.open).toBe(false);
  });

  it('does not promise what is not there: a guest whose document is missing counts', async () => {
    const documents = galaDocuments.filter((doc) => doc['_id'] !== 'client_leo');
    const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
    await at('/', 'host', data);
    // One of those here was made here, and has not left yet.
    data.status.set({ ...QUIET, databases: [{ ...database, refused: [], localDocs: 13 }] });
    fireEvent.click(await screen.findByRole('button', { name: /^Synchronisation: synced/ }));
    expect(await screen.findByText(/12 of 12/)).toBeTruthy();
    expect(
      await screen.findByText('1 of 2 guests on this device. Stay online until all are here.'),
    ).toBeTruthy();
  });
});

it('[SHELL-09] the scroll position is remembered per route', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { router } = await at('/');
  Object.defineProperty(window, 'scrollY', { value: 420, configurable: true });
  await router.navigate('/event/gala');
  await screen.findByRole('heading', { level: 1, name: 'Lake Gala' });
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
  scrollTo.mockClear();
  // Not the browser's way back but a new visit to the same route.
  await router.navigate('/');
  await screen.findByRole('heading', { level: 1, name: 'Events' });
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(0, 420));
  scrollTo.mockRestore();
});
