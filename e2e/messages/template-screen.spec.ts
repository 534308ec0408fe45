import { plainTemplate, unitTemplate } from '#pdf/testing/templates.ts';
import { expect, test } from '../support/fixtures.ts';
import { dragOnTemplate } from '../support/templateArea.ts';

const pdf = async (pages: number) => ({
  name: 'own.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await plainTemplate(pages)),
});

test('a template is for a language and a type of payment; one that is for the same gives way, which is said before [EVENT-06] [TPL-02] [TPL-03] [TPL-07] [TPL-11] [VALID-46] [DOC-35] [DOC-36]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({
    ...{ for: [member], clients: 2 },
    event: { paymentTypes: ['none', 'transfer'] },
  });
  const { page, t, open } = await device({ as: member });
  const language = page.getByLabel(t('templates.language'), { exact: true });
  const paymentType = page.getByLabel(t('templates.paymentType'), { exact: true });
  const exists = page.getByText(t('invoice_template_creation.template_exists'));
  const stored = () => world.documents(event.dbName, 'invoicetemplate_');

  async function create(...[spoken, paid]: ['en' | 'fr', 'none' | 'transfer']): Promise<void> {
    await open(`/event/${event.id}/invoices/new`);
    await expect(page.getByRole('heading', { level: 1, name: t('screens.invoiceNew') })).toBeVisible();
    await page.locator('input[type="file"]').setInputFiles(await pdf(1));
    await language.selectOption(spoken);
    await paymentType.selectOption(paid);
  }
  async function save(): Promise<void> {
    await page.getByRole('button', { name: t('templates.save') }).click();
    await expect(page.getByText(t('templates.saved'))).toBeVisible();
  }

  await create('fr', 'transfer');
  const choices = paymentType.locator('option');
  await expect(choices).toHaveCount(5);
  for (const choice of await choices.all()) {
    const isEnabled = ['none', 'transfer'].includes((await choice.getAttribute('value')) ?? '');
    await expect(choice).toBeEnabled({ enabled: isEnabled });
  }
  await expect(exists).toBeHidden();
  await save();
  await expect.poll(async () => (await stored()).length).toBe(1);
  const [first] = await stored();
  expect(first).toMatchObject({
    ...{ type: 'invoicetemplate', language: 'fr', paymentType: 'transfer', refs: [] },
    ...{ metadata: { author: { id: member.userId } } },
  });

  // Another type of payment is another template.
  await create('fr', 'none');
  await expect(exists).toBeHidden();
  await save();
  await expect.poll(async () => (await stored()).length).toBe(2);
  await create('fr', 'transfer');
  await expect(exists).toBeVisible();
  await save();
  await expect
    .poll(async () =>
      (await stored())
        .map(({ _id, paymentType: paid }) => [_id === first?._id, paid] as const)
        .sort(([, one], [, other]) => String(one).localeCompare(String(other))),
    )
    .toEqual([
      [false, 'none'],
      [false, 'transfer'],
    ]);

  const french = (paid: 'none' | 'transfer') =>
    page.getByRole('link', { name: `${t('languages.fr')} · ${t(`paymentTypes.${paid}`)}` });
  await expect(french('none')).toBeVisible();
  await french('transfer').click();
  await expect(
    page.getByRole('heading', { level: 1, name: t('screens.invoice'), exact: true }),
  ).toBeVisible();
  await expect(language).toHaveValue('fr');
  await expect(paymentType).toHaveValue('transfer');

  // Of invitations there is one for each language, whatever is paid.
  for (const isFirst of [true, false]) {
    await open(`/event/${event.id}/invitations/new`);
    await page.locator('input[type="file"]').setInputFiles(await pdf(1));
    await language.selectOption('en');
    await paymentType.selectOption(isFirst ? 'none' : 'transfer');
    await expect(exists).toBeVisible({ visible: !isFirst });
    await save();
  }
  await expect
    .poll(async () =>
      (await world.documents(event.dbName, 'invitationtemplate_')).map((one) => one['paymentType']),
    )
    .toEqual(['transfer']);
});

test('pages are turned, and shown in five sizes at two pixels a point [TPL-13] [TPL-14] [TPL-28]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 2 });
  const { page, t, open } = await device({ as: member });
  await open(`/event/${event.id}/invitations/new`);
  await page.locator('input[type="file"]').setInputFiles(await pdf(3));
  const turn = (word: 'nextPage' | 'previousPage') =>
    page.getByRole('button', { name: t(`templates.${word}`), exact: true });
  const shown = (number: number) =>
    page.getByText(t('templates.page', { page: number, count: 3 }), { exact: true });
  await expect(shown(1)).toBeVisible();
  await expect(turn('previousPage')).toBeDisabled();
  await turn('nextPage').click();
  await turn('nextPage').click();
  await expect(shown(3)).toBeVisible();
  await expect(turn('nextPage')).toBeDisabled();
  await turn('previousPage').click();
  await expect(shown(2)).toBeVisible();

  const canvas = page.locator('canvas');
  await expect(canvas).toHaveAttribute('width', '1190');
  await expect(canvas).toHaveAttribute('height', '1684');
  const zoom = page.getByLabel(t('templates.zoom'), { exact: true });
  const sizes = await zoom
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(sizes).toEqual(['0.5', '0.75', '1', '1.5', '2']);
  for (const size of sizes) {
    await zoom.selectOption(size);
    await expect
      .poll(async () => Math.round((await canvas.boundingBox())?.width ?? 0))
      .toBe(Math.round(595 * Number(size)));
  }
});

