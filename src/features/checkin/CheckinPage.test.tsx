import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { entryChangeId } from '#domain/ids.ts';
import type { Role } from '#domain/rights/roles.ts';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { admittedAt } from '#app/testing/otherDoor.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { blankStatus } from '#data/sync/blankStatus.ts';

// jsdom lays nothing out: without a height the virtual list would show no row.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  return () => vi.restoreAllMocks();
});

async function door(documents = galaDocuments, role: Role = 'host') {
  const data = fakeAppData({ role, events: [galaCentral], documents: { gala: documents } });
  const view = await renderApp(data, { path: '/event/gala/session/dinner/checkin' });
  const search = await screen.findByRole<HTMLInputElement>('textbox', { name: /Search guests/ });
  await screen.findByRole('button', { name: 'Check in Ada Lovelace' });
  const since = () =>
    data
      .store('gala')
      .session('session_dinner')
      ?.clients.find(({ clientId }) => clientId === 'client_ada')?.checkInTime;
  return { data, ...view, search, since };
}
const tap = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
/** Lets what is due happen first, then the clock go on. */
async function wait(ms: number) {
  await act(async () => undefined);
  act(() => void vi.advanceTimersByTime(ms));
}
const verdict = async () => (await screen.findByTestId('verdict')).dataset['kind'];

