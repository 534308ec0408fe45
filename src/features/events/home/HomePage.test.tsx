import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments, NOON } from '#app/testing/scene.ts';
import type { Cell } from '#data/signal.ts';
import { blankStatus } from '#data/sync/blankStatus.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import type { Attention } from '#data/types.ts';
import type { Role } from '#domain/rights/roles.ts';
import { arrangeEvents } from './arrangeEvents.ts';

async function home(role: Role, language: 'en' | 'fr' = 'en', events = [galaCentral]) {
  const data = fakeAppData({ role, events, documents: { gala: galaDocuments } });
  const view = await renderApp(data, { language });
  await screen.findByRole('heading', { level: 1 });
  return { data, ...view };
}

describe('Home', () => {
  it('[HOME-01] lists events with their sessions, linked', async () => {
    await home('host');
    expect(screen.getByRole('link', { name: 'Lake Gala' }).getAttribute('href')).toBe('/event/gala');
    expect(screen.getByRole('link', { name: 'Dinner' }).getAttribute('href')).toBe(
      '/event/gala/session/dinner',
    );
    expect(screen.getByRole('link', { name: 'Reception' })).toBeTruthy();
  });

  it('shows French titles to a French reader', async () => {
    await home('host', 'fr');
    expect(screen.getByRole('link', { name: 'Gala du Lac' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Dîner' })).toBeTruthy();
  });

  it('[HOME-02] [ROLE-07] members set the status of each session', async () => {
    await home('member');
    expect(screen.getByRole('combobox', { name: 'Status of “Dinner”' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Status of “Reception”' })).toBeTruthy();
  });

  it('[HOME-03] a host reads it', async () => {
    await home('host');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getAllByText('Ongoing')).toHaveLength(2);
    expect(screen.getByText('Archived')).toBeTruthy();
  });

  it('a host is one tap from the door of a session that is on', async () => {
    const { unmount } = await home('host');
    const doors = screen.getAllByRole('link', { name: /^Check in/ });
    expect(doors.map((door) => door.getAttribute('href'))).toEqual(['/event/gala/session/dinner/checkin']);
    expect(doors[0]?.getAttribute('aria-label')).toBe('Check in: Dinner');
    unmount();
    await home('member');
    expect(screen.queryByRole('link', { name: /^Check in/ })).toBeNull();
  });

  it('also of one of today that nobody has set going yet; not of one of another day', async () => {
    const session = { titleFrench: null, status: 'upcoming' as const };
    const sessions = [
      { ...session, id: 'session_talk', title: 'Talk', date: Date.now() },
      { ...session, id: 'session_ball', title: 'Ball', date: Date.now() + 2 * 86_400_000 },
      { ...session, id: 'session_lunch', title: 'Lunch', date: Date.now(), status: 'archived' as const },
    ];
    await home('host', 'en', [{ ...galaCentral, sessions }]);
    const doors = screen.getAllByRole('link', { name: /^Check in/ });
    expect(doors.map((door) => door.getAttribute('href'))).toEqual(['/event/gala/session/talk/checkin']);
  });

  it('a session is of the day that it is at the event, and of the small hours after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const session = {
      ...{ id: 'session_ball', title: 'Ball', titleFrench: null, status: 'upcoming' as const },
    };
    // The tenth at noon in Auckland.
    const sessions = [{ ...session, date: Date.parse('2027-02-09T23:00Z') }];
    const event = { ...galaCentral, timeZone: 'Pacific/Auckland', date: null, sessions };
    for (const [now, isOn] of [
      ['2027-02-09T10:30Z', false],
      ['2027-02-10T10:30Z', true],
      ['2027-02-10T12:30Z', true],
      ['2027-02-10T18:30Z', false],
    ] as const) {
      vi.setSystemTime(now);
      const { unmount } = await home('host', 'en', [event]);
      expect(screen.getAllByText('February 10')).toHaveLength(2);
      expect(screen.queryAllByRole('link', { name: 'Check in: Ball' })).toHaveLength(Number(isOn));
      unmount();
    }
    vi.useRealTimers();
  });

  it('a session is of the day that it is, also on a device that has another one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const session = { id: 'session_ball', title: 'Ball', titleFrench: null, status: 'upcoming' as const };
    const sessions = [{ ...session, date: Date.parse('2027-02-10T12:00Z') }];
    const event = { ...galaCentral, timeZone: 'UTC', date: null, sessions };
    const DAY = 86_400_000;
    vi.setSystemTime('2027-02-11T14:00Z');
    const data = fakeAppData({ role: 'host', events: [event], documents: { gala: galaDocuments } });
    // As an exchange with the server tells it.
    data.clock.setOffset(-DAY);
    await renderApp(data);
    expect(await screen.findAllByRole('link', { name: 'Check in: Ball' })).toHaveLength(1);
    vi.useRealTimers();
  });

  it('[HOME-04] [HOME-05] a change is saved, synchronised, and told', async () => {
    const { data } = await home('member');
    fireEvent.click(screen.getByRole('combobox', { name: 'Status of “Dinner”' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Archived' }));
    expect(await screen.findByText('Changed event status.')).toBeTruthy();
    expect(data.store('gala').session('session_dinner')?.status).toBe('archived');
    const names = data.calls.map(([name]) => name);
    expect(names.indexOf('syncNow')).toBeGreaterThan(names.indexOf('setSessionStatus'));
    expect(data.calls).toContainEqual(['syncNow', 'gala']);
  });

  it('of a status that somebody sets back is not said that it is what was chosen here before [HOME-02]', async () => {
    const { data } = await home('member');
    const select = screen.getByRole<HTMLInputElement>('combobox', { name: 'Status of “Dinner”' });
    fireEvent.click(select);
    fireEvent.click(await screen.findByRole('option', { name: 'Upcoming' }));
    // Shown before the list of events says it.
    await waitFor(() => expect(select.value).toBe('Upcoming'));
    const heard = (status: 'upcoming' | 'ongoing') =>
      act(() =>
        (data.events as Cell<readonly CentralEvent[]>).set([
          {
            ...galaCentral,
            sessions: galaCentral.sessions.map((one) => (one.title === 'Dinner' ? { ...one, status } : one)),
          },
        ]),
      );
    heard('upcoming');
    expect(select.value).toBe('Upcoming');
    heard('ongoing');
    expect(select.value).toBe('Ongoing');
  });

  it('while a status is being saved its field keeps the focus, and takes no other one', async () => {
    const { data } = await home('member');
    const select = screen.getByRole<HTMLInputElement>('combobox', { name: 'Status of “Dinner”' });
    data.openEvent = () => new Promise(() => undefined);
    fireEvent.click(select);
    fireEvent.click(await screen.findByRole('option', { name: 'Upcoming' }));
    await waitFor(() => expect(select.readOnly).toBe(true));
    // A browser takes the focus from what is disabled.
    expect(select.disabled).toBe(false);
  });

  it('[ERROR-20] a change that fails shows why in the status area, and the status from before', async () => {
    const { data } = await home('member');
    data.fail('setSessionStatus', 'storage_full');
    const select = screen.getByRole<HTMLInputElement>('combobox', { name: 'Status of “Dinner”' });
    fireEvent.click(select);
    fireEvent.click(await screen.findByRole('option', { name: 'Upcoming' }));
    const alert = await screen.findByText(/storage of this device is full/);
    expect(alert.closest('[role="alert"]')).toBeTruthy();
    await waitFor(() => expect(select.value).toBe('Ongoing'));
    expect(screen.queryByText('Changed event status.')).toBeNull();
  });

  it.each([
    [
      'en',
      '2 messages wait for you',
      'Welcome [Forename] {{x}} · Lake Gala',
      'Failed: 3, Not known: 1',
      'SMS · Lake Gala',
    ],
    [
      'fr',
      '2 messages vous attendent',
      'Welcome [Prénom] {{x}} · Gala du Lac',
      'Échec\u00a0: 3',
      'SMS · Gala du Lac',
    ],
  ] as const)(
    'messages that wait for a person are one line each, with the way there: %s',
    async (...words) => {
      const [language, title, first, states, second] = words;
      const one = {
        eventId: 'gala',
        notifId: 'notif_1',
        method: 'email',
        name: 'Welcome {{forename}} {{x}}',
      } as const;
      const attention: Attention = {
        isPaused: false,
        roomLeft: null,
        messages: [
          { ...one, failed: 3, uncertain: 1, withheld: 0, stalled: null },
          {
            ...one,
            notifId: 'notif_2',
            method: 'sms',
            name: null,
            failed: 0,
            uncertain: 0,
            withheld: 9,
            stalled: null,
          },
        ],
      };
      const options = { events: [galaCentral], documents: { gala: galaDocuments }, attention };
      const { unmount } = await renderApp(fakeAppData({ role: 'member', ...options }), { language });
      const part = within(await screen.findByRole('region', { name: title }));
      const link = part.getByRole('link', { name: first });
      expect(link.getAttribute('href')).toBe('/event/gala/notif/1?tab=people');
      expect(link.closest('li')?.textContent).toContain(states);
      expect(part.getByRole('link', { name: second })).toBeTruthy();
      unmount();
      // Nobody but members sends messages.
      await renderApp(fakeAppData({ role: 'host', ...options }), { language });
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('region', { name: title })).toBeNull();
    },
  );

  it.each([
    ['en', '3 payments by card need a look', 'Lake Gala: 3 payments'],
    ['fr', '3 paiements par carte sont à vérifier', 'Gala du Lac\u00a0: 3 paiements'],
  ] as const)('members see which event has payments to look at: %s', async (language, title, words) => {
    const paymentAttention = [
      { eventId: 'gala', count: 3 },
      { eventId: 'unseen', count: 2 },
    ];
    const options = { events: [galaCentral], documents: { gala: galaDocuments }, paymentAttention };
    const { unmount } = await renderApp(fakeAppData({ role: 'member', ...options }), { language });
    const part = within(await screen.findByRole('region', { name: title }));
    const links = part.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [words, '/event/gala/money'],
    ]);
    unmount();
    await renderApp(fakeAppData({ role: 'host', ...options }), { language });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('region', { name: title })).toBeNull();
  });

  it.each([
    [
      ...(['en', 'email', 'timeout'] as const),
      // By the event's clocks, as the message's own page tells it.
      'The mail server does not answer. 12 messages wait, and are tried again on January 1, 2027 / 14:00 (Pacific/Kiritimati).',
    ],
    ['fr', 'sms', '20429', 'Le prestataire demande d’attendre (20429). 12 messages attendent'],
  ] as const)('what waits for a provider that stalls is said in words: %s', async (...words) => {
    const [language, method, reason, said] = words;
    const none = { failed: 0, uncertain: 0, withheld: 0 };
    const stalled = { count: 12, reason, next: Date.UTC(2027, 0, 1) };
    const attention: Attention = {
      isPaused: false,
      roomLeft: null,
      messages: [{ eventId: 'gala', notifId: 'notif_1', method, name: 'Welcome', ...none, stalled }],
    };
    // Of few computers: the zone is named where it is another than this one's.
    const gala = { ...galaCentral, timeZone: 'Pacific/Kiritimati' };
    const options = { events: [gala], documents: { gala: galaDocuments }, attention };
    await renderApp(fakeAppData({ role: 'member', ...options }), { language });
    const part = await screen.findByRole('region', { name: /message/ });
    expect(part.textContent).toContain(said);
  });

  it.each([
    ['en', 1, /1 message waits until .* at the latest: .* one address gets 20 messages at first\./],
    ['en', 12, /12 messages wait until .* at the latest: .* one address gets 20 messages at first\./],
    ['fr', 1, /1 message attend jusqu’au .* au plus tard\s: .* 20 messages d’abord\./],
    ['fr', 12, /12 messages attendent jusqu’au .* au plus tard\s: .* 20 messages d’abord\./],
  ] as const)('why messages to an address wait that many registered is said: %s, %i', async (...words) => {
    const [language, count, said] = words;
    const none = { failed: 0, uncertain: 0, withheld: 0, stalled: null };
    const slowed = { count, until: Date.UTC(2027, 0, 1) };
    const attention: Attention = {
      isPaused: false,
      roomLeft: null,
      messages: [{ eventId: 'gala', notifId: 'notif_1', method: 'email', name: 'Welcome', ...none, slowed }],
    };
    const options = { events: [galaCentral], documents: { gala: galaDocuments }, attention };
    await renderApp(fakeAppData({ role: 'member', ...options }), { language });
    const part = await screen.findByRole('region', { name: /message/ });
    expect(part.textContent).toMatch(said);
  });

  it('that nothing is sent from a copy is said, and a manager settles it', async () => {
    const attention: Attention = { isPaused: true, roomLeft: null, messages: [] };
    const options = { events: [galaCentral], documents: { gala: galaDocuments }, attention };
    const { unmount } = await renderApp(fakeAppData({ role: 'member', ...options }));
    expect(await screen.findByText('An administrator has to say which copy goes on.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'This copy goes on' })).toBeNull();
    unmount();
    const data = fakeAppData({ role: 'manager', ...options });
    await renderApp(data);
    fireEvent.click(await screen.findByRole('button', { name: 'This copy goes on' }));
    const dialog = await screen.findByRole('dialog');
    expect(data.calls.map(([name]) => name)).not.toContain('confirmCopy');
    attention.isPaused = false;
    fireEvent.click(within(dialog).getByRole('button', { name: 'This copy goes on' }));
    expect(await screen.findByText('Messages are sent from here now.')).toBeTruthy();
    expect(data.calls.map(([name]) => name)).toContain('confirmCopy');
    await waitFor(() => expect(screen.queryByText(/Nothing is sent/)).toBeNull());
  });

  it.each([
    ['en', 'The server is almost full: 12.3 Mo left', /issues no invoices/],
    ['fr', 'Le serveur est presque plein : il reste 12,3 Mo', /n’émet aucune facture/],
  ] as const)(
    'that the server has little room left is said before it saves nothing: %s',
    async (...words) => {
      const [language, title, why] = words;
      const attention: Attention = { isPaused: false, roomLeft: 12_300_000, messages: [] };
      const options = { events: [galaCentral], documents: { gala: galaDocuments }, attention };
      await renderApp(fakeAppData({ role: 'member', ...options }), { language });
      const said = (await screen.findByText(title)).closest('[role="alert"]');
      expect(said?.textContent).toMatch(why);
    },
  );

  it('without events it says what comes next, by role', async () => {
    const { unmount } = await home('manager', 'en', []);
    expect(screen.getAllByRole('link', { name: 'New event' }).length).toBeGreaterThan(0);
    unmount();
    await home('host', 'en', []);
    expect(screen.queryByRole('link', { name: 'New event' })).toBeNull();
    expect(screen.getByText(/as soon as an administrator/)).toBeTruthy();
  });

  it('an event that the server lacks since it was put back is shown, and given back by a manager', async () => {
    const ball: CentralEvent = { ...galaCentral, id: 'ball', title: 'Spring Ball' };
    const data = fakeAppData({ role: 'manager', events: [galaCentral], missingEvents: [ball] });
    const { unmount } = await renderApp(data);
    expect(await screen.findByText(/The server lacks an event that this device still holds/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Spring Ball' }).getAttribute('href')).toBe('/event/ball');
    fireEvent.click(screen.getByRole('button', { name: 'Give back to the server: Spring Ball' }));
    expect(await screen.findByText('“Spring Ball” is on the server again.')).toBeTruthy();
    expect(data.calls).toContainEqual(['bringBackEvent', 'ball']);
    unmount();
    await renderApp(fakeAppData({ role: 'host', events: [galaCentral], missingEvents: [ball] }));
    expect(await screen.findByText(/An administrator who logs in on this device/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /back to the server/ })).toBeNull();
  });

  it('whoever holds a missing event lets it go, told before what is lost', async () => {
    const ball: CentralEvent = { ...galaCentral, id: 'ball', title: 'Spring Ball' };
    const data = fakeAppData({ role: 'host', events: [galaCentral], missingEvents: [ball] });
    await renderApp(data);
    const remove = await screen.findByRole('button', { name: 'Remove from this device: Spring Ball' });
    fireEvent.click(remove);
    const asked = await screen.findByRole('dialog', { name: 'Remove “Spring Ball” from this device?' });
    expect(asked.textContent).toContain('with 612 guests. What no other device holds is lost for good.');
    expect(asked.textContent).toContain('3 changes made on this device were never confirmed by the server.');
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(data.calls.map(([name]) => name)).not.toContain('giveUpEvent');
    fireEvent.click(remove);
    const again = await screen.findByRole('dialog');
    fireEvent.click(within(again).getByRole('button', { name: 'Remove from this device' }));
    expect(await screen.findByText('“Spring Ball” was removed from this device.')).toBeTruthy();
    expect(data.calls).toContainEqual(['giveUpEvent', 'ball']);
  });

  it('says why the list of events does not come', async () => {
    const data = fakeAppData({ role: 'manager', events: null });
    await renderApp(data);
    expect(await screen.findByText('The list of events is on its way…')).toBeTruthy();
    const central = {
      ...blankStatus('central', 'full'),
      state: 'attention' as const,
      error: 'server_full' as const,
    };
    act(() => data.status.set({ ...data.status.get(), summary: 'attention', databases: [central] }));
    expect(await screen.findByText(/The server has no room left and takes nothing new/)).toBeTruthy();
    expect(screen.queryByText('The list of events is on its way…')).toBeNull();
  });

  it('archived events wait behind a button', async () => {
    const old: CentralEvent = { ...galaCentral, id: 'old', title: 'Old Ball', status: 'archived' };
    await home('host', 'en', [galaCentral, old]);
    expect(screen.queryByText('Old Ball')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Archived event (1)' }));
    expect(screen.getByText('Old Ball')).toBeTruthy();
  });
});

const event = (id: string, status: CentralEvent['status'], days: number | null): CentralEvent => ({
  ...galaCentral,
  id,
  title: `Fête ${id}`,
  status,
  date: days === null ? null : NOON + days * 86_400_000,
});

describe('the order of events', () => {
  const all = [
    event('later', 'upcoming', 9),
    event('undated', 'upcoming', null),
    event('soon', 'upcoming', 2),
    event('now', 'ongoing', 5),
    event('old', 'archived', -9),
    event('older', 'archived', -99),
  ];

  it('is ongoing, then upcoming by date; archived ones the latest first', () => {
    const { current, archived } = arrangeEvents(all, '');
    expect(current.map(({ id }) => id)).toEqual(['now', 'soon', 'later', 'undated']);
    expect(archived.map(({ id }) => id)).toEqual(['old', 'older']);
  });

  it('is searched without accents', () => {
    expect(arrangeEvents(all, 'fete soon').current.map(({ id }) => id)).toEqual(['soon']);
  });
});
