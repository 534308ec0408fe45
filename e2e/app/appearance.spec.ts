import { startMailServer } from '../../server/testing/mailServer.ts';
import { HomePage } from '../pages/HomePage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { builtScreens } from '../support/screens.ts';

/** How bright the page's ground is, 0 to 255. */
const ground = ({ page }: Device) =>
  page.evaluate(() => {
    const numbers =
      getComputedStyle(document.body)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    return numbers.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3;
  });

test('the look follows the system, and the choice made in the account menu stays', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager, colorScheme: 'dark' });
  const { page, t } = own;
  await new HomePage(own).open();
  expect(await ground(own)).toBeLessThan(80);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => ground(own)).toBeGreaterThan(200);
  await page.getByRole('button', { name: new RegExp(`^${t('account.label')}`) }).click();
  await page.getByRole('dialog').getByText(t('account.dark'), { exact: true }).click();
  await expect.poll(() => ground(own)).toBeLessThan(80);
  await page.reload();
  await new HomePage(own).expectShown();
  expect(await ground(own)).toBeLessThan(80);
});

test('where the system has colours of its own, what is chosen is told from the rest', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const { page, t } = await device({ as: world.manager, viewport: { width: 1440, height: 900 } });
  await page.emulateMedia({ forcedColors: 'active' });
  const address = `/event/${event.id}/${event.sessions[0]?._id.replace('_', '/')}`;
  for (const screen of [address, `${address}/checkin`]) {
    await page.goto(screen);
    const filters = page.getByRole('group', { name: t('session.filter') }).getByRole('button');
    await expect(filters).toHaveCount(3);
    const outlined = () =>
      filters.evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle === 'solid'));
    expect(await outlined()).toEqual([true, false, false]);
  }
});

test('with letters twice as large no button cuts their feet, and no row of a table lies on the next one', async ({
  device,
  world,
}) => {
  // Who got the message can get it again: a button for each.
  const mail = await startMailServer();
  try {
    const metadata = { author: { id: 'x', name: 'x' }, createdAt: 1, updatedAt: 1 };
    const people = ['ada', 'bob', 'eve'].map((name) => ({
      ...{ _id: `consumer_${name}`, type: 'consumer', date: 1, status: 'registered', metadata },
      ...{ notifMethod: 'email', paymentType: 'none', notifs: {} },
      person: { forename: name, surname: 'Test', email: `${name}@example.org`, language: 'en' },
    }));
    const event = await world.event({
      clients: 0,
      extra: [
        ...people,
        {
          ...{ _id: 'notif_a', type: 'notif', notifType: 'automatic', notifMethod: 'email', metadata },
          ...{ resendConsumerIds: [], contents: { subject: 'Hello', body: { html: '<p>Hello</p>' } } },
        },
      ],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, { _id: event.id, email: mail.account });
    const desk = await device({ as: world.manager, viewport: { width: 1440, height: 900 } });
    const { page, t } = desk;
    await desk.open(`/event/${event.id}/notif/notif_a?tab=people`);
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
    const rows = page.getByRole('rowgroup').getByRole('row');
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('button', { name: new RegExp(t('notifs.again')) }).first()).toBeVisible();
    const cut = page
      .locator('.mantine-Button-label, header button')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollHeight > part.clientHeight + 1)
          .map(({ textContent }) => textContent),
      );
    expect(await cut).toEqual([]);
    await expect
      .poll(async () => {
        const boxes = await rows.evaluateAll((all) =>
          all.map((row) => {
            const cells = [...row.children].map((cell) => cell.getBoundingClientRect().bottom);
            return [row.getBoundingClientRect().top, Math.max(...cells)] as const;
          }),
        );
        return boxes.flatMap(([top], index) =>
          index > 0 && top < (boxes[index - 1]?.[1] ?? 0) - 1 ? [index] : [],
        );
      })
      .toEqual([]);
  } finally {
    await mail.close();
  }
});

test('a button whose words need two lines is as high as these', async ({ device, world }) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 2, for: [member] });
  const sessionId = event.sessions.find(({ status }) => status !== 'archived')?._id ?? '';
  const { page, t, open } = await device({ as: member, viewport: { width: 1440, height: 900 } });
  await open(`/event/${event.id}/session/${sessionId.replace('session_', '')}/plan/edit`);
  const button = page.getByRole('button', { name: t('planEditor.grid.open') });
  await expect(button).toBeVisible();
  const hidden = await button.evaluate((one) => {
    const words = one.querySelector('.mantine-Button-label') ?? one;
    return words.scrollHeight - words.clientHeight;
  });
  expect(hidden).toBe(0);
});

test('with letters twice as large no page is wider than a narrow phone', async ({ device, world }) => {
  const event = await world.event({ clients: 3 });
  const size = { width: 320, height: 640 };
  const phone = await device({ as: world.manager, locale: FRENCH, viewport: size });
  const looked = ['Home', 'event', 'session', 'money', 'own account', 'statistics'];
  looked.push('message editor', 'services', 'form editor');
  const screens = builtScreens(event).filter(({ name }) => looked.includes(name));
  expect(screens).toHaveLength(looked.length);
  for (const { name, address, ready } of screens) {
    await phone.page.goto(address);
    await ready(phone);
    const width = () =>
      phone.page.evaluate(() => {
        document.documentElement.style.setProperty('font-size', '200%', 'important');
        return document.documentElement.scrollWidth;
      });
    await expect.poll(width, { message: name }).toBe(size.width);
  }
});
