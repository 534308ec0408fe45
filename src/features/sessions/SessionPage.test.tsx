import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { checkinId } from '#domain/ids.ts';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import type { Role } from '#domain/rights/roles.ts';

const guest = (id: string, surname: string, company: string, number: string | null) => ({
  ...{ _id: `client_${id}`, _rev: '1-a', type: 'client', forename: 'T', surname, company, number },
});
const table = (number: number, seats: number) => ({
  ...{ type: 'circle', number, seats, position: { x: 10, y: 10 } },
});
const plan = { ratio: 1.6, state: { nextTableIndex: 2, tables: { 0: table(7, 4), 1: table(2, 4) } } };
const wood = {
  ...{ _id: 'session_wood', _rev: '1-a', type: 'session', title: 'Wood', titleFrench: 'Bois' },
  ...{ date: NOON, timeStart: '19:00', timeEnd: '23:30', status: 'ongoing' },
  clients: [
    { clientId: 'client_a', updatedTime: 1, placement: { tableId: '0', seatIndex: 1 } },
    { clientId: 'client_b', updatedTime: 1, placement: { tableId: '1', seatIndex: 0 } },
    { clientId: 'client_c', updatedTime: 1, checkInTime: NOON },
  ],
};
const guests = [
  guest('a', 'Alder', 'Early', 'N-10'),
  guest('b', 'Birch', 'Late', 'N-9'),
  guest('c', 'Cedar', 'Early', null),
];

async function open(role: Role, more: object = {}, clients = guests) {
  const documents = [...galaDocuments, ...clients, { ...wood, ...more }];
  const data = fakeAppData({ role, events: [galaCentral], documents: { gala: documents } });
  await renderApp(data, { path: '/event/gala/session/wood' });
  await screen.findByRole('heading', { level: 1, name: 'Wood' });
  return data;
}

it('says its day, and when somebody came, by the clocks of the event', async () => {
  const [event, ...others] = galaDocuments;
  const at = { ...event, timeZone: 'Pacific/Auckland' };
  // The tenth at noon there.
  const date = Date.parse('2027-02-09T23:00Z');
  const clients = [{ clientId: 'client_c', updatedTime: 1, checkInTime: date + 7.25 * 3_600_000 }];
  const documents = [at, ...others, ...guests, { ...wood, date, clients }];
  const data = fakeAppData({ role: 'member', events: [galaCentral], documents: { gala: documents } });
  await renderApp(data, { path: '/event/gala/session/wood' });
  expect(await screen.findByText(/^February 10/)).toBeTruthy();
  expect(await screen.findByText('19:15')).toBeTruthy();
});

const names = () =>
  within(screen.getByRole('table', { name: 'Clients' }))
    .getAllByRole('link', { name: /^\w+ T$/ })
    .map(({ textContent }) => textContent);
async function actions(): Promise<string[]> {
  const button = screen.queryByRole('button', { name: 'Actions' });
  if (button === null) return [];
  fireEvent.click(button);
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}
const EXPORTS = [
  ...[
    'Export list as Excel',
    'Export list as CSV',
    'Export list as PDF',
    'Export barcodes as PDF',
    'Export barcodes as JPG',
  ],
];

/** Somebody let in by a door. */
const admission = (door: string, time: number, clientId: string) => ({
  ...{ _id: checkinId('session_wood', time, `${door}${clientId.at(-1)}`), _rev: '1-a', type: 'checkin' },
  ...{ sessionId: 'session_wood', clientId, action: 'in', time, method: 'list' },
  ...{ device: { id: door, name: door }, author: { id: 'x', name: 'x' } },
});