test('on a page of a longer unit boxes are drawn and previewed where they are, and meet the edges of each other [TPL-15] [TPL-30]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 2 });
  const { page, t, open } = await device({ as: member });
  await open(`/event/${event.id}/invitations/new`);
  const file = { name: 'poster.pdf', mimeType: 'application/pdf' };
  await page
    .locator('input[type="file"]')
    .setInputFiles({ ...file, buffer: Buffer.from(await unitTemplate(3, { angle: 90, offset: 7 })) });
  const canvas = page.locator('canvas');
  await expect(canvas).toHaveAttribute('width', '1190');
  await expect(canvas).toHaveAttribute('height', '1684');

  const places = () =>
    page
      .locator('[data-box]')
      .evaluateAll((all) =>
        all.map(({ style: { left, top, width, height } }) =>
          [left, top, width, height].map((side) => Math.round(Number.parseFloat(side) * 10) / 10),
        ),
      );
  await dragOnTemplate(page, [10, 20], [50.3, 25]);
  await page.locator('[data-popup] select').selectOption('fullname');
  // Begun and ended a little beside the one above, and then made as high as the page's middle by its corner.
  await dragOnTemplate(page, [10.3, 40], [49.7, 46]);
  await page.locator('[data-popup] select').selectOption('number');
  const drawn = await places();
  expect(drawn[1]).toEqual([drawn[0]?.[0], expect.any(Number), drawn[0]?.[2], expect.any(Number)]);
  expect(drawn[0]?.[2]).toBe(40);
  await dragOnTemplate(page, [50, 46], [50.3, 49.7]);
  expect((await places())[1]).toEqual([10, 40, 40, 10]);

  await page.getByText(t('templates.preview'), { exact: true }).click();
  const preview = page.getByRole('region', { name: t('templates.preview') }).locator('canvas');
  await expect(preview).toHaveAttribute('width', '1190');
  /** The first dark row and column below the bar, in percent of the page. */
  const ink = () =>
    preview.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      const { data } = element.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
      let [left, top] = [width, height];
      for (let y = Math.round(height / 10); y < height; y++)
        for (let x = 0; x < width; x++)
          if ((data[(y * width + x) * 4] ?? 255) < 128) [left, top] = [Math.min(left, x), Math.min(top, y)];
      return { left: (left / width) * 100, top: (top / height) * 100 };
    });
  await expect.poll(async () => (await ink()).left).toBeLessThan(11);
  expect((await ink()).left).toBeGreaterThan(9.9);
  expect((await ink()).top).toBeGreaterThan(20);
  expect((await ink()).top).toBeLessThan(22);
});

test('what was drawn and not saved is there again after a reload, and the PDF that it was drawn on is asked for', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 2 });
  const { page, t, open } = await device({ as: member });
  const boxes = page.locator('[data-box]');
  const input = page.locator('input[type="file"]');
  const restored = page.getByText(t('form.draftRestored'));
  const title = page.getByRole('heading', { level: 1 });
  const area = page.getByTestId('template-area');
  await open(`/event/${event.id}/invitations/new`);
  await input.setInputFiles(await pdf(1));
  await expect(area).toBeVisible();
  await dragOnTemplate(page, [10, 20], [50, 25]);
  await page.locator('[data-popup] select').selectOption('fullname');
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(page.getByText(t('templates.chooseAgain', { name: 'own.pdf' }))).toBeVisible();
  await input.setInputFiles(await pdf(1));
  await expect(page.getByText(t('templates.chooseAgain', { name: 'own.pdf' }))).toBeHidden();
  await expect(boxes).toHaveCount(1);
  await page.getByRole('button', { name: t('templates.save') }).click();
  await expect(page.getByText(t('templates.saved'))).toBeVisible();

  // Of one that is stored nothing is to be chosen again; discarding goes back to what is stored.
  await page.getByRole('link', { name: new RegExp(t('languages.en')) }).click();
  await expect(title).toHaveText(t('screens.invitation'));
  await expect(restored).toBeHidden();
  await expect(boxes).toHaveCount(1);
  await dragOnTemplate(page, [10, 35], [50, 40]);
  await page.locator('[data-popup] select').selectOption('number');
  await expect(boxes).toHaveCount(2);
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(boxes).toHaveCount(2);
  await page.getByRole('button', { name: t('form.draftDiscard') }).click();
  await expect(boxes).toHaveCount(1);

  // What is left behind with open eyes is gone.
  await dragOnTemplate(page, [10, 35], [50, 40]);
  await page.getByRole('link', { name: event.title }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.leave') })
    .click();
  await expect(title).toHaveText(event.title);
  await page.getByRole('link', { name: new RegExp(t('languages.en')) }).click();
  await expect(boxes).toHaveCount(1);
  await expect(restored).toBeHidden();
});
