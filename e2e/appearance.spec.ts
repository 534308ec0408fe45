import { HomePage } from './pages/HomePage.ts';
import { expect, test, type Device } from './support/fixtures.ts';

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
  await page.getByRole('menu').getByText(t('account.dark'), { exact: true }).click();
  await expect.poll(() => ground(own)).toBeLessThan(80);
  await page.reload();
  await new HomePage(own).expectShown();
  expect(await ground(own)).toBeLessThan(80);
});
