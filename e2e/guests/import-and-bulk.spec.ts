import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import { expect, test } from '../support/fixtures.ts';

const FILES = {
  // As Excel writes it in French: Windows-1252, semicolons.
  'fr-CH': {
    name: 'invités.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Prénom;Nom;E-mail\r\nZoé;Müller;zoe@example.org\r\n;Sans\r\n;Wolf;\r\nAda;Byron;',
      'latin1',
    ),
  },
  'en-US': {
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '\ufeffFirst name,Last name,E-mail\r\nZoé,Müller,zoe@example.org\r\nshort,row\r\n,Wolf,\r\nAda,Byron,',
    ),
  },
};

for (const [locale, file] of Object.entries(FILES)) {
  test(`people come in from a file, are changed together, and both can be undone (${locale})`, async ({
    device,
    world,
  }) => {
    const member = await world.person('member');
    const event = await world.event({ for: [member], clients: 0 });
    const desk = await device({ as: member, locale });
    const { page, t } = desk;
    const clients = async () => {
      const docs = await world.documents(event.dbName, 'client_');
      return docs.filter((doc) => doc['deletedAt'] == null);
    };
    const [session] = event.sessions;
    const path = session?._id.replace('session_', '');

    await desk.open(`/event/${event.id}/session/${path}/client/import`);
    await page.locator('input[type=file]').setInputFiles(file);
    const summary = page.getByText(t('imports.willSkip', { count: 1, reasons: '' }).trim(), { exact: false });
    await expect(summary.first()).toBeVisible();
    await expect(page.getByText(t('imports.dropped', { count: 1 }))).toBeVisible();
    const cell = page.getByLabel(t('imports.cellOf', { field: t('imports.field.forename'), line: 4 }));
    await expect(cell).toHaveValue('');
    await cell.fill('Virginia');
    await cell.blur();
    await page.getByRole('button', { name: t('imports.save', { count: 3 }), exact: true }).click();
    await expect(page.getByText(t('imports.doneTitle', { count: 3 })).first()).toBeVisible();
    await expect
      .poll(async () => (await clients()).map((one) => String(one['surname'])).toSorted())
      .toEqual(['Byron', 'Müller', 'Wolf']);

    await page.getByRole('link', { name: t('imports.openSession') }).click();
    await page.getByLabel(t('bulk.selectAll')).check();
    const bar = page.getByRole('toolbar', { name: t('bulk.toolbar') });
    await bar.getByRole('button', { name: t('bulk.category') }).click();
    await page.getByRole('menuitem', { name: t('categories.media'), exact: true }).click();
    const value = t('categories.media');
    await expect(page.getByText(t('bulk.done.category', { count: 3, value }))).toBeVisible();
    await expect
      .poll(async () => (await clients()).map((one) => one['category']))
      .toEqual(['media', 'media', 'media']);
    await page.getByRole('button', { name: t('bulk.undo'), exact: true }).click();
    await expect.poll(async () => (await clients()).map((one) => one['category'])).not.toContain('media');
    // What was said of it stands in no way of what is done next.
    const said = await page.getByText(t('bulk.undone', { count: 3 })).boundingBox();
    const tools = await bar.boundingBox();
    expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThan((tools?.y ?? 0) - 240);
  });
}

test('the rows of a list are as high as their two lines where a window becomes a phone’s', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 30 });
  const desk = await device({ as: world.manager });
  const { page } = desk;
  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.open(`/event/${event.id}/clients`);
  const row = page.getByRole('table').getByRole('row').nth(1);
  const height = async () => (await row.boundingBox())?.height;
  await expect.poll(height).toBe(44);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(height).toBe(64);
});

test('an import taken back leaves nothing', async ({ device, world }) => {
  const event = await world.event({ clients: 0 });
  const desk = await device({ as: world.manager });
  const { page, t } = desk;
  await desk.open(
    `/event/${event.id}/session/${event.sessions[0]?._id.replace('session_', '')}/client/import`,
  );
  await page.locator('input[type=file]').setInputFiles(FILES['en-US']);
  await page.getByRole('button', { name: t('imports.save', { count: 2 }), exact: true }).click();
  await expect.poll(async () => (await world.documents(event.dbName, 'client_')).length).toBe(2);
  await page.getByRole('button', { name: t('common.undo'), exact: true }).click();
  await expect(page.getByText(t('imports.chooseTitle'))).toBeVisible();
  const left = async () => [
    (await world.documents(event.dbName, 'client_')).filter((doc) => doc['deletedAt'] == null).length,
    (await world.sessions(event))[0]?.clients.length,
  ];
  await expect.poll(left).toEqual([0, 0]);
});

