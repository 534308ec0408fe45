import { EventFormPage } from '../pages/EventFormPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { PNG } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';

test('a form with mistakes says so at the fields and goes to the first; a picture is an image and nothing else; what was typed survives a reload [VALID-01] [VALID-26] [VALID-34] [EVENT-10]', async ({
  device,
  world,
}) => {
  const own = await device({ as: world.manager });
  const form = new EventFormPage(own);
  await form.openNew();
  const writes: string[] = [];
  own.page.on('request', (request) => {
    if (request.url().endsWith('/api/event')) writes.push(request.method());
  });
  await form.company.fill('<Company>');
  await form.sessionDate(1).fill('');
  await form.sessionDate(1).blur();
  await form.create.click();
  await expect(form.title).toBeFocused();
  const required = own.t('validation.required');
  expect(await form.problem(form.title)).toContain(required);
  expect(await form.problem(form.company)).toContain(own.t('validation.freename'));
  expect(await form.problem(form.sessionTitle(1))).toContain(required);
  expect(await form.problem(form.sessionDate(1))).toContain(own.t('validation.date'));
  await expect(own.page.getByText(own.t('validation.summary', { count: 4 }))).toBeVisible();
  await form.title.fill('Better');
  expect(await form.problem(form.title)).toBeNull();
  await form.create.click();
  await expect(form.company).toBeFocused();
  expect(writes).toEqual([]);

  await form.choosePicture({
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  });
  await expect(own.page.getByText(own.t('errors.picture_type'))).toBeVisible();
  await expect(form.preview).toHaveCount(0);
  // The name and type say image, the content does not.
  await form.choosePicture({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(own.page.getByText(own.t('errors.picture_type'))).toBeVisible();
  await form.choosePicture({ name: 'lake.png', mimeType: 'image/png', buffer: PNG });
  await expect(form.preview).toBeVisible();
  await expect(own.page.getByText(own.t('errors.picture_type'))).toHaveCount(0);

  await form.title.fill('Half typed');
  await form.titleFrench.fill('À moitié');
  await form.company.fill('Acme');
  await form.location.fill('Bern');
  await form.contact.fill('+41 22 379 00 00');
  await form.payment('card').check();
  await form.invoicePrefix.fill('HT');
  await form.adminContact.click();
  await own.page.reload();
  await expect(form.title).toHaveValue('Half typed');
  await expect(form.titleFrench).toHaveValue('À moitié');
  await expect(form.company).toHaveValue('Acme');
  await expect(form.location).toHaveValue('Bern');
  await expect(form.contact).toHaveValue('+41 22 379 00 00');
  await expect(form.payment('card')).toBeChecked();
  await expect(form.invoicePrefix).toHaveValue('HT');
  await expect(form.adminContact).toBeChecked();
});

test('the picture, which everybody sees, is as large as pages show it and tells nobody where it was taken', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, sessions: 1 });
  const own = await device({ as: member });
  const form = new EventFormPage(own);
  await form.openUpdate(event.id);
  const photo = await own.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1200);
    canvas.getContext('2d')?.fillRect(0, 0, 1200, 600);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())];
  });
  // As a camera writes it: a part of its own behind the beginning.
  const said = [...Buffer.from('Exif\0\0GPS 46.2 6.1')];
  const place = [0xff, 0xe1, 0, said.length + 2, ...said];
  const buffer = Buffer.from([...photo.slice(0, 2), ...place, ...photo.slice(2)]);
  await form.choosePicture({ name: 'lake.jpg', mimeType: 'image/jpeg', buffer });
  await expect(form.preview).toBeVisible();
  await form.save.click();
  const path = `${world.url}/db/${event.dbName}/event/picture`;
  const stored = () => fetch(path, { headers: { authorization: `Bearer ${member.token}` } });
  await expect.poll(async () => (await stored()).status).toBe(200);
  expect(Buffer.from(await (await stored()).arrayBuffer()).toString('latin1')).not.toContain('GPS');
  const [doc] = await world.documents(event.dbName, 'event');
  expect(doc).toMatchObject({ pictureSize: { width: 1600, height: 800 } });
});

