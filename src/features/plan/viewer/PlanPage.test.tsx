import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { err, ok } from '#domain/result.ts';
import { moveClients, type SeatMove } from '#domain/sessions/seating.ts';
import { GALA, sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { notify } from '#ui/components/notify.tsx';
import { PlanPage } from './PlanPage.tsx';

// jsdom draws nothing: the list is the same plan, and the end-to-end tests tap on the drawn one.
vi.mock('react-konva', () => {
  const nothing = () => null;
  return { Stage: nothing, Layer: nothing, Shape: nothing, Rect: nothing, Circle: nothing, Image: nothing };
});
beforeEach(() => {
  notify.clear();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  return () => vi.restoreAllMocks();
});

const client = (id: string, forename: string, surname: string, company: string | null = null) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename, surname, company, number: id },
  // Those of the company registered together.
  consumerId: company === null ? null : 'consumer_party',
});
const plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 2,
    tables: {
      t1: { type: 'circle', number: 1, seats: 3, position: { x: 20, y: 20 }, rotation: 0, scale: 1 },
      t2: { type: 'circle', number: 2, seats: 5, position: { x: 60, y: 20 }, rotation: 0, scale: 1 },
    },
  },
};
const entry = (
  id: string,
  tableId?: string,
  seatIndex: number | null = null,
  checkInTime: number | null = null,
) => ({
  ...{
    clientId: `client_${id}`,
    checkInTime,
    updatedTime: 1,
    product: { optionId: id === 'leo' ? 'vegan' : null },
  },
  placement: tableId === undefined ? null : placementAt(tableId, seatIndex),
});
const people = [
  client('ada', 'Ada', 'Lovelace', 'Arpège'),
  client('leo', 'Léo', 'Müller', 'Arpège'),
  client('zoe', 'Zoé', 'Blanc'),
  client('max', 'Max', 'Weber'),
];
const ENTRIES = [entry('ada'), entry('leo'), entry('zoe', 't1', 0), entry('max', 't1', 1, 1000)];

async function page(
  more: {
    session?: object;
    role?: 'host' | 'member';
    language?: 'en' | 'fr';
    /** Whom another device has moved by the time that anything is written. */
    moved?: string;
  } = {},
) {
  const writes: (readonly SeatMove[])[] = [];
  const session = { ...sessionDoc('dinner', 'Dinner'), clients: ENTRIES, plan, ...more.session };
  const view = await showScreen({
    screen: <PlanPage />,
    path: '/event/:eventId/session/:sessionId/plan',
    at: '/event/gala/session/dinner/plan',
    ...(more.language === undefined ? {} : { language: more.language }),
    documents: [GALA, session, ...people],
    data: { device: { id: 'mine', name: 'Tablet A' } } as never,
    user: { role: more.role ?? 'member' },
    repository: {
      async seatClients(sessionId, moves) {
        writes.push(moves);
        const now = view.store.session(sessionId) as Session;
        const next = moveClients(now, moves, { author: { id: 'me', name: 'me' }, time: Date.now() });
        if (moves.some(({ clientId }) => clientId === more.moved)) return err({ code: 'place_changed' });
        if (!next.ok) return err({ code: next.error.code });
        view.store.apply([{ ...next.value, _rev: `2-${writes.length}` }] as never);
        return ok(next.value);
      },
    },
  });
  await screen.findByRole('heading', { level: 1 });
  const list = screen.queryByRole('radio', { name: /^List/ });
  if (list !== null) fireEvent.click(list);
  return { ...view, writes };
}
/** Waits for the button: what a write changes in the plan is there a moment before the prompt is gone. */
/** What is being saved can be seen before the buttons can be used again. */
const tap = async (name: string | RegExp) => {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  fireEvent.click(button);
};
const table = (number: number) => {
  // Of the list: the same table may be looked at beside it.
  const headings = screen.getAllByRole('heading', { name: `Table ${number}` });
  const found = headings.map((heading) => heading.closest('li')).find((item) => item !== null);
  if (found === undefined) throw new Error(`no table ${number}`);
  return within(found);
};
const seat = (number: number, name: RegExp) => table(number).getByRole('button', { name });

