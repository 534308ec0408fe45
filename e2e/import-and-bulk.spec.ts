import { expect, test } from './support/fixtures.ts';

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
  });

  test(`an import taken back leaves nothing (${locale})`, async ({ device, world }) => {
    const event = await world.event({ clients: 0 });
    const desk = await device({ as: world.manager, locale });
    const { page, t } = desk;
    await desk.open(
      `/event/${event.id}/session/${event.sessions[0]?._id.replace('session_', '')}/client/import`,
    );
    await page.locator('input[type=file]').setInputFiles(file);
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
}

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