describe('the door', () => {
  it('[CHECKIN-01] [CHECKIN-04] begins, for a host too, in the search box and shows how many are in', async () => {
    const { search } = await door();
    expect(document.activeElement).toBe(search);
    expect(screen.getByText('0 of 2 arrived')).toBeTruthy();
    expect(screen.queryByText(/^This session is archived/)).toBeNull();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Lovelace Ada'),
      expect.stringContaining('Müller Léo'),
    ]);
  });

  it('[CHECKIN-02] [CHECKIN-05] one tap lets in: the time is set, the verdict read out', async () => {
    const { since } = await door();
    expect(since()).toBeNull();
    tap('Check in Ada Lovelace');
    expect(await verdict()).toBe('in');
    expect(within(screen.getByRole('alert')).getByText('Ada Lovelace')).toBeTruthy();
    expect(since()).toBeGreaterThan(0);
    expect(screen.getByText('1 of 2 arrived')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Ada Lovelace: in since \d\d:\d\d$/ })).toBeTruthy();
  });

  it('[CHECKIN-02] [CHECKIN-06] one tap lets out again: the time is null', async () => {
    const { since } = await door();
    tap('Check in Ada Lovelace');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the check-in of Ada Lovelace' }));
    await waitFor(() => expect(screen.getByTestId('verdict').dataset['kind']).toBe('out'));
    expect(since()).toBeNull();
  });

  it('[CHECKIN-02] one tap lets in the whole party, each once; one tap takes it back', async () => {
    const together = ['ada', 'leo', 'zoe'];
    const zoe = { _id: 'client_zoe', _rev: '1-a', type: 'client', forename: 'Zoé', surname: 'Müller' };
    const docs = [...galaDocuments, zoe].map((doc) =>
      together.some((id) => doc['_id'] === `client_${id}`)
        ? { ...doc, consumerId: 'consumer_one', ...(doc['_id'] === 'client_leo' && { diet: 'vegan' }) }
        : doc['_id'] === 'event'
          ? { ...doc, doorShows: ['diet'] }
          : doc['_id'] === 'session_dinner'
            ? {
                ...doc,
                clients: together.map((id) => ({
                  clientId: `client_${id}`,
                  checkInTime: null,
                  updatedTime: 1,
                  placement: { tableId: 'one', seatIndex: 2, onTable: false },
                })),
                plan: {
                  ratio: 1.6,
                  state: {
                    nextTableIndex: 2,
                    tables: { one: { type: 'circle', number: 7, position: { x: 0, y: 0 }, seats: 8 } },
                  },
                },
              }
            : doc,
    );
    const { data } = await door(docs);
    const inside = () =>
      (data.store('gala').session('session_dinner')?.clients ?? [])
        .filter(({ checkInTime }) => checkInTime !== null)
        .map(({ clientId }) => clientId);
    tap('Check in Ada Lovelace');
    expect(
      await screen.findByRole('button', { name: /^Check in the other 2 with Ada Lovelace/ }),
    ).toHaveProperty('textContent', 'Check in the other 2 with Ada Lovelace Léo Müller, Zoé Müller');
    // Zoé comes in by another door: she is no longer offered.
    admittedAt(data, 'client_zoe', { id: 'other', name: 'Door B' });
    fireEvent.click(await screen.findByRole('button', { name: 'Check in with Ada Lovelace Léo Müller' }));
    await screen.findByText('Léo Müller is in');
    // Where to send them is said of all of them.
    expect(within(screen.getByTestId('verdict')).getByText('Table 7')).toBeTruthy();
    // What the organiser wants in sight of each is said of those who came along too.
    expect(within(screen.getByTestId('verdict')).getByText('Léo Müller · Diet: vegan')).toBeTruthy();
    expect(inside()).toEqual(together.map((id) => `client_${id}`));
    const store = data.store('gala');
    expect(together.map((id) => store.checkinsOf('session_dinner', `client_${id}`).length)).toEqual([
      1, 1, 1,
    ]);
    expect(screen.queryByRole('button', { name: /^Check in with/ })).toBeNull();
    tap('Undo');
    await waitFor(() => expect(inside()).toEqual(['client_ada', 'client_zoe']));
  });

  it('the offer for a party is out of sight while another guest is refused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const zoe = { _id: 'client_zoe', _rev: '1-a', type: 'client', forename: 'Zoé', surname: 'Müller' };
    const docs = [...galaDocuments, zoe].map((doc) => {
      if (['client_ada', 'client_leo'].includes(String(doc['_id'])))
        return { ...doc, consumerId: 'consumer_one' };
      if (doc['_id'] !== 'session_dinner') return doc;
      const clients = ['ada', 'leo', 'zoe'].map((id) => ({
        ...{ clientId: `client_${id}`, checkInTime: id === 'zoe' ? 1000 : null, updatedTime: 1 },
      }));
      return { ...doc, clients };
    });
    await door(docs);
    tap('Check in Ada Lovelace');
    const offer = { name: /^Check in with Ada Lovelace/ };
    await screen.findByRole('button', offer);
    tap(/^Zoé Müller: in since/);
    expect(await verdict()).toBe('already');
    expect(screen.queryByRole('button', offer)).toBeNull();
    await wait(2600);
    expect(screen.getByRole('button', offer)).toBeTruthy();
  });

  it('diet and notes are in sight where the organiser wants them, and only those', async () => {
    const with_ = (doorShows: readonly string[] | null) =>
      galaDocuments.map((doc) =>
        doc['_id'] === 'client_ada'
          ? { ...doc, diet: 'no nuts', notes: 'Speaks at nine' }
          : doc['_id'] === 'event'
            ? { ...doc, doorShows }
            : doc,
      );
    const first = await door(with_(null));
    expect(screen.queryByText(/no nuts|Speaks/)).toBeNull();
    first.unmount();
    const second = await door(with_(['diet']));
    expect(screen.getByText('Diet: no nuts')).toBeTruthy();
    tap('Check in Ada Lovelace');
    await verdict();
    expect(within(screen.getByTestId('verdict')).getByText('Diet: no nuts')).toBeTruthy();
    expect(screen.queryByText(/Speaks/)).toBeNull();
    second.unmount();
    await door(with_(['diet', 'notes']));
    expect(screen.getByText('Diet: no nuts · Speaks at nine')).toBeTruthy();
  });

  it('whose registration is cancelled is marked before anybody taps, whatever else the organiser shows', async () => {
    await door(galaDocuments.map((doc) => (doc['_id'] === 'client_ada' ? { ...doc, canceled: true } : doc)));
    const [ada, leo] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(ada).toContain('Registration cancelled');
    expect(leo).not.toContain('cancelled');
  });

  it.each([
    ['let in before', ['in', 'cancelled']],
    ['let in by a door that had not heard of it', ['cancelled', 'in']],
  ])('whoever is in and cancelled is told the moment this device learns of it: %s', async (_, order) => {
    const { data } = await door();
    const ada = galaDocuments.find(({ _id }) => _id === 'client_ada');
    for (const one of order) {
      expect(screen.queryByRole('button', { name: /is in whose registration/ })).toBeNull();
      if (one === 'in') admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
      else act(() => data.store('gala').apply([{ ...ada, _rev: '2-b', canceled: true } as never]));
    }
    await waitFor(async () => expect(await verdict()).toBe('already'));
    const told = within(screen.getByTestId('verdict'));
    expect(told.getByText('Registration cancelled, yet in')).toBeTruthy();
    expect(told.getByText('Ada Lovelace')).toBeTruthy();
    tap('One guest is in whose registration is cancelled');
    expect(screen.getAllByText(/^in since \d\d:\d\d$/).length).toBeGreaterThan(1);
    tap('Mark as seen');
    await screen.findByRole('button', { name: 'One guest in whose registration is cancelled, seen' });
    expect(screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
    act(() => data.store('gala').apply([{ ...ada, _rev: '3-c' } as never]));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /is in whose registration/ })).toBeNull(),
    );
  });

  it.each([
    ['deleted', 'let in before'],
    ['removed', 'let in before'],
    ['deleted', 'let in by a door that had not heard of it'],
    ['removed', 'let in by a door that had not heard of it'],
  ])('whoever is in and was %s stands in no list and no count, and is told of: %s', async (what, order) => {
    const { data } = await door();
    const ada = galaDocuments.find(({ _id }) => _id === 'client_ada');
    const later = Date.now() + 60_000;
    const removal = {
      ...{ _id: entryChangeId('session_dinner', later, 'office'), _rev: '1-b', type: 'entrychange' },
      ...{ sessionId: 'session_dinner', time: later, device: { id: 'office', name: 'Office' } },
      author: { id: 'x', name: 'x' },
      rows: [{ clientId: 'client_ada', in: false }],
    };
    const gone = what === 'deleted' ? { ...ada, _rev: '2-b', deletedAt: later } : removal;
    const leaves = () => act(() => data.store('gala').apply([gone as never]));
    const enters = () => admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    for (const step of order === 'let in before' ? [enters, leaves] : [leaves, enters]) {
      expect(screen.queryByRole('button', { name: /no longer in this session/ })).toBeNull();
      step();
    }
    await waitFor(async () => expect(await verdict()).toBe('already'));
    const told = within(screen.getByTestId('verdict'));
    expect(told.getByText('In, but no longer in this session')).toBeTruthy();
    expect(told.getByText('Ada Lovelace')).toBeTruthy();
    expect(screen.getByText('0 of 1 arrived')).toBeTruthy();
    tap('One guest is in who is no longer in this session');
    const line = screen.getAllByText('Ada Lovelace').at(-1)?.closest('li');
    expect(line?.textContent).toMatch(
      what === 'deleted' ? /on Door B, then deleted/ : /on Door B, then removed from this session/,
    );
    tap('Mark as seen');
    await screen.findByText(/^Seen by host, \d\d:\d\d on Here \(this device\)$/);
    expect(
      screen.getByRole('button', { name: 'One guest in and no longer in this session, seen' }),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as seen' })).toBeNull();
    const back = { ...removal, _id: entryChangeId('session_dinner', later + 1, 'office'), time: later + 1 };
    const undone =
      what === 'deleted'
        ? { ...ada, _rev: '3-c' }
        : { ...back, rows: [{ clientId: 'client_ada', in: true }] };
    act(() => data.store('gala').apply([undone as never]));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /no longer in this session/ })).toBeNull(),
    );
    expect(screen.getByText('1 of 2 arrived')).toBeTruthy();
    // Gone once more is not seen yet.
    const again =
      what === 'deleted'
        ? { ...gone, _rev: '4-d', deletedAt: later + 2 }
        : { ...removal, _id: entryChangeId('session_dinner', later + 2, 'office'), time: later + 2 };
    act(() => data.store('gala').apply([again as never]));
    await screen.findByRole('button', { name: 'One guest is in who is no longer in this session' });
  });

  it('a double entry of somebody who is gone by now has their name, and is settled as any other', async () => {
    const { data } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    const ada = galaDocuments.find(({ _id }) => _id === 'client_ada');
    act(() => data.store('gala').apply([{ ...ada, _rev: '2-b', deletedAt: Date.now() + 60_000 } as never]));
    fireEvent.click(await screen.findByRole('button', { name: 'One guest was let in twice' }));
    expect(screen.getByRole('button', { name: 'Keep Door B' }).closest('li')?.textContent).toMatch(
      /^Ada Lovelace/,
    );
    tap('Keep Door B');
    await screen.findByText(/^Settled by host, /);
    // The admission that is left is still told of.
    expect(
      screen.getByRole('button', { name: 'One guest is in who is no longer in this session' }),
    ).toBeTruthy();
  });

  it('a check-in that arrives before what registers its guest is no news of somebody gone', async () => {
    const { data } = await door();
    admittedAt(data, 'client_newcomer', { id: 'other', name: 'Door B' });
    expect(screen.queryByRole('button', { name: /no longer in this session/ })).toBeNull();
  });

  it('the other session of a guest is told by its day where it has the title of this one', async () => {
    const zoe = { _id: 'client_zoe', _rev: '1-a', type: 'client', forename: 'Zoé', surname: 'Sand' };
    const dinner = galaDocuments.find(({ _id }) => _id === 'session_dinner');
    const entry = { clientId: 'client_zoe', checkInTime: null, updatedTime: 1 };
    const date = new Date(2031, 4, 2, 12).getTime();
    const next = { ...dinner, _id: 'session_next', date, clients: [entry] } as never;
    const { search } = await door([...galaDocuments, zoe, next]);
    fireEvent.change(search, { target: { value: 'sand' } });
    expect(await screen.findByText('Not registered for this session.')).toBeTruthy();
    expect(screen.getByRole('listitem').textContent).toBe('Sand Zoé · Dinner · May 2, 2031');
  });

  it('a name that is not in the list: the other session of that guest, or that the filter hides them', async () => {
    const zoe = { _id: 'client_zoe', _rev: '1-a', type: 'client', forename: 'Zoé', surname: 'Sand' };
    const dinner = galaDocuments.find(({ _id }) => _id === 'session_dinner');
    const entry = { clientId: 'client_zoe', checkInTime: null, updatedTime: 1 };
    const { search } = await door([
      ...galaDocuments,
      zoe,
      { ...dinner, _id: 'session_ball', title: 'The ball', titleFrench: '', clients: [entry] } as never,
    ]);
    fireEvent.change(search, { target: { value: 'sand' } });
    expect(await screen.findByText('Nobody found for “sand”.')).toBeTruthy();
    expect(screen.getByText('Not registered for this session.')).toBeTruthy();
    expect(screen.getByRole('listitem').textContent).toBe('Sand Zoé · The ball');
    tap('Arrived');
    fireEvent.change(search, { target: { value: 'lovelace' } });
    await waitFor(() =>
      expect(screen.getByRole('listitem').textContent).toBe('Lovelace Ada · Still to come'),
    );
    expect(screen.queryByText(/^Nobody found/)).toBeNull();
    fireEvent.change(search, { target: { value: 'lovelade' } });
    expect(await screen.findByText('Try fewer letters, or the number on the ticket.')).toBeTruthy();
  });

  it('what a registration still owes is in sight of members where the organiser wants it, never of hosts', async () => {
    const documents = (doorShows: readonly string[]) => [
      ...galaDocuments.map((doc) =>
        doc['_id'] === 'client_ada'
          ? { ...doc, consumerId: 'consumer_ada' }
          : doc['_id'] === 'event'
            ? { ...doc, doorShows }
            : doc,
      ),
      {
        ...{ _id: 'consumer_ada', _rev: '1-a', type: 'consumer', status: 'registered' },
        registration: { amount: 12_000, currency: 'chf', rate: 100, vat: 0 },
        settlement: { paid: 2000, refunded: 0 },
      },
    ];
    const wanted = await door(documents(['owed']), 'member');
    expect(screen.getByText('Registration owes CHF 100.00')).toBeTruthy();
    wanted.unmount();
    const unwanted = await door(documents(['diet']), 'member');
    expect(screen.queryByText(/owes/)).toBeNull();
    unwanted.unmount();
    await door(documents(['owed']));
    expect(screen.queryByText(/owes/)).toBeNull();
  });

  it('the last tap can be undone for ten seconds', async () => {
    const { since } = await door();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    tap('Check in Ada Lovelace');
    await screen.findByRole('button', { name: 'Undo' });
    await wait(9_000);
    tap('Undo');
    await waitFor(() => expect(since()).toBeNull());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    tap('Check in Ada Lovelace');
    await screen.findByRole('button', { name: 'Undo' });
    await wait(10_100);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(since()).toBeGreaterThan(0);
  });

  it('[CHECKIN-07] the undo of a cancellation brings back the first time', async () => {
    const { data, since } = await door();
    tap('Check in Ada Lovelace');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the check-in of Ada Lovelace' }));
    // Before, 'Undo' is that of the check-in.
    await waitFor(() => expect(screen.getByTestId('verdict').dataset['kind']).toBe('out'));
    expect(since()).toBeNull();
    const first = data.store('gala').checkinsOf('session_dinner', 'client_ada').at(-1)?.time;
    tap('Undo');
    await waitFor(() => expect(since()).toBe(first));
    await waitFor(async () => expect(await verdict()).toBe('in'));
    const told = within(screen.getByTestId('verdict'));
    expect(told.getByText(/^In since \d\d:\d\d$/)).toBeTruthy();
    expect(told.queryByText(/Undone/)).toBeNull();
  });

  it('[CHECKIN-07] an undo here leaves the admission of another door, and says so', async () => {
    const { data, since } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    const theirs = since();
    tap('Undo');
    expect(
      await screen.findByText(/^Cancelled here. Still in since \d\d:\d\d by another door$/),
    ).toBeTruthy();
    expect(since()).toBe(theirs);
    expect(screen.getByText('1 of 2 arrived')).toBeTruthy();
  });

  it('[CHECKIN-07] what can be undone after a cancellation says that the guest is in by another door, where that is so', async () => {
    const { data, since } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    tap('Cancel the check-in of Ada Lovelace');
    await screen.findByText(/^Ada Lovelace: Cancelled here. Still in since \d\d:\d\d by another door$/);
    expect(screen.queryByText(/is out again/)).toBeNull();
    expect(since()).not.toBeNull();
  });

  it('a second tap in the same moment is the same tap; a later one says since when', async () => {
    const { data } = await door();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    tap('Check in Ada Lovelace');
    const row = await screen.findByRole('button', { name: /^Ada Lovelace: in since/ });
    fireEvent.click(row);
    expect(await verdict()).toBe('in');
    await wait(1_000);
    fireEvent.click(row);
    expect(await verdict()).toBe('already');
    expect(screen.getByText(/^In since \d\d:\d\d · Here \(this device\)$/)).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toHaveLength(1);
  });

  it('of who came in by another door it says by which', async () => {
    const { data } = await door();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    fireEvent.click(await screen.findByRole('button', { name: /^Ada Lovelace: in since/ }));
    expect(await verdict()).toBe('already');
    expect(screen.getByText(/^In since \d\d:\d\d · Door B$/)).toBeTruthy();
  });

  it('the verdict takes no tap and goes when the next name is typed', async () => {
    const { search } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    fireEvent.change(search, { target: { value: 'mul' } });
    expect(screen.queryByTestId('verdict')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Check in Léo Müller' })).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('Enter admits the guest whose number was typed, as a barcode reader does', async () => {
    const { data, search } = await door();
    fireEvent.change(search, { target: { value: 'A-2' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(data.calls).toContainEqual(['in', 'session_dinner', 'client_leo']));
  });

  it('the code of a guest who was deleted says so, typed or scanned; what is no ticket says what it is', async () => {
    const left = galaDocuments.map((doc) => (doc['_id'] === 'client_leo' ? { ...doc, deletedAt: 1 } : doc));
    const { data, search } = await door(left);
    fireEvent.change(search, { target: { value: 'A-2' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    const told = () => screen.getByTestId('verdict').textContent;
    await verdict();
    expect(told()).toBe('Guest deleted from this event.Léo Müller');
    for (const [code, words] of [
      ['A-2', 'Guest deleted from this event.Léo Müller'],
      ['WIFI:T:WPA;S:Hall;P:secret;;', 'Guest not found.The code of a Wi-Fi, not a ticket.'],
      ['Z-9', 'Guest not found.No guest of this event has the code Z-9.'],
    ] as const) {
      for (const key of [...code.split(''), 'Enter']) fireEvent.keyDown(search, { key });
      await waitFor(() => expect(told()).toBe(words));
    }
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([]);
  });

  it('Enter lets in the only one found, once, however often it is pressed', async () => {
    const { data, search } = await door();
    fireEvent.change(search, { target: { value: 'lovel' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    await verdict();
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.keyDown(search, { key: 'Enter', repeat: true });
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([['in', 'session_dinner', 'client_ada']]);
  });

  it('Enter lets in nobody of several: it moves to the list, and its second stroke is no choice', async () => {
    const { data, search } = await door();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    fireEvent.change(search, { target: { value: 'l' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    const first = screen.getByRole('button', { name: 'Check in Ada Lovelace' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    // A button is pressed by Enter; held down, the browser would press it again and again.
    fireEvent.click(first);
    expect(fireEvent.keyDown(first, { key: 'Enter', repeat: true })).toBe(false);
    const admitted = () => data.calls.filter(([name]) => name === 'in');
    expect(admitted()).toEqual([]);
    now.mockReturnValue(Date.now() + 1000);
    fireEvent.click(first);
    await waitFor(() => expect(admitted()).toEqual([['in', 'session_dinner', 'client_ada']]));
  });

  it('keeps the focus where somebody works by keys: the next guest stands where the one let in was', async () => {
    const { search, since } = await door();
    const press = (button: HTMLElement) => {
      button.focus();
      fireEvent.keyDown(button, { key: 'Enter' });
      fireEvent.click(button);
    };
    const button = (name: string) => screen.findByRole('button', { name });
    tap('Still to come');
    press(await button('Check in Ada Lovelace'));
    const leo = await button('Check in Léo Müller');
    await waitFor(() => expect(document.activeElement).toBe(leo));
    // The second stroke of the key was meant for the one before.
    fireEvent.click(leo);
    expect(screen.getByText('1 of 2 arrived')).toBeTruthy();
    press(await button('Undo'));
    await waitFor(() => expect(document.activeElement).toBe(search));
    expect(since()).toBeNull();

    tap('All');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
    press(await button('Check in Ada Lovelace'));
    press(await button('Cancel the check-in of Ada Lovelace'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel the check-in/ })).toBeNull());
    const ada = await button('Check in Ada Lovelace');
    await waitFor(() => expect(document.activeElement).toBe(ada));
  });

  it('a second tap on one spot does not reach what the first one brought there', async () => {
    const { since, search } = await door();
    const finger = { detail: 1, clientX: 320, clientY: 300 };
    // Both taps in one moment, however slow the machine.
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000);
    fireEvent.click(screen.getByRole('button', { name: 'Check in Ada Lovelace' }), finger);
    const cancel = await screen.findByRole('button', { name: 'Cancel the check-in of Ada Lovelace' });
    fireEvent.click(cancel, { ...finger, clientX: 326 });
    expect(await verdict()).toBe('in');
    expect(since()).toBeGreaterThan(0);
    fireEvent.input(search, { target: { value: 'love' } });
    fireEvent.click(cancel, finger);
    await waitFor(() => expect(since()).toBeNull());
  });

  it('[SESSION-11] says that the session is archived, shows who was in, and offers nothing that is refused', async () => {
    const past = galaDocuments.map((doc) =>
      doc['_id'] === 'session_past'
        ? {
            ...doc,
            clients: [
              { clientId: 'client_ada', checkInTime: 5, updatedTime: 1 },
              { clientId: 'client_leo', checkInTime: null, updatedTime: 1 },
            ],
          }
        : doc,
    );
    const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: past } });
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14) Mobile');
    await renderApp(data, { path: '/event/gala/session/past/checkin' });
    expect(await screen.findByText(/^This session is archived/)).toBeTruthy();
    const search = await screen.findByRole('textbox', { name: /Search guests/ });
    const rows = within(await screen.findByRole('list', { name: 'Guests' }));
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Lovelace Adain since/),
      expect.stringMatching(/^Müller Léo/),
    ]);
    expect(rows.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Scan' })).toBeNull();
    fireEvent.change(search, { target: { value: 'A-2' } });
    fireEvent.keyDown(search, { key: 'Enter' });
    fireEvent.change(search, { target: { value: '' } });
    for (const key of ['A', '-', '2', 'Enter']) fireEvent.keyDown(document.body, { key });
    expect(await verdict()).toBe('failed');
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([]);
  });

  it('what was not saved is not said to be', async () => {
    const { data, since } = await door();
    data.fail('in', 'storage_full');
    tap('Check in Ada Lovelace');
    expect(await verdict()).toBe('failed');
    expect(screen.getByText(/storage of this device is full/)).toBeTruthy();
    expect(since()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('a double entry is told the moment this device learns of it, with both times and devices', async () => {
    const { data } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    await waitFor(async () => expect(await verdict()).toBe('double'));
    const told = within(screen.getByTestId('verdict'));
    expect(told.getByText('Let in twice')).toBeTruthy();
    expect(told.getByText(/^\d\d:\d\d on Here \(this device\), then \d\d:\d\d on Door B$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'One guest was let in twice' }));
    expect(screen.getAllByText(/on Door B/)).toHaveLength(2);
  });

  it('[CHECKIN-07] a double entry is settled or marked as seen at the door; the note says by whom', async () => {
    const { data, since } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    const here = since();
    admittedAt(data, 'client_ada', { id: 'other', name: 'Door B' });
    fireEvent.click(await screen.findByRole('button', { name: 'One guest was let in twice' }));
    tap('Keep Here (this device)');
    await screen.findByText(/^Settled by host, \d\d:\d\d on Here \(this device\)$/);
    expect(since()).toBe(here);
    expect(screen.getByRole('button', { name: 'One double entry, settled' })).toBeTruthy();
    await screen.findByText('Ada Lovelace: in once');
    // Taken back, it is open again; then somebody only looks at it.
    tap('Undo');
    await screen.findByRole('button', { name: 'Keep Door B' });
    tap('Mark as seen');
    await screen.findByText(/^Seen by host, \d\d:\d\d on Here \(this device\)$/);
    expect(since()).not.toBe(here);
    expect(data.calls.map(([name]) => name)).toEqual(['openEvent', 'in', 'out', 'back', 'seen']);
  });

  it('says in row and verdict where the guest sits', async () => {
    const tables = { one: { type: 'circle', number: 7, position: { x: 0, y: 0 }, seats: 8 } };
    await door(
      galaDocuments.map((doc) =>
        doc['_id'] === 'session_dinner'
          ? {
              ...doc,
              clients: [
                {
                  clientId: 'client_ada',
                  checkInTime: null,
                  updatedTime: 1,
                  placement: { tableId: 'one', seatIndex: 2 },
                },
              ],
              plan: { ratio: 1.6, state: { nextTableIndex: 2, tables } },
            }
          : doc,
      ),
    );
    expect(screen.getByRole('listitem').textContent).toContain('Lovelace AdaTable 7, seat 3Analytical · A-1');
    const described = { name: 'Check in Ada Lovelace', description: 'Table 7, seat 3 Analytical · A-1' };
    expect(screen.getByRole('button', described)).toBeTruthy();
    tap('Check in Ada Lovelace');
    expect(await verdict()).toBe('in');
    expect(within(screen.getByTestId('verdict')).getByText('Table 7, seat 3')).toBeTruthy();
  });

  it('names this door as it is called', async () => {
    const { data } = await door();
    tap('Numbers');
    fireEvent.change(screen.getByRole('textbox', { name: 'Name of this door' }), {
      target: { value: 'North door' },
    });
    tap('Save');
    await screen.findByText('Check-ins made here now carry this name.');
    tap('Check in Ada Lovelace');
    await verdict();
    const [made] = data.store('gala').checkinsOf('session_dinner', 'client_ada');
    expect(made?.device).toEqual({ id: 'here', name: 'North door' });
    expect(await screen.findByRole('rowheader', { name: 'North door (this device)' })).toBeTruthy();
  });

  it('a scanner that types admits by the exact number, and leaves the search alone', async () => {
    const { data, search } = await door();
    const scanned = (code: string) => {
      for (const key of [...code.split(''), 'Enter']) fireEvent.keyDown(search, { key });
    };
    fireEvent.change(search, { target: { value: 'mulA-1' } });
    scanned('A-1');
    await waitFor(() => expect(data.calls).toContainEqual(['in', 'session_dinner', 'client_ada']));
    expect(await verdict()).toBe('in');
    expect(search.value).toBe('mul');
    // The beginning of a number is nobody's number.
    scanned('A-1x');
    await waitFor(async () => expect(await verdict()).toBe('failed'));
    expect(screen.getByText('Guest not found.')).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toHaveLength(1);
  });

  describe('[VALID-68] a number that fits two guests', () => {
    const twice = galaDocuments.map((doc) => (doc['_id'] === 'client_leo' ? { ...doc, number: 'A-1' } : doc));
    const type = (code: string) => {
      for (const key of [...code.split(''), 'Enter'])
        fireEvent.keyDown(document.activeElement ?? document, { key });
    };
    const question = async () => within(await screen.findByRole('dialog', { name: 'Which guest is it?' }));
    const admitted = (data: Awaited<ReturnType<typeof door>>['data']) =>
      data.calls.filter(([name]) => name === 'in').map(([, , clientId]) => clientId);

    it('lets in nobody by itself: the host is asked, with what tells them apart, and one tap answers', async () => {
      const { data } = await door(twice);
      type('A-1');
      const asked = await question();
      expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Ada LovelaceAnalytical · A-1',
        'Léo MüllerArpège · A-1',
      ]);
      // The scanner reads it once more: that is no answer.
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Which guest is it?'));
      type('A-1');
      expect(admitted(data)).toEqual([]);
      fireEvent.click((await question()).getByRole('button', { name: /Léo Müller/ }));
      expect(await verdict()).toBe('in');
      expect(admitted(data)).toEqual(['client_leo']);
      expect(screen.queryByRole('dialog')).toBeNull();
      // Who is in is still asked about: the other one may stand there.
      type('A-1');
      expect((await question()).getByText(/^In since \d\d:\d\d · Here \(this device\)$/)).toBeTruthy();
      fireEvent.click((await question()).getByRole('button', { name: 'None of them' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(admitted(data)).toEqual(['client_leo']);
    });

    it('asks when it is typed into the search too, and when one of them is of another session', async () => {
      const elsewhere = { ...galaDocuments[4], _id: 'client_zoe', forename: 'Zoé', number: 'A-2' };
      const { data, search } = await door([...galaDocuments, elsewhere]);
      fireEvent.change(search, { target: { value: 'a-2' } });
      fireEvent.keyDown(search, { key: 'Enter' });
      const asked = await question();
      expect(asked.getByText('Not registered for this session.')).toBeTruthy();
      fireEvent.keyDown(asked.getByRole('heading'), { key: 'Escape' });
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(search);
      expect(admitted(data)).toEqual([]);
    });

    it('asks for a ticket that was printed before the number was settled', async () => {
      const settled = galaDocuments.map((doc) =>
        doc['_id'] === 'client_leo' ? { ...doc, number: 'A-1-5C', formerNumbers: ['A-1'] } : doc,
      );
      const { data } = await door(settled);
      type('A-1');
      await question();
      type('A-1-5C');
      expect(await verdict()).toBe('in');
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(admitted(data)).toEqual(['client_leo']);
    });
  });

  it('[CHECKIN-03] shows the way to the scanner on mobile devices only', async () => {
    const { unmount } = await door();
    expect(screen.queryByRole('link', { name: 'Scan' })).toBeNull();
    unmount();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile',
    );
    const { path } = await door();
    fireEvent.click(screen.getByRole('link', { name: 'Scan' }));
    await waitFor(() => expect(path()).toBe('/event/gala/session/dinner/scan'));
  });

  it('shows the live numbers by option and by door, and who is not synced', async () => {
    const { data } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    tap('Numbers');
    const numbers = within(screen.getByRole('region', { name: 'Numbers' }));
    const row = (name: string) =>
      within(numbers.getByRole('rowheader', { name }).closest('tr') ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(row('No option')).toEqual(['1', '1', '2']);
    expect(row('All')).toEqual(['1', '1', '2']);
    expect(row('Here (this device)')).toEqual(['1']);
    // Nothing is known of the exchange yet.
    expect(numbers.getByText(/^Whether every check-in of this device was sent/)).toBeTruthy();
    const stands = (change: object) => {
      const database = { ...blankStatus('gala', 'light'), state: 'synced' as const, ...change };
      act(() => data.status.set({ ...data.status.get(), databases: [database] }));
    };
    stands({});
    expect(numbers.getByText('Every check-in of this device has been sent.')).toBeTruthy();
    stands({ refused: [{ id: 'checkin_x', rev: '1-a', reason: 'forbidden', time: 1 }] });
    expect(numbers.getByText('The server did not accept one check-in of this device.')).toBeTruthy();
    const unsentCheckins = [...data.store('gala').documents('checkin').keys()];
    stands({ waiting: 1, unsentCheckins });
    expect(numbers.getByText('One check-in waits on this device')).toBeTruthy();
    expect(numbers.getByRole('listitem').textContent).toMatch(/^Ada Lovelacein at \d\d:\d\d$/);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the check-in of Ada Lovelace' }));
    await waitFor(() => expect(row('All')).toEqual(['0', '2', '2']));
    expect(numbers.queryByRole('rowheader', { name: /Here/ })).toBeNull();
  });

  it('tells two devices of one make apart, in the numbers and at a double entry', async () => {
    const { data } = await door();
    tap('Check in Ada Lovelace');
    await verdict();
    admittedAt(data, 'client_leo', { id: 'porch', name: 'Here' });
    tap('Numbers');
    const numbers = within(screen.getByRole('region', { name: 'Numbers' }));
    expect(await numbers.findByRole('rowheader', { name: 'Here · ERE (this device)' })).toBeTruthy();
    expect(numbers.getByRole('rowheader', { name: 'Here · RCH' })).toBeTruthy();
    admittedAt(data, 'client_ada', { id: 'porch', name: 'Here' });
    expect(
      await screen.findByText(/\d\d:\d\d on Here · ERE \(this device\), then \d\d:\d\d on Here · RCH/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'One guest was let in twice' }));
    expect(screen.getByRole('button', { name: 'Keep Here · ERE (this device)' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep Here · RCH' })).toBeTruthy();
  });
});
