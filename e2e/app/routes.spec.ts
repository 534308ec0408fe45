import { hasRole, type Role } from '#domain/rights/roles.ts';
import type { en } from '#i18n/en/index.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { navigate, pathOf, visit } from '../support/navigate.ts';
import { SHOWN } from '../support/screens.ts';
import type { MadeEvent } from '../support/world.ts';

type Screen = keyof (typeof en)['screens'];
type Row = readonly [requirement: string, address: string, role: Role, screen: Screen | RegExp];

/** The screens that every event of these tests has, as the specification lists them. E, S, C, K, N, F stand for ids. */
const TABLE: readonly Row[] = [
  ['ROUTE-04', '/user', 'host', 'profile'],
  ['ROUTE-05', '/users/new', 'manager', 'userNew'],
  ['ROUTE-06', '/access', 'manager', 'access'],
  ['ROUTE-07', '/access/U', 'manager', 'accessUser'],
  ['ROUTE-12', '/document/new', 'member', 'documentNew'],
  ['ROUTE-13', '/event/new', 'manager', 'eventNew'],
  ['ROUTE-15', '/event/E/update', 'member', 'eventUpdate'],
  ['ROUTE-16', '/event/E/history', 'member', 'eventHistory'],
  ['ROUTE-19', '/event/E/client/C/update', 'member', 'clientUpdate'],
  ['ROUTE-20', '/event/E/client/copy', 'member', 'clientCopy'],
  ['ROUTE-21', '/event/E/client/new', 'member', 'eventClientNew'],
  ['ROUTE-22', '/event/E/client/import', 'member', 'eventClientImport'],
  ['ROUTE-23', '/event/E/registrant/K', 'member', 'registrant'],
  ['ROUTE-24', '/event/E/notif', 'member', 'eventNotifNew'],
  ['ROUTE-24', '/event/E/notif/N', 'member', /^Welcome to the dinner/],
  ['ROUTE-25', '/event/E/form/new', 'member', 'eventFormNew'],
  ['ROUTE-25', '/event/E/form/F', 'member', /^Table for eight/],
  ['ROUTE-26', '/event/E/rate', 'member', 'rate'],
  ['ROUTE-27', '/event/E/services', 'manager', 'services'],
  ['ROUTE-28', '/event/E/stats', 'member', 'stats'],
  ['ROUTE-29', '/event/E/invitations/new', 'member', 'invitationNew'],
  ['ROUTE-30', '/event/E/invoices/new', 'member', 'invoiceNew'],
  ['ROUTE-33', '/event/E/session/S/client/new', 'member', 'sessionClientNew'],
  ['ROUTE-34', '/event/E/session/S/client/import', 'member', 'sessionClientImport'],
  ['ROUTE-35', '/event/E/session/S/plan', 'host', 'plan'],
  ['ROUTE-36', '/event/E/session/S/plan/edit', 'member', 'planEdit'],
  ['ROUTE-37', '/event/E/session/S/scan', 'host', 'scan'],
];

/** Screens named after what they show: the event, the session, the guest, the door. */
const named = (event: MadeEvent): [string, string, RegExp][] => {
  const client = event.clients[0];
  return [
    ['ROUTE-14', '/event/E', new RegExp(event.title)],
    ['ROUTE-31', '/event/E/session/S', /Dinner/],
    ['ROUTE-17', '/event/E/client/C', new RegExp(client?.surname ?? '')],
    ['ROUTE-32', '/event/E/session/S/checkin', /Check-in: Dinner/],
  ];
};

/** Routes without an event go on with the one that was visited last. */
const LAST_EVENT: readonly [requirement: string, address: string, target: string][] = [
  ['ROUTE-08', '/notif/new', '/event/E/notif'],
  ['ROUTE-09', '/form/new', '/event/E/form/new'],
  ['ROUTE-10', '/client/new', '/event/E/client/new'],
  ['ROUTE-11', '/client/import', '/event/E/client/import'],
];

const tail = (id = '') => id.slice(id.indexOf('_') + 1);
function fill(address: string, event: MadeEvent): string {
  const client = event.clients[0];
  const ids: Record<string, string> = {
    E: event.id,
    S: tail(event.sessions[0]?._id),
    C: tail(client?._id),
    K: tail(client?.consumerId ?? ''),
    U: 'someone',
    N: 'welcome',
    F: 'eight',
  };
  return address.replaceAll(/(?<=\/)[A-Z](?=\/|$)/g, (letter) => ids[letter] ?? 'x1');
}