describe('the session page', () => {
  it('shows day, times, status, who is expected and arrived, and how full the plan is [SESSION-01]', async () => {
    await open('host', { plan });
    expect(screen.getByText(/^19:00.–.23:30$/)).toBeTruthy();
    expect(screen.getByText('Ongoing')).toBeTruthy();
    const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
    const clients = screen.getByRole('table', { name: 'Clients' });
    expect(within(clients).getByText('Table 7, seat 2')).toBeTruthy();
    expect(screen.getAllByText('Expected').length).toBeGreaterThan(0);
    expect(figure('Seated')).toBe('Seated2 of 8 25%');
  });

  it('says of how many places those are who are expected, also once staff have entered more', async () => {
    await open('member', { capacity: 2 });
    expect(screen.getByText(/^of 2 places$/).parentElement?.parentElement?.textContent).toBe(
      'Expected3 of 2 places',
    );
  });

  it.each([
    ['member', 'Expected3 of 20 places10 taken, with those without a name'],
    ['host', 'Expected3 of 20 places'],
  ] as const)(
    'says to a %s what the public page counts as taken, where an option is for several',
    async (role, told) => {
      const table = { id: 'table', name: 'Table of eight', clientCount: 8 };
      const form = {
        ...{ _id: 'form_f', _rev: '1-a', type: 'form', name: 'F', language: 'en', currency: 'chf' },
        ...{ vat: 0, options: [table], extras: [], amounts: {}, enabled: true },
      };
      const patron = {
        ...{ _id: 'consumer_p', _rev: '1-a', type: 'consumer', status: 'registered', date: NOON },
        registration: { formId: 'form_f', amount: 0, currency: 'chf' },
      };
      const [first, ...others] = guests;
      const seated = wood.clients.map((entry) =>
        entry.clientId === 'client_a' ? { ...entry, product: { optionId: 'table', kind: 'adult' } } : entry,
      );
      const more = [form, patron] as unknown as typeof guests;
      const of = { ...first, consumerId: 'consumer_p' } as (typeof guests)[number];
      const data = await open(role, { capacity: 20, clients: seated }, [of, ...others, ...more]);
      const figure = (await screen.findByText(/^of 20 places/)).parentElement?.parentElement;
      expect(figure?.textContent).toBe(told);
      // Whose registration is another, or none, takes a place of their own: told by the guest's document alone.
      act(() => data.store('gala').apply([{ ...first, _rev: '2-b' } as never]));
      await waitFor(() => expect(figure?.textContent).toBe('Expected3 of 20 places'));
    },
  );

  it('a member: check-in, plan, clients and exports [SESSION-02, SESSION-03, SESSION-04, SESSION-05, ROLE-09]', async () => {
    await open('member');
    const checkIn = screen.getByRole('link', { name: 'Check in' });
    expect(checkIn.getAttribute('href')).toBe('/event/gala/session/wood/checkin');
    expect(screen.getByRole('link', { name: 'Add clients' })).toBeTruthy();
    expect(await actions()).toEqual(['Add a plan', 'Import clients', ...EXPORTS]);
  });

  it('with a plan it is shown and edited instead of added [SESSION-03]', async () => {
    await open('member', { plan });
    const items = await actions();
    expect(items).toEqual(expect.arrayContaining(['Seating plan', 'Edit plan']));
    expect(items).not.toContain('Add a plan');
  });

  it('an archived session can be read and exported, and offers no change [SESSION-04, SESSION-11]', async () => {
    await open('member', { status: 'archived' });
    expect(screen.queryByRole('link', { name: 'Add clients' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Check in' })).toBeNull();
    expect(screen.getByText(/^This session is archived/)).toBeTruthy();
    expect(await actions()).toEqual([...EXPORTS]);
  });

  it('a host checks in and looks, no more [SESSION-02, SESSION-03, SESSION-04, SESSION-05, SESSION-07]', async () => {
    await open('host');
    expect(screen.getByRole('link', { name: 'Check in' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add clients' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    expect(await actions()).toEqual([]);
    expect(screen.queryByRole('link', { name: /^Edit client/ })).toBeNull();
  });

  it('its list is searched and filtered by company, and links to display and edit [SESSION-06, SESSION-08]', async () => {
    await open('member');
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T']);
    const link = screen.getByRole('link', { name: 'Birch T' });
    expect(link.getAttribute('href')).toBe('/event/gala/client/b?fromSession=wood');
    const edit = screen.getByRole('link', { name: 'Edit client: T Birch' });
    expect(edit.getAttribute('href')).toBe('/event/gala/client/b/update?fromSession=wood');

    fireEvent.click(screen.getByRole('combobox', { name: 'Company' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Early' }));
    expect(names()).toEqual(['Alder T', 'Cedar T']);
    fireEvent.change(screen.getByLabelText('Search clients'), { target: { value: 'ceda' } });
    expect(await screen.findByText('1 of 3 clients')).toBeTruthy();
    expect(names()).toEqual(['Cedar T']);
    fireEvent.change(screen.getByLabelText('Search clients'), { target: { value: 'nobody' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('3 clients')).toBeTruthy();
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T']);
  });

  it('a cancelled guest is marked, holds no seat and is not expected', async () => {
    const clients = guests.map((one) => ({ ...one, canceled: one.surname === 'Alder' }));
    await open('member', { plan }, clients);
    expect(screen.getByText('Seated').parentElement?.textContent).toBe('Seated1 of 8 13%');
    expect(screen.getAllByText('Expected').map((label) => label.parentElement?.textContent)).toContain(
      'Expected2',
    );
    const list = within(screen.getByRole('table', { name: 'Clients' }));
    expect(list.getByText('Cancelled').closest('[role=row]')?.textContent).toMatch(/^Alder T/);
    expect(list.queryByText('Table 7, seat 2')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Still to come' }));
    expect(names()).toEqual(['Birch T']);
  });

  it('the office marks as seen who is in and gone, and who was let in twice; then it is folded, with who did so', async () => {
    const at = NOON + 1;
    const data = await open('member', {}, [
      ...guests.map((one) => (one.surname === 'Alder' ? { ...one, deletedAt: at + 5 } : one)),
      admission('north', at, 'client_a'),
      admission('north', at, 'client_b'),
      admission('south', at + 1, 'client_b'),
    ] as never);
    const seen = async (title: string, name: string) => {
      const warning = within(await screen.findByRole('region', { name: title }));
      fireEvent.click(warning.getByRole('button', { name: `Mark as seen: ${name}` }));
    };
    await seen('One guest is in who is no longer in this session', 'T Alder');
    await seen('One guest was let in twice', 'T Birch');
    const folded = (title: string) => screen.findByText(title, { selector: 'summary' });
    const gone = await folded('One guest in and no longer in this session, seen');
    expect(gone.parentElement?.textContent).toMatch(
      /T Alder\d\d:\d\d on north, then deleted · Seen by member, /,
    );
    const twice = await folded('One double entry, settled');
    expect(twice.parentElement?.textContent).toMatch(/T Birch.* · Seen by member, /);
    expect(data.calls.filter(([name]) => name === 'seen')).toHaveLength(2);
  });

  it('whoever marks by keys goes on at the next one, and at what is folded in the end', async () => {
    await open('member', {}, [
      ...guests,
      ...['client_a', 'client_b'].flatMap((id) => [
        admission('north', NOON + 1, id),
        admission('south', NOON + 2, id),
      ]),
    ] as never);
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name: `Mark as seen: ${name}` });
      button.focus();
      fireEvent.keyDown(button, { key: 'Enter' });
      fireEvent.click(button);
    };
    await press('T Alder');
    const other = screen.getByRole('button', { name: 'Mark as seen: T Birch' });
    await waitFor(() => expect(document.activeElement).toBe(other));
    await press('T Birch');
    const folded = await screen.findByText('2 double entries, settled', { selector: 'summary' });
    await waitFor(() => expect(document.activeElement).toBe(folded));
  });

  it('its list is sorted by any column, those without a value last', async () => {
    await open('member', { plan });
    const heading = (name: string) => screen.getByRole('columnheader', { name });
    const press = (name: string) => fireEvent.click(within(heading(name)).getByRole('button'));
    press('Number');
    expect(heading('Number').getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['Birch T', 'Alder T', 'Cedar T']);
    press('Number');
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T']);
    press('Seat');
    expect(names()).toEqual(['Birch T', 'Alder T', 'Cedar T']);
    press('Arrived');
    expect(names()).toEqual(['Cedar T', 'Alder T', 'Birch T']);
    for (const _ of ['descending', 'none']) press('Arrived');
    expect(heading('Arrived').getAttribute('aria-sort')).toBe('none');
    expect(names()).toEqual(['Alder T', 'Birch T', 'Cedar T']);
  });

  it('the export says who has no number, and what is filtered or selected', async () => {
    await open('member');
    fireEvent.click(screen.getByLabelText('Select T Birch'));
    fireEvent.change(screen.getByLabelText('Search clients'), { target: { value: 'cedar' } });
    await screen.findByText('1 of 3 clients');
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export clients' }));
    const choice = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name });
    expect(choice('Selected: 1 client').checked).toBe(true);
    fireEvent.click(choice('Barcodes as PDF'));
    fireEvent.click(choice('As filtered: 1 client'));
    expect(dialog.getByText(/^None of these clients has a number/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
    fireEvent.click(choice('All: 3 clients'));
    expect(dialog.getByText('1 client has no number and is left out.')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(false);
  });
});
