import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { navigate } from '../support/navigate.ts';

const links = (device: Device) =>
  device.page.getByRole('navigation', { name: device.t('nav.label') }).getByRole('link');

const PLACES = [
  ...['Overview', 'All clients', 'Dinner', 'Forms', 'Messages', 'Templates', 'Statistics', 'History'],
];

test('the sidebar has the links of the role, three lead to the event visited last; the account menu names the role [SHELL-02] [SHELL-03] [SHELL-04] [ROLE-03]', async ({
  device,
  world,
}) => {
  const [host, member] = [await world.person('host'), await world.person('member')];
  const event = await world.event({ for: [host, member], clients: 2 });
  const expected: [person: typeof host, role: string, names: string[]][] = [
    // What there is in the event stands between the specified links.
    [host, 'Host', ['Home', 'Overview', 'Dinner']],
    [member, 'User', ['Home', ...PLACES, 'New clients', 'New message', 'New form']],
    [
      world.manager,
      'Administrator',
      [
        'Home',
        'New event',
        ...PLACES,
        'New clients',
        'New message',
        'New form',
        'New user',
        'Users',
        'Access management',
      ],
    ],
  ];
  for (const [person, role, names] of expected) {
    const own = await device({ as: person });
    await own.open(`/event/${event.id}`);
    await expect(links(own)).toHaveText(names);
    await expect(own.page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await own.page.getByRole('button', { name: new RegExp(`^${own.t('account.label')}`) }).click();
    await expect(own.page.getByRole('dialog')).toContainText(`${person.username}${role}`);
    // Nobody who is disabled gets as far as this menu.
    expect(own.t('roles.disabled')).toBe('Disabled');
    if (person === host) continue;
    for (const [name, rest] of [
      ['New clients', 'client/new'],
      ['New message', 'notif'],
      ['New form', 'form/new'],
    ] as const) {
      const link = links(own).filter({ hasText: name });
      await expect(link).toHaveAttribute('href', `/event/${event.id}/${rest}`);
    }
  }
});

test('the header has menu toggle, search and account; login, scan and check-in have neither it nor the sidebar; a file dropped beside its target does not replace the app [SHELL-05] [SHELL-06] [SHELL-07] [SHELL-08] [SHELL-10]', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const session = event.sessions[0]?._id.replace('session_', '') ?? '';
  const own = await device({ as: world.manager });
  const { page, t } = own;
  const toggle = page.getByRole('button', { name: t('nav.toggle') });
  const account = page.getByRole('button', { name: new RegExp(`^${t('account.label')}`) });
  await new HomePage(own).open();
  const prevented = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'list.csv'));
    const drop = (type: string, transfer: DataTransfer) =>
      !document.body.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    const text = new DataTransfer();
    text.setData('text/plain', 'words');
    return {
      over: drop('dragover', dataTransfer),
      drop: drop('drop', dataTransfer),
      text: drop('drop', text),
    };
  });
  expect(prevented).toEqual({ over: true, drop: true, text: false });

  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(links(own).first()).toBeVisible();
  await page.getByRole('button', { name: t('search.open') }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(event.title);
  await page.getByRole('option', { name: event.title }).first().click();
  await expect(page).toHaveURL(new RegExp(`/event/${event.id}$`));
  await account.click();
  await page.getByRole('menuitem', { name: t('account.profile') }).click();
  await expect(page).toHaveURL(/\/user$/);
  for (const rest of ['scan', 'checkin']) {
    await navigate(page, `/event/${event.id}/session/${session}/${rest}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(toggle).toHaveCount(0);
    await expect(links(own)).toHaveCount(0);
  }
  const visitor = await device();
  await new LoginPage(visitor).open();
  await expect(visitor.page.getByRole('banner')).toHaveCount(0);
  await expect(links(visitor)).toHaveCount(0);
});

test('coming back to a long list, or a reload, finds it where it was left, though its guests come later [SHELL-09]', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 150 });
  const own = await device({ as: world.manager });
  const session = new SessionPage(own);
  await session.open(event.id, event.sessions[0]?._id ?? '');
  await session.expectCount(150);
  const scrolled = () => own.page.evaluate(() => Math.round(scrollY));
  await own.page.mouse.wheel(0, 2500);
  await expect.poll(scrolled).toBeGreaterThan(2000);
  const left = await scrolled();
  const guest = own.page.getByRole('link', { name: await nameInView(own), exact: true });
  await guest.click();
  await expect(own.page).toHaveURL(/\/client\//);
  await expect.poll(scrolled).toBe(0);
  // By its link, not by the browser's back button: the place belongs to the route.
  await own.page.getByRole('link', { name: own.t('client.backToSession', { title: 'Dinner' }) }).click();
  await session.expectCount(150);
  await expect.poll(scrolled).toBe(left);
  await own.page.reload();
  await session.expectCount(150);
  await expect.poll(scrolled).toBe(left);
});

test('coming back to an event finds it where it was left, though what its money asks for comes later and above [SHELL-09]', async ({
  device,
  world,
}) => {
  // Somebody who has paid and was cancelled.
  const owed = {
    ...{ _id: 'consumer_owed', type: 'consumer', date: 1, notifs: {}, notifMethod: 'email' },
    ...{ paymentType: 'transfer', status: 'canceled', metadata: {} },
    settlement: { paid: 5000, refunded: 0 },
    registration: { amount: 5000, currency: 'chf', rate: 100, vat: 0 },
  };
  const event = await world.event({ clients: 2, extra: [owed] });
  const { page, t, open } = await device({ as: world.manager });
  await page.setViewportSize({ width: 1280, height: 360 });
  const waits = page.getByRole('region', { name: t('payments.waits') });
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await open(`/event/${event.id}`);
  await expect(waits).toBeVisible();
  const below = page.getByRole('link', { name: t('notifs.add') }).last();
  await below.scrollIntoViewIfNeeded();
  const left = await scrolled();
  expect(left).toBeGreaterThan(300);
  await below.click();
  await expect.poll(scrolled).toBe(0);
  await page.getByRole('link', { name: event.title }).first().click();
  await expect(waits).toBeVisible();
  await expect.poll(scrolled).toBe(left);
});

/** A guest in the middle of the window, whom no other one is called like: clicking there scrolls nothing. */
const nameInView = ({ page }: Device): Promise<string> =>
  page.evaluate(() => {
    const guests = [...document.querySelectorAll('a')].filter(
      ({ href }) => href.includes('fromSession') && !href.includes('/update'),
    );
    const middle = guests.find((link) => {
      const { top } = link.getBoundingClientRect();
      const same = guests.filter(({ textContent }) => textContent === link.textContent);
      return top > 200 && top < 500 && same.length === 1;
    });
    return middle?.textContent ?? '';
  });
