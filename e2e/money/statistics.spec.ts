import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { expect, test } from '../support/fixtures.ts';

test('[STATS-01] [STATS-02] [STATS-03] statistics without network: tables, charts, who is behind a figure, and the same in a file', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 12 });
  const { page, t, context } = await device({ as: member });
  await page.goto(`/event/${event.id}/stats`);
  const status = page.getByRole('table', { name: t('statistics.views.status') });
  await expect(status).toBeVisible();
  const time = t('statistics.views.time');
  await expect(page.getByRole('img', { name: t('statistics.chartOf', { title: time }) })).toBeVisible();
  await context.setOffline(true);

  const total = status.getByRole('row').last().getByRole('button');
  const guests = await total.nth(1).textContent();
  expect(guests).toBe('12');
  await total.nth(1).click();
  const people = page.getByRole('dialog').getByRole('table');
  await expect(people).toHaveAttribute('aria-rowcount', '13');
  await page.getByRole('button', { name: t('common.close') }).click();
  await context.setOffline(false);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('statistics.export') }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const book = read(readFileSync(await download.path()));
  const sheet = book.Sheets[t('statistics.views.status')] ?? {};
  const rows = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1, defval: '' });
  expect(rows.at(-1)?.[2]).toBe(12);

  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: t('common.labelled', { label: t('statistics.png'), value: time }) })
      .click(),
  ]);
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});
