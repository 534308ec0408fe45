import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import type { Language } from '#domain/config.ts';
import { centralEvent, type CentralEvent } from '#domain/documents/event.ts';
import type { OpenLogin } from '#domain/documents/user.ts';
import type { Role } from '#domain/rights/roles.ts';
import { err, ok } from '#domain/result.ts';
import { createCell, createEmitter } from '#data/signal.ts';
import type { AppData, ClientHit, Failure, SearchAnswer } from '#data/types.ts';
import { AppDataProvider } from '#hooks/data/appData.tsx';
import { createI18n } from '#i18n/index.ts';
import { SearchDialog } from './SearchDialog.tsx';

const event = (id: string, title: string, titleFrench = ''): CentralEvent =>
  centralEvent.parse({ id, dbName: `event-${id}`, title, titleFrench, date: Date.UTC(2026, 5, 1, 12) });
const EVENTS = [event('gala', 'Winter gala', 'Gala d’hiver'), event('ball', 'Summer ball')];

const hit = (number: number, more: Partial<ClientHit> = {}): ClientHit => ({
  eventId: 'gala',
  clientId: `client_${number}`,
  forename: 'Ada',
  surname: `Lovelace ${number}`,
  company: 'Analytical SA',
  number: `G${number}`,
  ...more,
});

/** A search worker that answers when told to. */
function fakeSearch() {
  const changed = createEmitter();
  const asked: { query: string; current: string | null; answer: (value: SearchAnswer | Failure) => void }[] =
    [];
  return {
    asked,
    changed,
    search: {
      subscribe: (listener: () => void) => changed.subscribe(listener),
      find: (query: string, current: string | null): ReturnType<AppData['search']['find']> =>
        new Promise((resolve) => {
          const answer = (value: SearchAnswer | Failure) => resolve('code' in value ? err(value) : ok(value));
          asked.push({ query, current, answer });
        }),
    },
  };
}

let fake: ReturnType<typeof fakeSearch>;
let closed: number;
const answerOf = (hits: ClientHit[], more: Partial<SearchAnswer> = {}): SearchAnswer => ({
  hits,
  searched: ['gala', 'ball'],
  missing: [],
  reading: false,
  ...more,
});

const loginOf = (role: Role): OpenLogin => ({
  token: 't',
  expires: 0,
  user: { _id: 'user_1', username: 'Ada', role } as OpenLogin['user'],
});

async function open(
  language: Language = 'en',
  events = EVENTS,
  role: Role | null = null,
  more: Partial<AppData> = {},
) {
  const data: Partial<AppData> = {
    search: fake.search,
    events: createCell<readonly CentralEvent[] | null>(events),
    login: createCell(role === null ? null : loginOf(role)) as unknown as AppData['login'],
    ...more,
  };
  const i18n = await createI18n(language);
  const router = createMemoryRouter([
    { path: '*', element: <SearchDialog opened onClose={() => (closed += 1)} /> },
  ]);
  render(
    <MantineProvider env="test">
      <I18nextProvider i18n={i18n}>
        {/* What the dialog does not use is not there, and would fail loudly. */}
        <AppDataProvider data={data as AppData}>
          <RouterProvider router={router} />
        </AppDataProvider>
      </I18nextProvider>
    </MantineProvider>,
  );
  return { box: await screen.findByRole('combobox'), path: () => router.state.location.pathname };
}

const selected = () => screen.getByRole('option', { selected: true });

/** Answers the newest question. */
async function answer(value: SearchAnswer | Failure): Promise<void> {
  await act(async () => fake.asked.at(-1)?.answer(value));
}
async function type(box: HTMLElement, query: string, value: SearchAnswer | Failure): Promise<void> {
  fireEvent.change(box, { target: { value: query } });
  await answer(value);
}

beforeEach(() => {
  fake = fakeSearch();
  closed = 0;
  localStorage.clear();
});

