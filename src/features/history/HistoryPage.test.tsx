import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryEvent } from '#api/schemas.ts';
import { err, ok } from '#domain/result.ts';
import type { AppData } from '#data/types.ts';
import { sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { HistoryPage } from './HistoryPage.tsx';

const T0 = 1_780_000_000;
const entry = (n: number, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  ...{ _id: `h_${n}`, type: 'historyevent', event: { id: 'gala', name: 'Gala' }, session: null },
  ...{ author: { id: `u${n % 2}`, name: n % 2 === 0 ? 'Zoe' : 'Ben' }, change: `Change ${n}` },
  createdAt: T0 + n * 60,
  ...more,
});
const LIST = Array.from({ length: 23 }, (_, n) =>
  entry(n, n === 5 ? { session: { id: 'session_a', name: 'Dinner' }, change: 'Seat of Élodie' } : {}),
);

async function open(history: AppData['history'], options: { lastLogin?: number; online?: boolean } = {}) {
  return showScreen({
    screen: <HistoryPage />,
    path: '/event/:eventId/history',
    at: '/event/gala/history',
    data: { history },
    user: { lastLogin: options.lastLogin ?? null },
    online: options.online ?? true,
  });
}
const whole = (events: HistoryEvent[]) => ok({ events, total: events.length });
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);

describe('history', () => {
  it('shows ten a page, the newest first, and sorts by any column [HISTORY-01, HISTORY-02, HISTORY-03]', async () => {
    await open(async () => whole(LIST));
    await screen.findByText('Change 22');
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      ...['Date', 'Event', 'Session', 'Author', 'Message'],
    ]);
    expect(rows()).toHaveLength(10);
    expect(rows()[0]).toBe('Change 22');
    expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(rows()).toEqual(['Change 2', 'Change 1', 'Change 0']);
    fireEvent.click(screen.getByRole('button', { name: 'Author' }));
    await waitFor(() => expect(rows()[0]).toBe('Change 21'));
    fireEvent.click(screen.getByRole('button', { name: 'Author' }));
    await waitFor(() => expect(rows()[0]).toBe('Change 22'));
    for (const name of ['Event', 'Session', 'Message', 'Date']) {
      fireEvent.click(screen.getByRole('button', { name }));
      await waitFor(() =>
        expect(screen.getByRole('columnheader', { name }).getAttribute('aria-sort')).not.toBe('none'),
      );
    }
  });

  it('no line ends within a number', async () => {
    await open(async () => whole([entry(1, { change: 'Ada Test (G0003-01) created' })]));
    expect(await screen.findByText('G0003-01')).toBeTruthy();
    expect(rows()).toEqual(['Ada Test (G0003-01) created']);
  });

  it('shows the newest at once, the older ones after them, and asks later for what is new only', async () => {
    const all = Array.from({ length: 450 }, (_, n) => entry(n, { _id: `h_${String(n).padStart(4, '0')}` }));
    let comeOn = (): void => undefined;
    const older = new Promise<void>((resolve) => (comeOn = resolve));
    const history = vi.fn<AppData['history']>(async (_event, { limit = 0, before } = {}) => {
      if (before !== undefined) await older;
      const end = before === undefined ? all.length : all.findIndex(({ _id }) => _id === before);
      const events = all.slice(Math.max(0, end - limit), end);
      return ok({ events, total: before === undefined ? all.length : null });
    });
    await open(history);
    await screen.findByText('Change 449');
    expect(screen.getByRole('status').textContent).toBe('200 entries · 250 older entries are still to come');
    comeOn();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('450 entries'));

    all.push(entry(450, { _id: 'h_0450' }));
    history.mockClear();
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('Change 450');
    expect(screen.getByRole('status').textContent).toBe('451 entries');
    expect(history).toHaveBeenCalledTimes(1);
  });

  it('filters by session, author and words', async () => {
    await open(async () => whole(LIST));
    await screen.findByText('Change 22');
    fireEvent.change(screen.getByLabelText('Author', { selector: 'select' }), { target: { value: 'u1' } });
    await waitFor(() => expect(screen.getByText('11 entries')).toBeTruthy());
    fireEvent.change(screen.getByLabelText('Session', { selector: 'select' }), {
      target: { value: 'session_a' },
    });
    await waitFor(() => expect(rows()).toEqual(['Seat of Élodie']));
    fireEvent.change(screen.getByLabelText('Session', { selector: 'select' }), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Search in the history'), { target: { value: 'elodie' } });
    await waitFor(() => expect(rows()).toEqual(['Seat of Élodie']));
  });

  it('names event, sessions and what the server does itself in French, but for a session that was renamed since', async () => {
    const dinner = { ...sessionDoc('a', 'Dinner'), titleFrench: 'Dîner' };
    const renamed = entry(9, { session: { id: 'session_a', name: 'Lunch' } });
    const byItself = entry(8, { author: { id: 'server-desk', name: 'Registration page' } });
    await showScreen({
      ...{
        screen: <HistoryPage />,
        path: '/event/:eventId/history',
        at: '/event/gala/history',
        language: 'fr',
      },
      ...{
        documents: [dinner],
        data: { history: async () => whole([...LIST.slice(0, 8), byItself, renamed]) },
      },
    });
    await screen.findByText('Change 7');
    const names = within(screen.getByRole('table')).getAllByText(/^(Dîner|Dinner|Lunch)$/);
    expect(names.map(({ textContent }) => textContent)).toEqual(['Lunch', 'Dîner']);
    expect(within(screen.getByRole('table')).getByText('Page d’inscription')).toBeTruthy();
  });

  it('marks what is new since the last login [API-14]', async () => {
    await open(async () => whole(LIST), { lastLogin: (T0 + 20 * 60) * 1000 });
    expect(await screen.findByText('2 new entries since your last login')).toBeTruthy();
    expect(screen.getAllByRole('img', { name: 'New since your last login' })).toHaveLength(2);
  });

  it('says that it needs a connection, and shows the list of before if there is one', async () => {
    const history = vi.fn<AppData['history']>(async () => err({ code: 'offline' }));
    const { unmount } = await open(history, { online: false });
    expect(await screen.findByText('The history is kept on the server and needs a connection.')).toBeTruthy();
    unmount();

    history.mockResolvedValueOnce(whole(LIST));
    await open(history);
    await screen.findByText('Change 22');
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/No connection: this is the history as of/)).toBeTruthy();
    expect(screen.getByText('Change 22')).toBeTruthy();
  });
});
