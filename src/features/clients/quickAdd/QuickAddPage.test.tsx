import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { FakeWorker } from '#app/testing/fakeWorker.ts';
import type { PastedRow } from '#domain/import/pastedRows.ts';

beforeEach(() => {
  localStorage.clear();
  // jsdom lays nothing out: without a height the virtual list would show no row.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  return () => vi.restoreAllMocks();
});

const ROWS = [
  'Prénom\tNom\tSociété\tE-mail\tCode',
  'Grace\tHopper\tNavy\tgrace@example.com\tB-1',
  'Alan\tTuring\t\talan@\t',
  'Léa\tMüller\t\t\tA-2',
  'Kurt\t\t\t\t',
  'Emmy\tNoether\t\t\t',
].join('\n');

async function page(path: string) {
  const data = fakeAppData({ role: 'member', events: [galaCentral], documents: { gala: galaDocuments } });
  const view = await renderApp(data, { path });
  const area = await screen.findByLabelText<HTMLTextAreaElement>(/rows from a spreadsheet/);
  return { data, ...view, area };
}
const paste = (area: HTMLElement, value: string) => fireEvent.change(area, { target: { value } });

it('shows each pasted row with what is wrong with it, and counts both kinds', async () => {
  const { area } = await page('/event/gala/session/dinner/client/new?paste');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add clients' }).disabled).toBe(true);
  paste(area, ROWS);
  const rows = (await screen.findAllByRole('row')).slice(1);
  const states = rows.map((row) => row.children[3]?.textContent);
  expect(states).toEqual([
    'ready',
    'e-mail not valid',
    'number already used',
    'forename or surname missing',
    'ready',
  ]);
  // The line of the spreadsheet, so that it can be found there.
  expect(rows.map((row) => row.children[0]?.textContent)).toEqual(['2', '3', '4', '5', '6']);
  expect(screen.getByText('2 will be added')).toBeTruthy();
  expect(screen.getByText(/^3 skipped: .*e-mail not valid \(1\)/)).toBeTruthy();
});

it('adds the good rows only, then goes to the session', async () => {
  const { area, data, path } = await page('/event/gala/session/dinner/client/new?paste');
  paste(area, ROWS);
  fireEvent.click(await screen.findByRole('button', { name: 'Add 2 clients' }));
  await waitFor(() => expect(path()).toBe('/event/gala/session/dinner'));
  const call = data.calls.find(([name]) => name === 'addPastedClients');
  expect(call?.[1]).toBe('session_dinner');
  const added = (call?.[2] ?? []) as PastedRow[];
  expect(added.map(({ surname }) => surname)).toEqual(['Hopper', 'Noether']);
  expect(await screen.findByText('2 clients were added to “Dinner”.')).toBeTruthy();
});

it('columns that are not taken are named, and the rows can be imported with them', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  const { area, path } = await page('/event/gala/session/dinner/client/new?paste');
  paste(area, 'Prénom\tNom\tTéléphone\tRemarques\nGrace\tHopper\t079 123 45 67\t"late\nby train"');
  expect(await screen.findByText(/not taken here: Téléphone, Remarques\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Import these rows' }));
  await waitFor(() => expect(path()).toBe('/event/gala/session/dinner/client/import'));
  expect(await screen.findByText('Pasted rows')).toBeTruthy();
  const cell = await screen.findByLabelText<HTMLInputElement>('Phone, row 2');
  expect(cell.value).toBe('079 123 45 67');
  vi.unstubAllGlobals();
});

it('a failure keeps the pasted rows', async () => {
  const { area, data } = await page('/event/gala/session/dinner/client/new?paste');
  data.fail('addPastedClients', 'storage_full');
  paste(area, 'Ada\tByron');
  fireEvent.click(await screen.findByRole('button', { name: 'Add 1 client' }));
  expect(await screen.findByText(/storage of this device is full/)).toBeTruthy();
  expect(area.value).toBe('Ada\tByron');
});

it('[SESSION-10] archived sessions are not offered', async () => {
  await page('/event/gala/client/new?paste');
  fireEvent.click(screen.getByRole('combobox', { name: 'Session' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([expect.stringContaining('Dinner')]);
});

it('the route of an archived session leads to its page', async () => {
  const data = fakeAppData({ role: 'member', events: [galaCentral], documents: { gala: galaDocuments } });
  const { path } = await renderApp(data, { path: '/event/gala/session/past/client/new' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Reception' })).toBeTruthy();
  expect(path()).toBe('/event/gala/session/past');
  expect(screen.queryByRole('link', { name: 'Add clients' })).toBeNull();
});