async function lands(device: Device, requirement: string, address: string, path: string): Promise<void> {
  await navigate(device.page, address);
  await expect.poll(() => pathOf(device.page), { message: `${requirement} ${address}` }).toBe(path);
}

for (const role of ['host', 'member', 'manager'] as const) {
  test(`a ${role} sees every screen of theirs, and Home instead of the others [ROUTE-40]`, async ({
    device,
    world,
  }) => {
    const person = role === 'manager' ? world.manager : await world.person(role);
    const event = await world.event({ for: role === 'manager' ? [] : [person], extra: SHOWN });
    const own = await device({ as: person });
    const { page, t } = own;
    await own.open(`/event/${event.id}`);
    for (const [requirement, address, title] of named(event)) {
      const path = fill(address, event);
      await lands(own, requirement, path, path);
      await expect(page, requirement).toHaveTitle(title);
    }
    for (const [requirement, address, required, screen] of TABLE) {
      const path = fill(address, event);
      const allowed = hasRole(role, required);
      await lands(own, requirement, path, allowed ? path : '/');
      const title = screen instanceof RegExp ? screen : new RegExp(`^${t(`screens.${screen}`)}`);
      await expect(page, `${requirement} ${address}`).toHaveTitle(
        allowed ? title : new RegExp(`^${t('screens.home')}`),
      );
    }
    for (const [requirement, address, target] of LAST_EVENT) {
      await lands(own, requirement, address, hasRole(role, 'member') ? fill(target, event) : '/');
    }
  });
}

test('without a session every address leads to the login, and only the login is open [ROUTE-02] [ROUTE-39]', async ({
  device,
  world,
}) => {
  const event = await world.event();
  const visitor = await device();
  await new LoginPage(visitor).open();
  const addresses = [
    '/',
    '/unknown',
    ...named(event).map(([, address]) => address),
    ...TABLE.map(([, address]) => address),
  ];
  for (const address of addresses) {
    // Through another page, so that each arrival is a new one.
    await navigate(visitor.page, fill(address, event));
    await expect.poll(() => pathOf(visitor.page), { message: address }).toBe('/login');
  }
  await visitor.page.goto(`/event/${event.id}`);
  await new LoginPage(visitor).expectShown();
});

test('whoever is logged in goes from the login to Home, and so do an unknown path and event [ROUTE-01] [ROUTE-03] [ROUTE-38] [ROUTE-41]', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager });
  const home = new HomePage(own);
  for (const address of ['/login', '/nowhere', '/event/none-such']) {
    await own.page.goto(address);
    await home.expectShown();
  }
  for (const address of ['/event/none-such/session/x/checkin', '/event/E/nowhere']) {
    await visit(own.page, address);
    await home.expectShown();
  }
});

test('an unknown session or consumer leads to the event [ROUTE-42] [ROUTE-43]', async ({ device, world }) => {
  const event = await world.event();
  const own = await device({ as: world.manager });
  await own.open(`/event/${event.id}`);
  for (const rest of ['session/none', 'session/none/checkin', 'session/none/plan', 'registrant/none']) {
    await lands(own, rest, `/event/${event.id}/${rest}`, `/event/${event.id}`);
    await expect(own.page.getByRole('heading', { level: 1, name: event.title })).toBeVisible();
  }
});

test('a guest opened from a session leads back to it [ROUTE-18]', async ({ device, world }) => {
  const event = await world.event();
  const [session] = event.sessions;
  const [client] = event.clients;
  const own = await device({ as: world.manager });
  const address = `/event/${event.id}/client/${tail(client?._id)}`;
  await own.open(`${address}?fromSession=${tail(session?._id)}`);
  await own.page.getByRole('link', { name: own.t('client.backToSession', { title: 'Dinner' }) }).click();
  await expect.poll(() => pathOf(own.page)).toBe(`/event/${event.id}/session/${tail(session?._id)}`);
  await own.open(address);
  await own.page.getByRole('link', { name: own.t('client.backToEvent', { title: event.title }) }).click();
  await expect.poll(() => pathOf(own.page)).toBe(`/event/${event.id}`);
});
