import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';

const at = (
  clientId: string,
  tableId: string | null,
  seatIndex: number | null,
  checkInTime: number | null,
) => ({
  ...{ clientId, checkInTime, updatedTime: 1 },
  placement: tableId === null ? null : { tableId, seatIndex, onTable: false },
});
const table = (number: number) => ({ type: 'circle', number, position: { x: 0, y: 0 }, seats: 8 });
const zoe = {
  _id: 'client_zoe',
  _rev: '1-a',
  type: 'client',
  forename: 'Zoé',
  surname: 'Roth',
  diet: 'vegan',
};
const gone = { ...zoe, _id: 'client_gone', forename: 'Max', surname: 'Gone', canceled: true };
const documents = [...galaDocuments, zoe, gone].map((doc) =>
  doc['_id'] === 'session_dinner'
    ? {
        ...doc,
        clients: [
          at('client_leo', 'one', 4, null),
          at('client_ada', 'one', 3, Date.UTC(2026, 5, 20, 17)),
          at('client_zoe', null, null, null),
          // Cancelled: neither at the table nor among those without one.
          at('client_gone', 'one', 5, null),
        ],
        plan: { ratio: 1.6, state: { nextTableIndex: 3, tables: { one: table(12), two: table(2) } } },
      }
    : doc['_id'] === 'event'
      ? { ...doc, doorShows: ['diet'] }
      : doc,
);
const cards = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('whoever came from the door goes back there', async () => {
  const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
  const { path } = await renderApp(data, { path: '/event/gala/session/dinner/checkin' });
  fireEvent.click(await screen.findByRole('link', { name: 'Table list' }));
  await screen.findByRole('heading', { name: 'Tables: Dinner' });
  fireEvent.click(screen.getByRole('link', { name: 'Check-in' }));
  await waitFor(() => expect(path()).toBe('/event/gala/session/dinner/checkin'));
});

it('whoever looks a table up, opens a guest and goes back finds that table, and from there the door', async () => {
  const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
  const { path } = await renderApp(data, { path: '/event/gala/session/dinner/checkin' });
  fireEvent.click(await screen.findByRole('link', { name: 'Table list' }));
  const search = () => screen.findByRole('searchbox', { name: 'Table, name or company' });
  fireEvent.change(await search(), { target: { value: 'table 12' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only who is expected' }));
  await waitFor(() => expect(cards()).toEqual(['Table 12']));
  fireEvent.click(screen.getByRole('link', { name: 'Léo Müller' }));
  await screen.findByRole('heading', { level: 1, name: 'Léo Müller' });
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Table list' }));
  expect(await search()).toHaveProperty('value', 'table 12');
  expect(screen.getByRole('checkbox', { name: 'Only who is expected', checked: true })).toBeTruthy();
  expect(cards()).toEqual(['Table 12']);
  fireEvent.click(screen.getByRole('link', { name: 'Check-in' }));
  await waitFor(() => expect(path()).toBe('/event/gala/session/dinner/checkin'));
});

it('a host sees the tables with their guests by seat, who is there and who is not', async () => {
  const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
  await renderApp(data, { path: '/event/gala/session/dinner/tables' });
  await screen.findByRole('heading', { name: 'Tables: Dinner' });
  expect(cards()).toEqual(['Table 2', 'Table 12', 'Without a table']);
  const twelve = () =>
    within(screen.getByRole('heading', { name: 'Table 12' }).closest('section') as HTMLElement);
  expect(twelve().getByText('1 of 2 in')).toBeTruthy();
  expect(
    twelve()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^4Ada LovelaceAnalytical\d\d:\d\d$/), '5Léo MüllerArpègeExpected']);
  expect(screen.getByText('Diet: vegan')).toBeTruthy();

  const search = screen.getByRole('searchbox', { name: 'Table, name or company' });
  fireEvent.change(search, { target: { value: 'table 12' } });
  await waitFor(() => expect(cards()).toEqual(['Table 12']));
  fireEvent.change(search, { target: { value: 'zoé' } });
  await waitFor(() => expect(cards()).toEqual(['Without a table']));
  fireEvent.change(search, { target: { value: '' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only who is expected' }));
  await waitFor(() => expect(cards()).toEqual(['Table 12', 'Without a table']));
  expect(twelve().getAllByRole('listitem')).toHaveLength(1);

  // Whoever comes in is seen at once.
  fireEvent.click(screen.getByRole('checkbox', { name: 'Only who is expected' }));
  const open = await data.openEvent('gala');
  if (open.ok) await open.value.repository.checkIn('session_dinner', 'client_leo', 'list');
  expect(await screen.findByText('2 of 2 in')).toBeTruthy();
});
