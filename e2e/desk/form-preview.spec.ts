import { expectAccessible } from '../support/accessible.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { typeForm } from '../support/publicForm.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { pathOf } from '../support/navigate.ts';

const SESSIONS = [
  { title: 'Dinner', titleFrench: 'Dîner', date: Date.UTC(2030, 4, 4), status: 'ongoing' as const },
  { title: 'Lunch', titleFrench: 'Déjeuner', date: Date.UTC(2030, 4, 5), status: 'upcoming' as const },
];
/** What a page says and asks, line by line; the names of countries are those of each platform. */
const said = (page: { locator: Device['page']['locator'] }) =>
  page.locator('main').evaluate((shown) => {
    const main = shown.cloneNode(true) as HTMLElement;
    for (const country of main.querySelectorAll('[name$=country] option')) country.remove();
    return [
      main.textContent,
      ...[...main.querySelectorAll('input, select, textarea')].map((field) => field.getAttribute('name')),
    ]
      .map((text) => text?.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => text !== 'id');
  });

test('beside the editor stands the public page as it is being typed: without network, and afterwards the same at its address', async ({
  device,
  world,
}) => {
  const manager = await world.person('manager');
  const event = await world.event({
    ...{ clients: 2, sessions: SESSIONS },
    event: { paymentTypes: ['transfer', 'cash'] },
  });
  const desk = await device({ as: manager, serviceWorker: true });
  const { page, t } = desk;
  await desk.open(`/event/${event.id}`);
  await offlineReady(page);
  await desk.offline();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('forms.add') })
    .click();
  const preview = page.frameLocator(`iframe[title="${t('forms.previewFrame')}"]`);
  await typeForm(desk, { name: 'Guests', price: '120' });
  await expect(preview.getByRole('radio', { name: /Menu.*CHF 120\.00/ })).toBeVisible();
  await expect(preview.getByText('Lunch')).toHaveCount(0);

  // As wide as each has it, however wide the room beside the editor is.
  const width = (): Promise<number> => preview.locator('html').evaluate((html) => html.clientWidth);
  await expect.poll(width).toBe(390);
  await page.getByText(t('forms.previewDesktop'), { exact: true }).click();
  await expect.poll(width).toBe(1024);
  await page.getByText(t('forms.previewPhone'), { exact: true }).click();

  // Who types below sees below, not the top again with each letter.
  const toEnd = preview.getByRole('button', { name: 'Register' });
  await toEnd.scrollIntoViewIfNeeded();
  const top = (): Promise<number> => preview.locator('html').evaluate((html) => html.scrollTop);
  const before = await top();
  expect(before).toBeGreaterThan(200);
  const address = page
    .getByRole('row', { name: new RegExp(t('forms.asks.addr')) })
    .getByRole('checkbox')
    .first();
  await address.check();
  await expect(preview.getByRole('textbox', { name: 'Street' })).toHaveCount(1);
  expect(await top()).toBeGreaterThanOrEqual(before);
  // Nothing is sent from there.
  await toEnd.click();
  await expect(toEnd).toBeVisible();
  await expectAccessible(desk, 'form editor with its preview', ['desktop']);

  const previewed = await said(preview);
  await page.getByRole('button', { name: t('forms.save') }).click();
  await expect.poll(() => pathOf(page)).toBe(`/event/${event.id}`);
  const link = page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Guests' }) });
  const path = await link.getAttribute('href');
  await desk.online();
  await expect.poll(async () => (await fetch(new URL(path ?? '', world.url))).status).toBe(200);
  const guest = await device({});
  const unscripted = await guest.page.context().browser()?.newContext({ javaScriptEnabled: false });
  const publicPage = await unscripted?.newPage();
  if (publicPage === undefined) throw new Error('no page');
  await publicPage.goto(new URL(path ?? '', world.url).href);
  const html = await publicPage.content();
  await publicPage.close();
  const shown = await guest.page.evaluate((text) => {
    const made = new DOMParser().parseFromString(text, 'text/html');
    for (const data of made.querySelectorAll('main script, [name$=country] option')) data.remove();
    const main = made.querySelector('main');
    return [
      main?.textContent,
      ...[...(main?.querySelectorAll('input, select, textarea') ?? [])].map((field) =>
        field.getAttribute('name'),
      ),
    ]
      .map((one) => one?.replaceAll(/\s+/g, ' ').trim())
      .filter((one) => one !== 'id');
  }, html);
  expect(previewed).toEqual(shown);

  // On a phone it opens over the editor.
  await page.getByRole('link', { name: /^Guests/ }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: t('forms.preview') }).click();
  await expect(preview.getByRole('radio', { name: /Menu.*CHF 120\.00/ })).toBeVisible();
  await expectAccessible(desk, 'preview on a phone', ['phone']);
});