describe('the plan, as a list', () => {
  it('an unplaced client is put on a free seat, and it can be undone [PLAN-14, PLAN-16, PLAN-23]', async () => {
    const { writes } = await page();
    expect(screen.getByText('2 of 8 seats filled (25%)')).toBeTruthy();
    await tap('Seat Ada Lovelace');
    expect(screen.getByText('Select a free seat for Ada Lovelace.')).toBeTruthy();
    fireEvent.click(seat(2, /^Seat 1: free/));
    await waitFor(() => expect(seat(2, /^Seat 1: Ada Lovelace/)).toBeTruthy());
    expect(screen.getByText('3 of 8 seats filled (38%)')).toBeTruthy();
    expect(writes).toEqual([[{ clientId: 'client_ada', from: null, to: placementAt('t2', 0) }]]);
    await tap('Undo');
    await waitFor(() => expect(seat(2, /^Seat 1: free/)).toBeTruthy());
  });

  it('moves with the prompt, refuses the occupied seat, swaps, removes [PLAN-17, PLAN-18, PLAN-19, PLAN-23, PLAN-25]', async () => {
    await page();
    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    await tap('Move');
    expect(screen.getByText('Select a free seat to move Zoé Blanc to.')).toBeTruthy();
    fireEvent.click(seat(1, /^Seat 2: Max Weber/));
    expect(await screen.findByText('Occupied seat.')).toBeTruthy();
    fireEvent.click(seat(2, /^Seat 3: free/));
    await waitFor(() => expect(seat(2, /^Seat 3: Zoé Blanc/)).toBeTruthy());
    await tap('Swap');
    fireEvent.click(seat(1, /^Seat 2: Max Weber/));
    await waitFor(() => expect(seat(1, /^Seat 2: Zoé Blanc/)).toBeTruthy());
    expect(seat(2, /^Seat 3: Max Weber, checked in/)).toBeTruthy();
    await tap(/^Take the seat away: Max Weber/);
    await waitFor(() => expect(seat(2, /^Seat 3: free/)).toBeTruthy());
    expect(screen.getByRole('button', { name: 'Seat Max Weber' })).toBeTruthy();
    // The freed seat is not picked any more: who is tapped next does not sit down there.
    await tap('Seat Ada Lovelace');
    expect(await screen.findByText('Select a free seat for Ada Lovelace.')).toBeTruthy();
  });

  it('a party sits side by side; a table with too few seats is refused in words', async () => {
    await page();
    await tap('Seat Ada Lovelace');
    await tap('Whole party (2)');
    fireEvent.click(seat(1, /^Seat 3: free/));
    expect(await screen.findByText('Table 1: not enough free seats (1 for a party of 2).')).toBeTruthy();
    fireEvent.click(seat(2, /^Seat 4: free/));
    await waitFor(() => expect(seat(2, /^Seat 4: Ada Lovelace/)).toBeTruthy());
    expect(seat(2, /^Seat 5: Léo Müller/)).toBeTruthy();
  });

  it('a refusal stands where one is told what to do next, and goes with what is done next', async () => {
    await page();
    await tap('Seat Ada Lovelace');
    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    const told = await screen.findByText('Occupied seat.');
    expect(told.parentElement?.textContent).toBe('Occupied seat.Select a free seat for Ada Lovelace.');
    // Nothing lies over the plan until somebody closes it.
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(seat(2, /^Seat 4: free/));
    await waitFor(() => expect(seat(2, /^Seat 4: Ada Lovelace/)).toBeTruthy());
    expect(screen.queryByText('Occupied seat.')).toBeNull();
  });

  it('one guest who is moved to the seat of another is refused, and offered their seat for the own one [PLAN-18, PLAN-25]', async () => {
    const { writes } = await page();
    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    await tap('Move');
    fireEvent.click(seat(1, /^Seat 2: Max Weber/));
    expect(await screen.findByText('Occupied seat.')).toBeTruthy();
    await tap('Cancel');
    expect(screen.queryByRole('button', { name: /⇄/ })).toBeNull();
    expect(writes).toEqual([]);
    await tap('Move');
    fireEvent.click(seat(1, /^Seat 2: Max Weber/));
    await tap('Swap: Zoé Blanc ⇄ Max Weber');
    await waitFor(() => expect(seat(1, /^Seat 1: Max Weber/)).toBeTruthy());
    expect(seat(1, /^Seat 2: Zoé Blanc/)).toBeTruthy();
    expect(screen.queryByText('Occupied seat.')).toBeNull();
  });

  it('an offer that cannot be taken any more is gone once that was said', async () => {
    const { writes } = await page({ moved: 'client_max' });
    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    await tap('Move');
    fireEvent.click(seat(1, /^Seat 2: Max Weber/));
    await tap('Swap: Zoé Blanc ⇄ Max Weber');
    await waitFor(() => expect(screen.queryByRole('button', { name: /⇄/ })).toBeNull());
    expect(writes).toHaveLength(1);
    expect(seat(1, /^Seat 1: Zoé Blanc/)).toBeTruthy();
    expect(screen.getByText('Select a free seat to move Zoé Blanc to.')).toBeTruthy();
  });

  it('a party that finds no room is offered the table whose guests are several parties, by its title', async () => {
    const tables = { t1: plan.state.tables.t1, t2: { ...plan.state.tables.t2, seats: 2 } };
    const guests = [
      ['ada', 't1', 0],
      ['leo', 't1', 1],
      ['eve', 't1', 2],
      ['zoe', 't2', 0],
      ['max', 't2', 1],
    ] as const;
    await page({
      session: {
        clients: guests.map(([id, tableId, at]) => entry(id, tableId, at)),
        plan: { ...plan, state: { ...plan.state, tables } },
      },
    });
    fireEvent.click(seat(1, /^Seat 1: Ada Lovelace/));
    await tap('Move the party');
    fireEvent.click(table(2).getByRole('button', { name: /^Seat all 2 here/ }));
    await tap('Swap: Party of Ada Lovelace (2) ⇄ Table 2');
    await waitFor(() => expect(seat(2, /^Seat 2: Léo Müller/)).toBeTruthy());
    await tap('Undo');
    expect(await screen.findByText('Undone: Swapped: Party of Ada Lovelace (2) ⇄ Table 2')).toBeTruthy();
  });

  it('a party that finds no room is offered to swap, and one undo takes it all back', async () => {
    const clients = [
      entry('ada', 't1', 0),
      entry('leo', 't1', 1),
      entry('zoe', 't2', 0),
      entry('max', 't2', 1),
    ];
    const tables = { t1: plan.state.tables.t1, t2: { ...plan.state.tables.t2, seats: 2 } };
    const full = { ...plan, state: { ...plan.state, tables } };
    const { writes } = await page({ session: { clients, plan: full } });
    fireEvent.click(seat(1, /^Seat 1: Ada Lovelace/));
    await tap('Move the party');
    fireEvent.click(table(2).getByRole('button', { name: /^Seat all 2 here/ }));
    expect(await screen.findByText('Table 2: not enough free seats (0 for a party of 2).')).toBeTruthy();
    await tap('Swap: Table 1 ⇄ Table 2');
    await waitFor(() => expect(seat(2, /^Seat 2: Léo Müller/)).toBeTruthy());
    expect(seat(1, /^Seat 1: Zoé Blanc/)).toBeTruthy();
    expect(writes).toHaveLength(1);
    await tap('Undo');
    await waitFor(() => expect(seat(1, /^Seat 2: Léo Müller/)).toBeTruthy());
    expect(seat(2, /^Seat 1: Zoé Blanc/)).toBeTruthy();
  });

  it('a table swaps with another as a whole, unless one of them is too small', async () => {
    const { store } = await page({ session: { clients: [entry('ada', 't1', 0), entry('zoe', 't2', 2)] } });
    const swap = () => fireEvent.click(table(1).getByRole('button', { name: 'Swap with another table' }));
    swap();
    expect(screen.getByText('Select the table whose guests swap places with those of Table 1.')).toBeTruthy();
    fireEvent.click(table(2).getByRole('button', { name: 'Swap: Table 1 ⇄ Table 2' }));
    await waitFor(() => expect(seat(1, /^Seat 3: Zoé Blanc/)).toBeTruthy());
    expect(seat(2, /^Seat 1: Ada Lovelace/)).toBeTruthy();

    const now = store.session('session_dinner') as Session;
    const clients = ['leo', 'zoe', 'max', 'eve'].map((id) => entry(id, 't2'));
    act(() => store.apply([{ ...now, clients: [entry('ada', 't1', 0), ...clients], _rev: '9-x' }] as never));
    await waitFor(() => expect(seat(1, /^Seat 1: Ada Lovelace/)).toBeTruthy());
    swap();
    // Any of its seats means the table.
    fireEvent.click(seat(2, /^Seat 3: free/));
    const why = 'Table 1 and Table 2 cannot swap: Table 1 has too few seats (3 for 4).';
    // Said at the table before anybody tries, and once more where somebody has.
    expect(await screen.findAllByText(why)).toHaveLength(2);
    expect(table(2).getByText(why)).toBeTruthy();
    expect(table(2).queryByRole('button', { name: /^Swap:/ })).toBeNull();
    expect(seat(1, /^Seat 1: Ada Lovelace/)).toBeTruthy();

    const twice = [entry('ada', 't1', 0), entry('leo', 't2', 1), entry('zoe', 't2', 1)];
    act(() => store.apply([{ ...now, clients: twice, _rev: '10-x' }] as never));
    await waitFor(() => expect(table(2).getByRole('button', { name: /Léo Müller/ })).toBeTruthy());
    expect(table(2).queryByRole('button', { name: /^Swap:/ })).toBeNull();
    expect(table(2).getByText(/cannot swap while a seat there is given twice/)).toBeTruthy();
  });

  it('who works by keys goes on where a button was that has done its work, at its card, or where they came from', async () => {
    await page({ session: { clients: [entry('ada', 't1', 0), entry('zoe', 't2', 2)] } });
    const press = (button: HTMLElement): void => {
      button.focus();
      fireEvent.keyDown(button, { key: 'Enter' });
      fireEvent.click(button);
    };
    const has = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()));
    press(table(1).getByRole('button', { name: 'Swap with another table' }));
    await has(() => seat(1, /^Seat 1: Ada Lovelace/));
    press(table(2).getByRole('button', { name: 'Swap: Table 1 ⇄ Table 2' }));
    await has(() => seat(2, /^Seat 1: Ada Lovelace/));
    press(seat(1, /^Seat 3: Zoé Blanc/));
    press(await screen.findByRole('button', { name: /^Take the seat away: Zoé Blanc/ }));
    const card = within(await screen.findByRole('region', { name: 'Table 1' }));
    await has(() => card.getByRole('heading', { name: 'Table 1' }));
    press(card.getByRole('button', { name: 'Close' }));
    await has(() => seat(1, /^Seat 3: free/));
  });

  it('a seat that is left by an undo, by its party or on another device is not picked any more', async () => {
    const { store } = await page();
    const next = async (name: string) => {
      await tap(`Seat ${name}`);
      expect(await screen.findByText(`Select a free seat for ${name}.`)).toBeTruthy();
      await tap('Cancel');
    };
    await tap('Seat Ada Lovelace');
    fireEvent.click(seat(2, /^Seat 1: free/));
    await waitFor(() => expect(seat(2, /^Seat 1: Ada Lovelace/)).toBeTruthy());
    await tap('Undo');
    await waitFor(() => expect(seat(2, /^Seat 1: free/)).toBeTruthy());
    await next('Léo Müller');

    await tap('Seat Ada Lovelace');
    await tap('Whole party (2)');
    fireEvent.click(seat(2, /^Seat 1: free/));
    fireEvent.click(await waitFor(() => seat(2, /^Seat 1: Ada Lovelace/)));
    await tap('Move the party');
    fireEvent.click(seat(2, /^Seat 4: free/));
    await waitFor(() => expect(seat(2, /^Seat 4: Ada Lovelace/)).toBeTruthy());
    expect(screen.queryByText('Select a client in the list for this seat.')).toBeNull();

    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    const now = store.session('session_dinner') as Session;
    const clients = now.clients.map((one) =>
      one.clientId === 'client_zoe' ? { ...one, placement: null } : one,
    );
    act(() => store.apply([{ ...now, clients, _rev: '9-x' }] as never));
    await waitFor(() => expect(seat(1, /^Seat 1: free/)).toBeTruthy());
    await next('Zoé Blanc');
  });

  it('nobody goes on carrying a guest who was taken off the list elsewhere', async () => {
    const { store } = await page();
    await tap('Seat Ada Lovelace');
    expect(await screen.findByText('Select a free seat for Ada Lovelace.')).toBeTruthy();
    const now = store.session('session_dinner') as Session;
    const clients = now.clients.filter(({ clientId }) => clientId !== 'client_ada');
    act(() => store.apply([{ ...now, clients, _rev: '9-x' }] as never));
    await waitFor(() => expect(screen.queryByText(/^Select a free seat/)).toBeNull());
  });
  it('a cancelled guest gives the seat free and waits for none', async () => {
    const { store } = await page();
    expect(seat(1, /^Seat 1: Zoé Blanc/)).toBeTruthy();
    const canceled = people.map((one) => ({ ...one, _rev: '2-a', canceled: one.surname !== 'Weber' }));
    await act(async () => store.apply(canceled as never));
    await waitFor(() => expect(seat(1, /^Seat 1: free/)).toBeTruthy());
    expect(screen.getByText('1 of 8 seats filled (13%)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Seat Ada Lovelace' })).toBeNull();
  });

  it('the card of a seat says who is expected beside it, also of a free one, and leads to all at the table', async () => {
    await page({
      session: { clients: [entry('ada', 't2', 0), entry('leo', 't2', 2), entry('max', 't2', 4, 1000)] },
    });
    const card = (number: number) => within(screen.getByRole('region', { name: `Table 2, seat ${number}` }));
    fireEvent.click(seat(2, /^Seat 1: Ada Lovelace/));
    expect(card(1).getByText(/^Next to: Max Weber \(in since .+\)$/)).toBeTruthy();
    fireEvent.click(seat(2, /^Seat 2: free/));
    expect(card(2).getByText('Next to: Ada Lovelace (not here yet), Léo Müller (not here yet)')).toBeTruthy();
    fireEvent.click(card(2).getByRole('button', { name: 'All at Table 2 (3)' }));
    expect(within(screen.getByRole('region', { name: 'Table 2' })).getByText('Max Weber')).toBeTruthy();
    fireEvent.click(seat(1, /^Seat 1: free/));
    expect(screen.queryByText(/^Next to/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^All at/ })).toBeNull();
  });

  it('a table as a whole [PLAN-20]', async () => {
    await page();
    await tap('Seat Ada Lovelace');
    fireEvent.click(table(1).getByRole('button', { name: 'At this table, without a fixed seat' }));
    await waitFor(() => expect(table(1).getByText('Ada Lovelace')).toBeTruthy());
    expect(screen.getByText('3 of 8 seats filled (38%)')).toBeTruthy();
  });

  it('a row of seats is no table', async () => {
    const row = { ...plan.state.tables.t1, type: 'single', name: 'Balcony' };
    const hall = { ...plan, state: { ...plan.state, tables: { ...plan.state.tables, t1: row } } };
    await page({ session: { plan: hall, clients: [entry('ada'), entry('zoe', 't1')] } });
    const balcony = within(screen.getByRole('heading', { name: 'Balcony' }).closest('li') ?? document.body);
    expect(balcony.getByText('2 of 3 free')).toBeTruthy();
    expect(balcony.getByRole('heading', { name: 'In the row, no fixed seat' })).toBeTruthy();
    await tap('Seat Ada Lovelace');
    fireEvent.click(balcony.getByRole('button', { name: 'In this row, without a fixed seat' }));
    await waitFor(() => expect(balcony.getByText('Ada Lovelace')).toBeTruthy());
  });

  it('more people than seats are told, with the table, and the table has no free seat [PLAN-27]', async () => {
    const crowd = ['ada', 'leo', 'zoe', 'max'].map((id) => entry(id, 't1'));
    const { unmount } = await page({ session: { clients: crowd } });
    expect(screen.getByText('4 of 8 seats filled (50%)')).toBeTruthy();
    expect(screen.getByText('More people than seats: Table 1')).toBeTruthy();
    expect(table(1).getByText('No free seat')).toBeTruthy();
    unmount();
    const small = { ...plan, state: { ...plan.state, tables: { t1: plan.state.tables.t1 } } };
    await page({ session: { clients: crowd, plan: small }, language: 'fr' });
    expect(screen.getByText(/^4 clients placés pour 3 places \(133.?%\)$/)).toBeTruthy();
    expect(screen.getByText('Plus de personnes que de places : Table 1')).toBeTruthy();
  });

  it('whom the search finds has the place before all else, where a tablet cuts the line', async () => {
    await page({ session: { clients: [entry('ada', 't2', 1, 1000)] } });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ada' } });
    const found = await screen.findByRole('button', { name: /^Show Ada Lovelace on the plan/ });
    expect(found.textContent).toMatch(/Table 2, seat 2 · Arpège · /);
  });

  it('the search looks into option and table too [SEARCH-08]', async () => {
    await page();
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'vegan' } });
    expect(await screen.findByText('1 client found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Seat Léo Müller' })).toBeTruthy();
    fireEvent.change(search, { target: { value: '1' } });
    expect(
      await screen.findByRole('button', { name: 'Show Zoé Blanc on the plan: Table 1, seat 1' }),
    ).toBeTruthy();
  });

  it('two tables of one number, as two devices without network make them, are told', async () => {
    const tables = { ...plan.state.tables, t2: { ...plan.state.tables.t2, number: 1 } };
    const twice = { plan: { ...plan, state: { ...plan.state, tables } } };
    const { unmount } = await page({ session: twice });
    const told = within(screen.getByRole('region', { name: 'More than one table has the number 1' }));
    expect(told.getByRole('link', { name: 'Edit plan' })).toBeTruthy();
    unmount();
    await page({ session: twice, role: 'host', language: 'fr' });
    const name = 'Plusieurs tables portent le numéro 1';
    expect(within(screen.getByRole('region', { name })).queryByRole('link')).toBeNull();
  });

  it('a seat that was given twice is shown, and one tap ends it', async () => {
    const { writes } = await page({ session: { clients: [entry('ada', 't1', 0), entry('zoe', 't1', 0)] } });
    expect(screen.getByRole('region', { name: 'One seat was given twice' })).toBeTruthy();
    expect(screen.queryByText(/on Desk/)).toBeNull();
    await tap('Ada Lovelace stays');
    await waitFor(() => expect(screen.queryByRole('region', { name: /given twice/ })).toBeNull());
    expect(writes).toEqual([[{ clientId: 'client_zoe', from: placementAt('t1', 0), to: null }]]);
    expect(seat(1, /^Seat 1: Ada Lovelace/)).toBeTruthy();
  });

  it.each([
    ['en', /mia, .*10:00.*, on Desk/, /bob, .*10:05.*, on Tablet/],
    ['fr', /mia, .*10:00.*, sur Desk/, /bob, .*10:05.*, sur Tablet/],
  ] as const)('who gave it, where and when, is told beside each guest (%s)', async (language, mia, bob) => {
    const { store } = await page({ language, session: { clients: [entry('ada'), entry('zoe')] } });
    const at = (minute: number) => new Date(2026, 5, 1, 10, minute).getTime();
    const placing = (id: string, who: string, device: string, time: number) => ({
      ...{ _id: `entrychange_session_dinner_${time.toString(36)}-${id}`, _rev: '1-a', type: 'entrychange' },
      ...{
        sessionId: 'session_dinner',
        time,
        author: { id: who, name: who },
        device: { id: device, name: device },
      },
      rows: [{ clientId: `client_${id}`, placement: placementAt('t1', 0), from: { placement: null } }],
    });
    // An earlier act of hers is not the one that counts.
    const earlier = placing('ada', 'eve', 'Phone', at(0) - 9);
    const acts = [earlier, placing('ada', 'mia', 'Desk', at(0)), placing('zoe', 'bob', 'Tablet', at(5))];
    act(() => store.apply(acts as never));
    await screen.findByText(mia);
    expect(screen.getByText(bob)).toBeTruthy();
    expect(screen.queryByText(/eve/)).toBeNull();
  });

  it('a proposal is written only when it is accepted', async () => {
    const { writes } = await page();
    await tap('Actions');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Seat automatically' }));
    expect(
      await screen.findByText(/Proposal: 2 clients get a seat\. 1 of 1 parties sit at one table\./),
    ).toBeTruthy();
    expect(writes).toEqual([]);
    await tap('Accept');
    await waitFor(() => expect(screen.getByText('4 of 8 seats filled (50%)')).toBeTruthy());
  });

  it('a host looks, and changes nothing [PLAN-15]', async () => {
    await page({ role: 'host' });
    expect(
      screen.getByText('You can look at the plan. Seats are given by users and administrators.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    fireEvent.click(seat(1, /^Seat 1: Zoé Blanc/));
    expect(screen.getByRole('link', { name: 'Zoé Blanc' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move' })).toBeNull();
    await tap('Ada Lovelace, without a seat');
    expect(screen.queryByText(/Select a free seat/)).toBeNull();
  });

  it('without a plan a member is led to the editor, a host is told', async () => {
    const { unmount } = await page({ session: { plan: null } });
    expect(screen.getByRole('link', { name: 'Add a plan' }).getAttribute('href')).toContain('/plan/edit');
    unmount();
    await page({ session: { plan: null }, role: 'host', language: 'fr' });
    expect(screen.getByText('Cette session n’a pas de plan de salle')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Ajouter un plan' })).toBeNull();
  });
});

describe('whom somebody else moves', () => {
  const change = (device: string, time: number, moves: readonly SeatMove[]) => ({
    ...{ _id: `entrychange_dinner_${time}-${device}`, _rev: '1-a', type: 'entrychange', time },
    ...{
      sessionId: 'session_dinner',
      device: { id: device, name: 'Tablet B' },
      author: { id: 'b', name: 'Béa' },
    },
    rows: moves.map(({ clientId, to }) => ({ clientId, placement: to })),
  });
  const T0 = Date.UTC(2026, 5, 1, 18);

  it.each([
    [
      'en',
      'Seat Ada Lovelace',
      'Seat 3:',
      /^Ada Lovelace was moved since then, to Table 2, seat 4 \(Béa, .* on Tablet B\)$/,
    ],
    [
      'fr',
      'Placer Ada Lovelace',
      'Place 3',
      /^Ada Lovelace a changé de place entre-temps\s: Table 2, place 4 \(Béa, .* Tablet B\)$/,
    ],
  ] as const)(
    'is told, once, when this one had just seated them; of others nothing is said (%s)',
    async (language, pick, free, words) => {
      const { writes, store } = await page({ language });
      await tap(pick);
      fireEvent.click(table(1).getByRole('button', { name: new RegExp(`^${free}`) }));
      await waitFor(() => expect(writes).toHaveLength(1));
      const tell = (...acts: readonly object[]) => act(async () => store.apply(acts as never));
      await tell(change('mine', T0, writes[0] ?? []));
      const to = (tableId: string, seatIndex: number) => placementAt(tableId, seatIndex);
      await tell(change('other', T0 + 1, [{ clientId: 'client_zoe', from: to('t1', 0), to: to('t2', 0) }]));
      expect(screen.queryByText(/Zoé Blanc .*Béa/)).toBeNull();
      await tell(change('other', T0 + 2, [{ clientId: 'client_ada', from: to('t1', 2), to: to('t2', 3) }]));
      expect(await screen.findAllByText(words)).toHaveLength(1);
      notify.clear();
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
      await tell(change('other', T0 + 3, [{ clientId: 'client_max', from: to('t1', 1), to: to('t2', 1) }]));
      expect(screen.queryByText(words)).toBeNull();
    },
  );

  it('a party is told as one, with its table', async () => {
    const { writes, store } = await page();
    await tap(/^Seat the party of Ada Lovelace/);
    fireEvent.click(table(2).getByRole('button', { name: /^Seat 1:/ }));
    await waitFor(() => expect(writes).toHaveLength(1));
    const moves = writes[0] ?? [];
    const away = moves.map((move) => ({ ...move, to: null }));
    await act(async () => store.apply([change('mine', T0, moves), change('other', T0 + 2, away)] as never));
    expect(await screen.findByText(/^Ada Lovelace and 1 more have no seat any more \(Béa/)).toBeTruthy();
  });
});
