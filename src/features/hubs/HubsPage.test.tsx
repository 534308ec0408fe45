import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ok } from '#domain/result.ts';
import type { AppData, HubEntry } from '#data/types.ts';
import { centralEvent, showScreen } from '#hooks/testing/screen.tsx';
import { HubsPage } from './HubsPage.tsx';
import { JoinDialog } from './JoinDialog.tsx';

const time = Date.UTC(2026, 10, 25, 9, 30);
const hub = (name: string, changes: HubEntry['refused']['changes'], count = changes.length): HubEntry => ({
  ...{ id: name, name, eventIds: ['gala'], until: time + 9e9, address: '', lastUse: time },
  refused: { changes, count },
});

it('says of each hub what this server did not take of it, who did it, why, and what to do', async () => {
  const change = { eventId: 'gala', rev: '1-a', time, by: 'Ada' };
  const hubs = [
    hub('Hall 1', []),
    hub(
      'Hall 3',
      [
        { ...change, id: 'checkin_session_s_1-x', reason: 'session_archived' },
        { ...change, id: 'client_c', reason: 'made_up_reason' },
        { ...change, id: 'client_d', reason: 'newer_document' },
        { ...change, id: 'session_s', reason: 'update_first' },
      ],
      7,
    ),
  ];
  await showScreen({
    ...{ screen: <HubsPage />, path: '/hubs', events: [centralEvent('gala', 'Gala')] },
    data: { accounts: { hubs: async () => ok(hubs) } as unknown as AppData['accounts'] },
  });
  const told = await screen.findByRole('region', { name: 'Hall 3: This server did not take 7 changes.' });
  expect(screen.getAllByRole('region', { name: /did not take/ })).toEqual([told]);
  const [checkin, client, newer, older, ...more] = within(told).getAllByRole('listitem');
  expect(more).toEqual([]);
  expect(checkin?.textContent).toMatch(
    /^Check-inGala · by Ada · not taken since .*take the session out of the archive/,
  );
  expect(client?.textContent).toMatch(
    /^Guest.*do it here anew, and tell whoever runs the hub.*made_up_reason/s,
  );
  expect(newer?.textContent).toMatch(/a newer version than this server has. Update this server/);
  expect(older?.textContent).toMatch(/too old for this server. Update the hub/);
  expect(within(told).getByText('3 more are not listed.')).toBeTruthy();
});

it('shows the code that joins a hub until the hub is there, and not for one of that name that was there before', async () => {
  let hubs = [hub('Hall', [])];
  const offered: unknown[] = [];
  const accounts = {
    hubs: async () => ok(hubs),
    offerHub: async (asked: unknown) => {
      offered.push(asked);
      return ok({ code: 'bcdf-ghjk', expires: time + 600_000 });
    },
  };
  await showScreen({
    ...{ screen: <HubsPage />, path: '/hubs', events: [centralEvent('gala', 'Gala')] },
    data: { accounts: accounts as unknown as AppData['accounts'] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Join a hub' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Hall' } });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Gala' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show the code' }));
  expect(await within(dialog).findByText(/FOYER_UPSTREAM_CODE=bcdf-ghjk/)).toBeTruthy();
  expect(offered).toMatchObject([{ name: 'Hall', eventIds: ['gala'] }]);
  const status = within(dialog).getByRole('status');
  expect(status.dataset['done']).toBeUndefined();

  hubs = [...hubs, { ...hub('Hall', []), id: 'another' }];
  await waitFor(() => expect(status.dataset['done']).toBe('true'), { timeout: 30_000 });
  expect(within(dialog).queryByText(/FOYER_UPSTREAM_CODE/)).toBeNull();
});

it.each([
  { origin: 'http://foyer.hall', isTold: true, says: 'FOYER_UPSTREAM=https://…' },
  { origin: 'https://foyer.example', isTold: false, says: 'FOYER_UPSTREAM=https://foyer.example' },
  { origin: 'http://localhost:3000', isTold: false, says: 'FOYER_UPSTREAM=http://localhost:3000' },
])('opened at $origin, shows no address that a hub refuses', async ({ origin, isTold, says }) => {
  const accounts = { offerHub: async () => ok({ code: 'bcdf-ghjk', expires: time + 600_000 }) };
  const nothing = (): void => undefined;
  await showScreen({
    screen: <JoinDialog hubs={[]} onLook={nothing} onClose={nothing} origin={origin} />,
    ...{ path: '/hubs', events: [centralEvent('gala', 'Gala')] },
    data: { accounts: accounts as unknown as AppData['accounts'] },
  });
  const dialog = await screen.findByRole('dialog');
  const told = () => within(dialog).queryByText(/joins by https alone/) !== null;
  expect(told()).toBe(isTold);
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Hall' } });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Gala' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Show the code' }));
  const variables = await within(dialog).findByText(/FOYER_UPSTREAM_CODE=bcdf-ghjk/);
  expect(variables.textContent.split('\n')[0]).toBe(says);
  expect(told()).toBe(isTold);
});

it.each([
  { wasThere: true, said: /worth nothing any more/ },
  { wasThere: false, said: /the code was used already, or has expired.*end it there/ },
])(
  'says whether somebody came in with a code before it was taken back, and shows them: $wasThere',
  async (given) => {
    let hubs = [hub('Hall 1', [])];
    const accounts = {
      hubs: async () => ok(hubs),
      offerHub: async () => ok({ code: 'bcdf-ghjk', expires: time + 600_000 }),
      takeBackCode: async () => {
        if (!given.wasThere) hubs = [...hubs, hub('Hall 2', [])];
        return ok(given.wasThere);
      },
    };
    await showScreen({
      ...{ screen: <HubsPage />, path: '/hubs', events: [centralEvent('gala', 'Gala')] },
      data: { accounts: accounts as unknown as AppData['accounts'] },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Join a hub' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Hall 2' } });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Gala' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show the code' }));
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Take the code back' }));
    expect(await screen.findByText(given.said)).toBeTruthy();
    if (!given.wasThere) {
      // Who came in with it is seen by those who go on looking.
      await within(dialog).findByText('Hall 2 is joined.');
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const ends = () => screen.getAllByRole('button', { name: /^End / }).map((one) => one.ariaLabel);
    await waitFor(() =>
      expect(ends()).toEqual(given.wasThere ? ['End Hall 1'] : ['End Hall 1', 'End Hall 2']),
    );
  },
);
