import { writeFile } from 'node:fs/promises';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import type { Form } from '#domain/documents/form.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { pathOf } from '../support/navigate.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import type { World } from '../support/world.ts';

const SESSIONS = [
  { title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const },
  { title: 'Lunch', titleFrench: 'Déjeuner', date: Date.now() + 86_400_000, status: 'upcoming' as const },
];
const forms = async (world: World, dbName: string): Promise<Form[]> =>
  (await world.documents(dbName, 'form_')) as unknown as Form[];
const holding = async (world: World, dbName: string): Promise<Form[]> =>
  (await forms(world, dbName)).filter(({ enabled }) => enabled);
const cell = ({ page, t }: Device, session: string, option: string) =>
  page.getByRole('textbox', { name: t('forms.cell', { session, option }), exact: true });
const group = ({ page, t }: Device, n: number) =>
  page.getByRole('group', { name: t('forms.optionN', { n }), exact: true });
async function save({ page, t }: Device): Promise<void> {
  await page.getByRole('button', { name: t('forms.save') }).click();
  // What an earlier save said may still be there.
  await expect(page.getByText(t('forms.saved')).last()).toBeVisible();
  await expect.poll(() => pathOf(page)).not.toContain('/form/');
}

test('a form is made without network, survives a reload, and its next version takes the public link over [EVENT-04] [FORM-08] [FORM-11] [FORM-13]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 1, sessions: SESSIONS });
  const desk = await device({ as: member });
  const { page, t, open, context } = desk;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(`/event/${event.id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('forms.add') })
    .click();
  await page.getByRole('heading', { level: 1, name: t('forms.createTitle') }).waitFor();
  await page.getByLabel(t('forms.name')).first().fill('Guests');
  await page.getByLabel(t('forms.vat')).fill('8.1');
  await group(desk, 1).getByLabel(t('forms.optionName')).fill('Menu');
  await page.getByRole('button', { name: t('forms.addOption') }).click();
  await group(desk, 2).getByLabel(t('forms.optionName')).fill('Table of ten');
  await group(desk, 2).getByLabel(t('forms.clientCount')).fill('10');

  // As in a spreadsheet: a block from one, then by keys alone.
  await page.evaluate(() => navigator.clipboard.writeText("60\t1'500.50\r\n30\t\r\n"));
  await cell(desk, 'Dinner', 'Menu').click();
  await page.keyboard.press('Control+V');
  await expect(cell(desk, 'Dinner', 'Table of ten')).toHaveValue('1500.50');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(cell(desk, 'Lunch', 'Table of ten')).toBeFocused();
  // From the cell above.
  await page.keyboard.press('Control+D');
  await expect(cell(desk, 'Lunch', 'Table of ten')).toHaveValue('1500.50');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await expectAccessible(desk, 'form editor', ['phone', 'desktop']);

  // The draft is kept a moment after the last key.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('1500.50');
  await page.reload();
  await expect(page.getByText(t('form.draftRestored'))).toBeVisible();
  await expect(cell(desk, 'Lunch', 'Table of ten')).toHaveValue('400');

  await desk.offline();
  await save(desk);
  await expect.poll(() => pathOf(page)).toBe(`/event/${event.id}`);
  const link = page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Guests' }) });
  const address = await link.getAttribute('href');
  expect(address).toMatch(/\/desk\/[2-9b-z]{8}$/);
  await page.getByRole('link', { name: /^Guests/ }).click();
  await page.getByLabel(t('forms.name')).first().fill('Friends');
  await save(desk);
  await expect(
    page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Friends' }) }),
  ).toHaveAttribute('href', address ?? '');
  expect(await forms(world, event.dbName)).toEqual([]);

  await desk.online();
  await expect
    .poll(async () => [
      (await forms(world, event.dbName)).length,
      (await holding(world, event.dbName)).length,
    ])
    .toEqual([2, 1]);
  const [form] = await holding(world, event.dbName);
  const [menu, table] = form?.options.map(({ id }) => id) ?? [];
  const [dinner, lunch] = event.sessions.map(({ _id }) => _id);
  expect(form).toMatchObject({ name: 'Friends', vat: 810, options: [{ name: 'Menu' }, { clientCount: 10 }] });
  expect(address?.endsWith(form?.accessId ?? '?')).toBe(true);
  expect(form?.amounts[dinner ?? '']?.[table ?? '']?.adult).toMatchObject({
    ...{ amountGross: 150_050, amount: 138_807, enabled: true },
  });
  expect(form?.amounts[lunch ?? '']?.[menu ?? '']?.adult).toMatchObject({ amountGross: 3000, enabled: true });
  expect((await forms(world, event.dbName)).filter(({ accessId }) => accessId != null)).toHaveLength(1);
});

test('deux appareils hors ligne : l’un ajoute une session et son prix, l’autre une option ; rien ne se perd [EVENT-11] [FORM-08]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const metadata = { author: { id: member.userId, name: member.username }, createdAt: 1, updatedAt: 1 };
  const event = await world.event({ for: [member], clients: 1, sessions: SESSIONS.slice(0, 1) });
  const [dinner = ''] = event.sessions.map(({ _id }) => _id);
  const stored = {
    ...{ _id: 'form_gala', type: 'form', accessId: 'bcdfghjp', name: 'Invités', language: 'fr', metadata },
    ...{ currency: 'chf', vat: 0, enabled: true, options: [{ id: 'o', name: 'Menu', clientCount: 1 }] },
    amounts: { [dinner]: { o: { adult: { amount: 5000, enabled: true } } } },
  };
  await world.manager.call('PUT', `/db/${event.dbName}/form_gala`, stored);
  const [one, two] = [
    await device({ as: member, locale: FRENCH, serviceWorker: true }),
    await device({ as: member, locale: FRENCH, serviceWorker: true }),
  ];
  await one.open(`/event/${event.id}/update`);
  await two.open(`/event/${event.id}/form/gala`);
  await offlineReady(one.page);
  await offlineReady(two.page);
  await one.offline();
  await two.offline();

  await one.page.getByRole('button', { name: one.t('eventForm.addSession') }).click();
  const added = one.page.getByRole('group', { name: one.t('eventForm.sessionN', { n: 2 }) });
  await added.getByLabel(one.t('eventForm.sessionTitle')).first().fill('Bal');
  await one.page.getByRole('button', { name: one.t('eventForm.submitUpdate') }).click();
  await one.page.getByRole('link', { name: /^Invités/ }).click();
  await expect(cell(one, 'Bal', 'Menu')).toHaveValue('0');
  await cell(one, 'Bal', 'Menu').fill('70');
  await save(one);

  await two.page.getByRole('button', { name: two.t('forms.addOption') }).click();
  await group(two, 2).getByLabel(two.t('forms.optionName')).fill('Végétarien');
  await cell(two, 'Dîner', 'Végétarien').fill('45');
  await save(two);

  await one.online();
  await two.online();
  await expect
    .poll(async () =>
      (await holding(world, event.dbName)).map(({ options, amounts }) => [
        options.length,
        Object.keys(amounts).length,
      ]),
    )
    .toEqual([[2, 2]]);
  const [form] = await holding(world, event.dbName);
  expect(form).toMatchObject({ accessId: 'bcdfghjp', name: 'Invités' });
  await expect(two.page.getByRole('link', { name: /^Invités/ })).toHaveCount(1);
  // An editor begins with what its device has at that moment: the other one's part may be on its way.
  await expect(async () => {
    await two.open(`/event/${event.id}`);
    await two.page.getByRole('link', { name: /^Invités/ }).click();
    await expect(cell(two, 'Bal', 'Menu')).toHaveValue('70', { timeout: 3000 });
  }).toPass();
  await expect(cell(two, 'Dîner', 'Menu')).toHaveValue('50');
  await expect(cell(two, 'Dîner', 'Végétarien')).toHaveValue('45');
});

test('terms are chosen, opened and kept by the next version; a form that was replaced leads to the event [FORM-06] [FORM-14] [VALID-35]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 1, sessions: SESSIONS });
  test.setTimeout(240_000);
  const desk = await device({ as: member });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/form/new`);
  await page.getByLabel(t('forms.name')).first().fill('Guests');
  await page.getByLabel(t('forms.vat')).fill('0');
  await group(desk, 1).getByLabel(t('forms.optionName')).fill('Menu');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByText(t('errors.file_type'))).toBeVisible();
  const terms = test.info().outputPath('terms.pdf');
  // As large as may be.
  await writeFile(terms, '%PDF-1.7\n'.padEnd(FILE_MAX_BYTES, 'terms\n'));
  await file.setInputFiles(terms);
  await expect(page.getByText('terms.pdf')).toBeVisible();
  await save(desk);
  await page.getByRole('link', { name: /^Guests/ }).click();
  await page.getByLabel(t('forms.name')).first().fill('Friends');
  await save(desk);
  // The next version comes first, only then is the one before switched off.
  await expect
    .poll(
      async () => [(await forms(world, event.dbName)).length, (await holding(world, event.dbName)).length],
      { timeout: 60_000 },
    )
    .toEqual([2, 1]);
  const [now] = await holding(world, event.dbName);
  const before = (await forms(world, event.dbName)).find(({ enabled }) => !enabled);
  expect(now?.termsOf).toBe(before?._id);
  expect(before?._attachments).toMatchObject({
    terms: { content_type: 'application/pdf', length: FILE_MAX_BYTES },
  });
  await page.getByRole('link', { name: /^Friends/ }).click();
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: t('forms.openTerms') }).click();
  await popup;

  await open(`/event/${event.id}/form/${before?._id.replace('form_', '') ?? ''}`);
  await expect.poll(() => pathOf(page)).toBe(`/event/${event.id}`);
});
