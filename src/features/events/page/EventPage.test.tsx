import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import type { Cell } from '#data/signal.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { ok } from '#domain/result.ts';
import type { Role } from '#domain/rights/roles.ts';

async function page(role: Role, more: Record<string, unknown>[] = []) {
  const documents = { gala: [...galaDocuments, ...more] };
  const data = fakeAppData({ role, events: [galaCentral], documents });
  const view = await renderApp(data, { path: '/event/gala' });
  await screen.findByRole('heading', { level: 1, name: 'Lake Gala' });
  return { data, ...view };
}
async function actions(): Promise<string[]> {
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent ?? '');
}
const MEMBER_ACTIONS = [
  ...['Update event', 'Add clients', 'Import clients', 'Copy clients', 'Apply rate', 'History', 'Statistics'],
];

describe('the event page', () => {
  it('[EVENT-01] [EVENT-02] opens the event and shows its details', async () => {
    const { data } = await page('host');
    expect(data.calls).toContainEqual(['openEvent', 'gala']);
    for (const text of ['Gala du Lac', 'Arpège', 'Card', 'GL']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByText(/Montreux/).length).toBeGreaterThan(0);
  });

  it('calls its only title what the form calls it, and the English one English beside a French', async () => {
    const label = async (titleFrench: string) => {
      const gala = galaDocuments.map((doc) => (doc['_id'] === 'event' ? { ...doc, titleFrench } : doc));
      const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala } });
      const { unmount } = await renderApp(data, { path: '/event/gala', language: 'fr' });
      const title = await screen.findByText('Lake Gala', { selector: 'dd *, dd' });
      const said = title.closest('div')?.querySelector('dt')?.textContent;
      unmount();
      return said;
    };
    expect(await label('')).toBe('Titre');
    expect(await label('Gala du Lac')).toBe('Titre anglais');
  });

  it('[EVENT-03] lists sessions with status and last-modified date', async () => {
    await page('host');
    const row = screen.getByRole('row', { name: /Dinner/ });
    expect(within(row).getByText('Ongoing')).toBeTruthy();
    expect(within(row).getByText('May 2, 2026 / 09:05')).toBeTruthy();
    expect(within(row).getByText('19:00')).toBeTruthy();
    expect(within(row).getByText('0 of 2 arrived')).toBeTruthy();
  });

  it('hosts are one tap from the door of each session, where it is not clear which is meant', async () => {
    const dinner = galaDocuments.find((doc) => doc['_id'] === 'session_dinner');
    await page('host', [{ ...dinner, _id: 'session_ball', title: 'Ball' }]);
    const doors = screen.getAllByRole('link', { name: /^Check-in:/ });
    expect(new Set(doors.map((link) => link.getAttribute('href')))).toEqual(
      new Set(['/event/gala/session/ball/checkin', '/event/gala/session/dinner/checkin']),
    );
  });

  it('members are led to the money that somebody must look at, and nobody else is', async () => {
    const disputed = {
      ...{ _id: 'consumer_bad', _rev: '1-a', type: 'consumer', date: 1, notifs: {}, notifMethod: 'email' },
      ...{ paymentType: 'card', status: 'invoice_paid', metadata: {} },
      registration: { amount: 5000, currency: 'chf', rate: 100, vat: 0 },
      cards: [{ id: 'cs_1', paid: 5000, refunded: 0, disputed: true }],
    };
    const documents = { gala: [...galaDocuments, disputed] };
    const data = fakeAppData({ role: 'member', events: [galaCentral], documents });
    const trouble = { kind: 'page' as const, reference: 'consumer_x', consumerId: null, since: 1 };
    const troubles = [{ ...trouble, isGivenUp: false }];
    data.paymentTroubles = async () => ok({ open: 0, openUntil: null, lookedAt: [], troubles });
    const { unmount } = await renderApp(data, { path: '/event/gala' });
    const box = within(await screen.findByRole('region', { name: 'Money that needs a look' }));
    await box.findByText('1 payment by card needs a look');
    // It comes late, and moves nothing that one is about to tap.
    const sessions = screen.getByRole('heading', { name: 'Sessions' });
    const late = screen.getByRole('region', { name: 'Money that needs a look' });
    expect(sessions.compareDocumentPosition(late)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(box.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1 registration with money to be looked at', '/event/gala/money?state=attention'],
      ['1 payment by card needs a look', '/event/gala/money'],
    ]);
    unmount();
    await page('host', [disputed]);
    expect(screen.queryByRole('region', { name: 'Money that needs a look' })).toBeNull();
  });

  it('[EVENT-07] members have the action menu', async () => {
    await page('member');
    expect(await actions()).toEqual(MEMBER_ACTIONS);
    expect(screen.getByRole('menuitem', { name: 'Statistics' }).getAttribute('href')).toBe(
      '/event/gala/stats',
    );
  });

  it('[EVENT-08] managers see Services too', async () => {
    await page('manager');
    expect(await actions()).toEqual([...MEMBER_ACTIONS, 'Services', 'Copy event', 'Delete event']);
  });

  it('[EVENT-09] a host sees details and sessions read-only', async () => {
    await page('host');
    expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Update event' })).toBeNull();
    expect(within(screen.getByRole('table')).getByRole('link', { name: 'Dinner' })).toBeTruthy();
  });

  it('a host goes to the door of the session that goes on with one tap, and chooses where there are two', async () => {
    const { unmount } = await page('host');
    const door = screen.getByRole('link', { name: 'Check in' });
    expect(door.getAttribute('href')).toBe('/event/gala/session/dinner/checkin');
    unmount();
    const brunch = { ...galaDocuments.find(({ _id }) => _id === 'session_dinner'), _id: 'session_brunch' };
    await page('host', [brunch]);
    expect(screen.queryByRole('link', { name: 'Check in' })).toBeNull();
  });

  describe('what comes next', () => {
    const shown = () =>
      within(screen.getByRole('heading', { name: 'What comes next' }).closest('section') as HTMLElement)
        .getAllByRole('listitem')
        .map(
          (step) =>
            `${step.querySelector('small') === null ? '' : 'done: '}${step.querySelector('a')?.textContent}`,
        );

    it('stays when the first guests are there, with what is done ticked off', async () => {
      const { unmount } = await page('manager');
      expect(shown()).toEqual(['done: undefined', 'Draw the plan', 'Give access', 'To the door']);
      expect(screen.getByRole('link', { name: 'To the door' }).getAttribute('href')).toBe(
        '/event/gala/session/dinner/checkin',
      );
      unmount();
      // Only administrators give access.
      const second = await page('member');
      expect(shown()).toEqual(['done: undefined', 'Draw the plan', 'To the door']);
      second.unmount();
      await page('host');
      expect(screen.queryByRole('heading', { name: 'What comes next' })).toBeNull();
    });

    it('giving access opens who may see the event', async () => {
      const { data } = await page('manager');
      Object.assign(data, { users: async () => ok([]) });
      fireEvent.click(screen.getByRole('link', { name: 'Give access' }));
      await waitFor(() =>
        expect(document.querySelector<HTMLDetailsElement>('#access details')?.open).toBe(true),
      );
    });

    it('of several sessions it leads to the one most guests come to, and names it', async () => {
      const entry = (clientId: string) => ({ clientId, checkInTime: null, updatedTime: 1 });
      const ball = galaDocuments.find(({ _id }) => _id === 'session_dinner');
      const clients = ['a', 'b', 'c'].map((one) => entry(`client_${one}`));
      await page('member', [{ ...ball, _id: 'session_ball', title: 'Late ball', titleFrench: '', clients }]);
      expect(shown()).toEqual(['done: undefined', 'Draw the plan: Late ball', 'To the door: Late ball']);
      expect(screen.getByRole('link', { name: 'Draw the plan: Late ball' }).getAttribute('href')).toBe(
        '/event/gala/session/ball/plan/edit',
      );
    });

    it('goes when all is done, a step at a time', async () => {
      const dinner = galaDocuments.find(({ _id }) => _id === 'session_dinner');
      const plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: {} } };
      const { unmount } = await page('member', [{ ...dinner, _rev: '2-a', plan }]);
      expect(shown()).toEqual(['done: undefined', 'done: undefined', 'To the door']);
      unmount();
      const clients = [{ clientId: 'client_ada', checkInTime: 5, updatedTime: 5 }];
      const second = await page('member', [{ ...dinner, _rev: '2-a', plan, clients }]);
      expect(screen.queryByRole('heading', { name: 'What comes next' })).toBeNull();
      second.unmount();
      await page('manager', [{ ...dinner, _rev: '2-a', plan, clients }]);
      expect(shown()).toEqual(['done: undefined', 'done: undefined', 'Give access', 'done: undefined']);
    });

    it('is put away for good on this device', async () => {
      const { unmount } = await page('manager');
      fireEvent.click(screen.getByRole('button', { name: 'Hide these steps' }));
      expect(screen.queryByRole('heading', { name: 'What comes next' })).toBeNull();
      unmount();
      await page('manager');
      expect(screen.queryByRole('heading', { name: 'What comes next' })).toBeNull();
      localStorage.clear();
    });
  });

  it('a manager sees and ticks who may see it, a member does not [ACCESS-06]', async () => {
    const { data, unmount } = await page('manager');
    expect(screen.getByRole('heading', { name: 'Who may see this event' })).toBeTruthy();
    expect(data.calls.map(([name]) => name)).not.toContain('users');
    unmount();
    await page('member');
    expect(screen.queryByRole('heading', { name: 'Who may see this event' })).toBeNull();
  });

  it('shows who may see it as it is, also where another administrator takes back what was ticked here [ACCESS-06]', async () => {
    const { data } = await page('manager');
    const zoe = { ...{ _id: 'zoe', type: 'user', username: 'zoe', role: 'host', metadata: {} } } as const;
    Object.assign(data, { users: async () => ok([zoe]), setAuthorizations: async () => ok(null) });
    fireEvent.click(screen.getByRole('link', { name: 'Give access' }));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'zoe' });
    fireEvent.click(box);
    expect(box.checked).toBe(true);
    const heard = (authorized: string[]) =>
      act(() => (data.events as Cell<readonly CentralEvent[]>).set([{ ...galaCentral, authorized }]));
    heard(['zoe']);
    expect(box.checked).toBe(true);
    heard([]);
    expect(box.checked).toBe(false);
  });

  it('[EVENT-04] lists the forms that hold, each with the way to its editor and to its public page', async () => {
    const form = (id: string, more: object) => ({
      ...{ _id: `form_${id}`, _rev: '1-a', type: 'form', name: id, language: 'fr', currency: 'chf', vat: 0 },
      ...{ enabled: true, ...more },
    });
    const closed = form('Table', { accessId: 'bcdfghjm', closesAt: Date.now() });
    await page('member', [form('Guests', { accessId: 'bcdfghjk' }), form('Old', { enabled: false }), closed]);
    // At once, and not as soon as the next minute begins.
    expect(screen.getByRole('link', { name: /^Table/ }).textContent).toContain('closed since');
    expect(screen.getByRole('link', { name: /^Guests/ }).getAttribute('href')).toBe(
      '/event/gala/form/Guests',
    );
    expect(screen.getByRole('link', { name: 'Public page of “Guests”' }).getAttribute('href')).toBe(
      `${location.origin}/desk/bcdfghjk`,
    );
    expect(screen.queryByText('Old')).toBeNull();
    for (const link of screen.getAllByRole('link', { name: 'New form' }))
      expect(link.getAttribute('href')).toBe('/event/gala/form/new');
  });

  it('[EVENT-14] deletion asks with the specified words, and does nothing before the answer', async () => {
    const { data, path } = await page('manager');
    await actions();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete event' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText('Do you confirm the deletion of “Lake Gala”? This is irreversible.'),
    ).toBeTruthy();
    expect(data.calls.map(([name]) => name)).not.toContain('deleteEvent');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete event' }));
    await waitFor(() => expect(path()).toBe('/'));
    expect(data.calls).toContainEqual(['deleteEvent', 'gala']);
  });

  it('[ERROR-21] a load that fails is logged, shown in the global status, and can be tried again', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: galaDocuments } });
    data.fail('openEvent', 'unsynchronized_event');
    await renderApp(data, { path: '/event/gala' });
    const status = await screen.findByText('The event could not be loaded: Unsynchronized event');
    expect(status.closest('[role="alert"]')).toBeTruthy();
    expect(log).toHaveBeenCalledWith('[foyer] an event could not be loaded', {
      code: 'unsynchronized_event',
    });
    log.mockRestore();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Lake Gala' })).toBeTruthy();
  });
});