test('further tickets of an order come into its registration, from a later file', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  const session = event.sessions[0]?._id.replace('session_', '');
  const registrations = async () => {
    const docs = await world.documents(event.dbName, 'client_');
    const alive = docs.filter((doc) => doc['deletedAt'] == null);
    const names = new Map<unknown, string[]>();
    for (const { consumerId, forename } of alive)
      names.set(consumerId, [...(names.get(consumerId) ?? []), String(forename)]);
    return [...names.values()].map((list) => list.toSorted().join(' ')).toSorted();
  };
  async function give(lines: string[]): Promise<void> {
    await desk.open(`/event/${event.id}/session/${session}/client/import`);
    const buffer = Buffer.from(['Order code,Attendee name,Attendee email', ...lines].join('\n'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer });
  }
  const save = (count: number) =>
    page.getByRole('button', { name: t('imports.save', { count }), exact: true }).click();

  await give(['A7BCD,Ada Frei,ada@example.org', 'A7BCD,Bo Frei,', 'B8CDE,Cy Roth,cy@example.org']);
  await save(3);
  await expect.poll(registrations).toEqual(['Ada Bo', 'Cy']);

  // Only what is new, each with a code of its own in this file.
  await give(['A7BCD,Zoe Wolf,zoe@example.org', 'B8CDE,Max Lang,', 'C9DEF,Uli Kern,']);
  const told = [t('imports.willCreate', { count: 3 }), t('imports.joining', { count: 2 })];
  await expect(page.getByText(told.join(''))).toBeVisible();
  await save(3);
  await expect.poll(registrations).toEqual(['Ada Bo Zoe', 'Cy Max', 'Uli']);
  await page.getByRole('button', { name: t('common.undo'), exact: true }).click();
  await expect.poll(registrations).toEqual(['Ada Bo', 'Cy']);
});

/** As an organiser keeps one: last year's guests on a sheet that is hidden, a column that counts, a row unfinished. */
function workbook() {
  const book = utils.book_new();
  const head = ['N°', 'Prénom', 'Nom', 'E-mail', 'Société'];
  const sheets = {
    'L’an passé': [head, [1, 'Hidden', 'Guest', 'hidden@example.org', '']],
    Invités: [
      head,
      [1, 'Zoé', 'Roth', 'zoe@example.org', ''],
      [2, 'Ada', 'Frei', 'ada@example.org', 'Neue AG'],
      [3, 'Bo', 'Frei', 'bo@example.org', ''],
      [4, 'Cy', 'Roth', 'cy@example.org', ''],
      [5, '', 'Sans', '', ''],
    ],
  };
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
  const buffer = Buffer.from(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  return { name: 'invites.xlsx', mimeType: 'application/octet-stream', buffer };
}

test('who is there already is left, added or updated from a workbook; what was left out is a file; a reload leaves the way back', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0 });
  const desk = await device({ as: member });
  const { page, t } = desk;
  const session = event.sessions[0]?._id.replace('session_', '');
  const people = async () => {
    const docs = await world.documents(event.dbName, 'client_');
    const alive = docs.filter((doc) => doc['deletedAt'] == null);
    return alive
      .map(({ forename, company }) =>
        [forename, company]
          .filter((word) => typeof word === 'string')
          .join(' ')
          .trim(),
      )
      .toSorted();
  };
  const give = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await desk.open(`/event/${event.id}/session/${session}/client/import`);
    await page.locator('input[type=file]').setInputFiles(file);
  };
  const lines = ['Ada,Frei,ada@example.org,Alte AG', 'Bo,Frei,bo@example.org,', 'Cy,Roth,cy@example.org,'];
  const buffer = Buffer.from(['First name,Last name,Email,Company', ...lines].join('\n'));
  await give({ name: 'first.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: t('imports.save', { count: 3 }), exact: true }).click();
  await expect.poll(people).toEqual(['Ada Alte AG', 'Bo', 'Cy']);

  await give(workbook());
  await expect(page.getByRole('heading', { name: t('imports.known', { count: 3 }) })).toBeVisible();
  const choose = (name: string, line: number, choice: 'add' | 'update') =>
    page
      .getByRole('radiogroup', { name: t('imports.knownOf', { name, line }) })
      .getByText(t(`imports.knownChoice.${choice}`), { exact: true })
      .click();
  await choose('Ada Frei', 3, 'update');
  await choose('Cy Roth', 5, 'add');
  // Neither from the hidden sheet, nor by a column that counts.
  await expect(
    page.getByLabel(t('imports.cellOf', { field: t('imports.field.forename'), line: 2 })),
  ).toHaveValue('Zoé');
  await expect(page.getByLabel(t('imports.fieldOf', { column: 'N°' }))).toHaveValue('');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: t('imports.leftSave', { count: 2 }), exact: true }).click();
  const left = await readFile(await (await saved).path(), 'utf8');
  expect(
    left
      .split('\r\n')
      .slice(1, 3)
      .map((line) => line.split(';').slice(0, 3).join(' ')),
  ).toEqual(['3 Bo Frei', '5  Sans']);
  await page
    .getByRole('button', { name: t('imports.saveBoth', { count: 2, updates: 1 }), exact: true })
    .click();
  await expect(page.getByText(t('imports.doneTitle', { count: 2 })).first()).toBeVisible();
  await expect.poll(people).toEqual(['Ada Neue AG', 'Bo', 'Cy', 'Cy', 'Zoé']);

  await page.reload();
  await page.getByRole('button', { name: t('common.undo'), exact: true }).click();
  await expect.poll(people).toEqual(['Ada Alte AG', 'Bo', 'Cy']);
});
