import { SessionPage } from '../pages/SessionPage.ts';
import { expect, test } from '../support/fixtures.ts';

test('a list that was searched, filtered and sorted is so again on the way back, and after a reload', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 12 });
  const [session] = event.sessions;
  const surname = event.clients[3]?.surname ?? '';
  const desk = await device({ as: member });
  const { page, t } = desk;
  const list = new SessionPage(desk);
  await list.open(event.id, session?._id ?? '');
  const box = page.getByRole('searchbox', { name: t('session.searchClients') });
  const expected = page.getByRole('button', { name: t('session.filterExpected') });
  async function expectAsLeft(): Promise<void> {
    await expect(box).toHaveValue(surname);
    await expect(expected).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('columnheader', { name: t('session.number') })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
  }
  await box.pressSequentially(surname);
  await expected.click();
  await page
    .getByRole('columnheader', { name: t('session.number') })
    .getByRole('button')
    .click();
  await expectAsLeft();
  const found = list.clients.getByRole('link', { name: new RegExp(surname) }).first();
  await found.click();
  await expect(page).toHaveURL(/\/client\//);
  await page.goBack();
  await expectAsLeft();
  await found.click();
  await page.getByRole('link', { name: t('client.backToSession', { title: session?.title ?? '' }) }).click();
  await expectAsLeft();
  await page.reload();
  await expectAsLeft();
  // The menu's own way leads to the whole list.
  await list.open(event.id, session?._id ?? '');
  await expect(box).toHaveValue('');
});

test('on paper the list is whole, without what is pressed', async ({ device, world }) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 120 });
  const desk = await device({ as: member, colorScheme: 'dark' });
  const { page, t } = desk;
  const list = new SessionPage(desk);
  await list.open(event.id, event.sessions[0]?._id ?? '');
  await list.expectCount(120);
  const rows = list.clients.getByRole('row');
  expect(await rows.count()).toBeLessThan(100);
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(121);
  await expect(page.getByRole('navigation', { name: t('nav.label') })).toBeHidden();
  await expect(list.checkIn).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect(list.checkIn).toBeVisible();
  await expect.poll(() => rows.count()).toBeLessThan(100);
});