test('a session removed in the form is deleted, the others stay [EVENT-12]', async ({ device, world }) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 6, sessions: 2 });
  const own = await device({ as: member });
  const form = new EventFormPage(own);
  await form.openUpdate(event.id);
  await form.location.fill('Bern');
  // The first one is archived: it stays, and says why.
  const archived = own.page.getByRole('button', { name: own.t('eventForm.removeSession', { n: 1 }) });
  await expect(archived).toHaveAccessibleDescription(own.t('eventForm.archivedSession'));
  await form.removeSession(2);
  // It has guests: asks first.
  const dialog = own.page.getByRole('dialog');
  await expect(dialog).toContainText('6 registered guests');
  await dialog.getByRole('button', { name: own.t('common.remove') }).click();
  await expect(own.page.getByText(own.t('eventForm.sessionRemoved', { title: 'Session 2' }))).toBeVisible();
  await form.save.click();
  await new EventPage(own).expectShown(event.title);
  await expect(new EventPage(own).session('Session 1')).toBeVisible();
  await expect(new EventPage(own).session('Session 2')).toHaveCount(0);
  await expect(own.page.getByText('Bern').first()).toBeVisible();
  await expect
    .poll(async () => (await world.sessions(event)).map(({ title }) => title))
    .toEqual(['Session 1']);
});

test('deleting an event asks with the specified words and removes it everywhere [EVENT-14]', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const event = await world.event({ title: 'Doomed “Gala”', for: [host], clients: 3 });
  const other = await device({ as: host });
  await other.open(`/event/${event.id}`);
  const own = await device({ as: world.manager });
  const page = new EventPage(own);
  await page.open(event.id);
  await page.actions.click();
  await page.action(own.t('event.deleteEvent')).click();
  const dialog = own.page.getByRole('dialog');
  await expect(
    dialog.getByText(`Do you confirm the deletion of “${event.title}”? This is irreversible.`, {
      exact: true,
    }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: own.t('common.cancel') }).click();
  await expect(dialog).toHaveCount(0);
  await page.actions.click();
  await page.action(own.t('event.deleteEvent')).click();
  await dialog.getByRole('button', { name: own.t('event.deleteEvent') }).click();
  await new HomePage(own).expectShown();
  await expect(new HomePage(own).event(event.title)).toHaveCount(0);
  expect((await world.manager.call('GET', `/db/${event.dbName}`)).status).toBe(404);
  await new HomePage(other).expectShown();
  await expect(new HomePage(other).event(event.title)).toHaveCount(0);
});

test('the event page shows details and sessions; members act, managers more, hosts read [EVENT-01] [EVENT-02] [EVENT-03] [EVENT-07] [EVENT-08] [EVENT-09]', async ({
  device,
  world,
}) => {
  const [member, host] = [await world.person('member'), await world.person('host')];
  const event = await world.event({
    for: [member, host],
    clients: 5,
    event: { titleFrench: 'Gala du Lac', company: 'Arpège', location: 'Montreux', invoicePrefix: 'GL' },
  });
  const forMembers = [
    'Update event',
    'Add clients',
    'Import clients',
    'Copy clients',
    'Apply rate',
    'History',
    'Statistics',
  ];
  const menus: [person: typeof member, items: string[] | null][] = [
    [member, forMembers],
    [world.manager, [...forMembers, 'Services', 'Copy event', 'Delete event']],
    [host, null],
  ];
  for (const [person, items] of menus) {
    const own = await device({ as: person });
    const page = new EventPage(own);
    await page.open(event.id);
    for (const text of ['Gala du Lac', 'Arpège', 'Montreux', 'GL']) {
      await expect(own.page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    const row = page.session('Dinner');
    await expect(row).toContainText(/[A-Z][a-z]+ \d{1,2}, \d{4} \/ \d\d:\d\d/);
    if (items === null) {
      await expect(row).toContainText('Ongoing');
      await expect(row.getByRole('combobox')).toHaveCount(0);
      await expect(page.actions).toHaveCount(0);
    } else {
      await expect(row.getByRole('combobox')).toHaveValue('Ongoing');
      await page.actions.click();
      await expect(own.page.getByRole('menuitem')).toHaveText(items);
    }
  }
});