describe('the search dialog', () => {
  it('lets in the chosen guest of a session that is on, and opens no other event', async () => {
    const central = galaCentral;
    const door = fakeAppData({ role: 'host', events: [central], documents: { gala: galaDocuments } });
    const quiet = { ...event('ball', 'Ball') };
    const { box } = await open('en', [central, quiet], 'host', {
      openEvent: door.openEvent,
      ...{ sync: door.sync, device: door.device },
    });
    await type(box, 'ada', answerOf([hit(1, { eventId: 'ball' }), hit(2, { clientId: 'client_ada' })]));
    expect(door.calls).toEqual([]);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.click(await screen.findByRole('button', { name: 'Check in' }));
    expect(await screen.findByText(/^In since \d\d:\d\d · Here \(this device\)$/)).toBeTruthy();
    expect(door.store('gala').checkinsOf('session_dinner', 'client_ada')).toMatchObject([
      { action: 'in', method: 'desk' },
    ]);
    expect(closed).toBe(0);
  });

  it('whom it lets in is shown with what the organiser wants in sight at the door', async () => {
    const documents = galaDocuments.map((doc) =>
      doc['_id'] === 'client_ada'
        ? { ...doc, diet: 'no nuts', notes: 'Speaks at nine' }
        : doc['_id'] === 'event'
          ? { ...doc, doorShows: ['diet'] }
          : doc,
    );
    const door = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
    const { box } = await open('en', [galaCentral], 'host', { openEvent: door.openEvent, sync: door.sync });
    await type(box, 'ada', answerOf([hit(2, { clientId: 'client_ada' })]));
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(await screen.findByText('Diet: no nuts')).toBeTruthy();
  });

  it('lets in nobody whose registration is cancelled, and says so', async () => {
    const documents = galaDocuments.map((doc) =>
      doc['_id'] === 'client_ada' ? { ...doc, canceled: true } : doc,
    );
    const door = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
    const { box } = await open('en', [galaCentral], 'host', { openEvent: door.openEvent, sync: door.sync });
    await type(box, 'ada', answerOf([hit(2, { clientId: 'client_ada' })]));
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(await screen.findByText('This guest’s registration is cancelled.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
  });

  it('shows name, company, number and event of each client [SEARCH-03]', async () => {
    const { box } = await open();
    await type(box, 'ada', answerOf([hit(1), hit(2, { eventId: 'ball', company: '' })]));
    const options = screen.getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Ada Lovelace 1G1Analytical SAWinter gala',
      'Ada Lovelace 2G2Summer ball',
    ]);
    expect(screen.getByRole('status').textContent).toBe('2 results.');
  });

  it('shows at most 30 results, events included, and says that there may be more [SEARCH-02]', async () => {
    const { box } = await open();
    await type(box, 'gala', answerOf(Array.from({ length: 40 }, (_, index) => hit(index))));
    expect(screen.getAllByRole('option')).toHaveLength(30);
    expect(screen.getByRole('option', { name: /^Winter gala/ })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(/first 30/);
  });

  it('opens the client route with the mouse [SEARCH-04]', async () => {
    const { box, path } = await open();
    await type(box, 'ada', answerOf([hit(1), hit(2)]));
    fireEvent.click(screen.getByRole('option', { name: /Lovelace 2/ }));
    expect(path()).toBe('/event/gala/client/2');
    expect(closed).toBe(1);
  });

  it('is used with the keyboard alone: arrows go round, Enter opens [SEARCH-04]', async () => {
    const { box, path } = await open();
    await type(box, 'ada', answerOf([hit(1), hit(2), hit(3)]));
    expect(selected().textContent).toMatch(/Lovelace 1/);
    expect(box.getAttribute('aria-activedescendant')).toBe(selected().id);
    fireEvent.keyDown(box, { key: 'ArrowUp' });
    expect(selected().textContent).toMatch(/Lovelace 3/);
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(box.getAttribute('aria-activedescendant')).toBe(selected().id);
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(path()).toBe('/event/gala/client/2');
  });

  it('Enter before the answer opens the first of what was typed, not of what is shown', async () => {
    const { box, path } = await open();
    await type(box, 'ada', answerOf([hit(1)]));
    fireEvent.change(box, { target: { value: 'ada g7' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(closed).toBe(0);
    await answer(answerOf([hit(7)]));
    await waitFor(() => expect(path()).toBe('/event/gala/client/7'));
  });

  it('drops an answer that was overtaken', async () => {
    const { box } = await open();
    fireEvent.change(box, { target: { value: 'a' } });
    const slow = fake.asked.at(-1);
    await type(box, 'ad', answerOf([hit(2)]));
    await act(async () => slow?.answer(answerOf([hit(1)])));
    expect(screen.getByRole('option').textContent).toMatch(/Lovelace 2/);
  });

  it('names the event visited last as the current one [SEARCH-05]', async () => {
    localStorage.setItem('foyer.lastEvent', 'ball');
    const { box } = await open();
    await type(box, 'ada', answerOf([]));
    expect(fake.asked.at(-1)).toMatchObject({ query: 'ada', current: 'ball' });
  });

  it('has the copies read when it opens, and asks again when more was read', async () => {
    const { box } = await open();
    expect(fake.asked.map(({ query }) => query)).toContain('');
    await type(box, 'ada', answerOf([], { reading: true }));
    expect(screen.getByRole('status').textContent).toBe('Reading this device’s copies…');
    await act(async () => fake.changed.emit());
    await answer(answerOf([hit(1)]));
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('says that nothing was found', async () => {
    const { box } = await open();
    await type(box, 'nobody', answerOf([]));
    expect(screen.getByRole('status').textContent).toBe('Nothing found for “nobody”.');
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('says which events are not on this device, with the way to them', async () => {
    const { box, path } = await open();
    await answer(answerOf([], { searched: [], missing: ['gala', 'ball'] }));
    expect(screen.getByText(/clients of 2 events are not on this device/)).toBeTruthy();
    await type(box, 'ada', answerOf([hit(1)], { searched: ['gala'], missing: ['ball'] }));
    expect(screen.getByText(/clients of one event are not on this device/)).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'Summer ball' }));
    expect(path()).toBe('/event/ball');
    expect(closed).toBe(1);
  });

  it('shows nothing of an event that is not listed any more', async () => {
    const { box } = await open('en', EVENTS.slice(0, 1));
    await type(box, 'ada', answerOf([hit(1), hit(2, { eventId: 'ball' })]));
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('has commands as the role has rights, and of the event visited last', async () => {
    localStorage.setItem('foyer.lastEvent', 'gala');
    const dinner = {
      id: 'session_dinner',
      title: 'Dinner',
      date: Date.UTC(2026, 5, 1),
      status: 'upcoming' as const,
    };
    const gala = { ...event('gala', 'Winter gala'), sessions: [dinner] };
    const { box, path } = await open('en', [gala], 'host');
    const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
    // Before anything is typed.
    expect(names().slice(0, 3)).toEqual(['OverviewWinter gala', 'DinnerWinter gala', 'Check inDinner']);
    await type(box, 'plan', answerOf([hit(1)]));
    // People come first: whoever types a name and Enter gets the person.
    expect(names()).toEqual(['Ada Lovelace 1G1Analytical SAWinter gala', 'Seating planDinner']);
    await type(box, 'users', answerOf([]));
    expect(names()).toEqual([]);
    await type(box, 'scan', answerOf([]));
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(path()).toBe('/event/gala/session/dinner/scan');
  });

  it('says why it failed', async () => {
    const { box } = await open();
    await type(box, 'ada', { code: 'storage_broken' });
    expect(screen.getByRole('status').textContent).not.toBe('');
  });

  it('speaks French', async () => {
    const { box } = await open('fr');
    await type(box, 'ada', answerOf([hit(1)], { missing: ['ball'] }));
    expect(screen.getByRole('status').textContent).toBe('Un résultat.');
    expect(screen.getByRole('option').textContent).toMatch(/Gala d’hiver/);
    await type(box, 'x', answerOf([]));
    expect(screen.getByRole('status').textContent).toBe('Aucun résultat pour «\u202fx\u202f».');
  });
});
