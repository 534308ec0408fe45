import { checkinId } from '#domain/ids.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { typeAsScanner } from '../pages/ScanPage.ts';
import { expectAccessible, SIZES } from '../support/accessible.ts';
import { registration } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { atTheDoor } from '../support/world.ts';

/* What the product asks and tells: one size for each, for all of it is laid out alike everywhere. */

const PHONE = ['phone'] as const;

test('everybody can use a user’s page, and the one-time password', async ({ device, world }) => {
  const person = await world.person('host');
  const office = await device({ as: world.manager, viewport: SIZES.phone });
  const { page, t } = office;
  await office.open(`/users/${person.userId}`);
  await expect(page.getByRole('button', { name: t('users.disable'), exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('logins.end'), exact: false }).first()).toBeVisible();
  await expectAccessible(office, 'a user', PHONE);
  await page.getByRole('button', { name: t('users.reset') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('users.reset') }).click();
  const once = (await dialog.locator('code').textContent()) ?? '';
  await expectAccessible(office, 'one-time password', PHONE);

  const phone = await device({ viewport: SIZES.phone });
  const login = new LoginPage(phone);
  await login.open();
  await login.enter(person.username, once);
  await phone.page.getByLabel(phone.t('loginMore.updated'), { exact: true }).fill('short');
  await phone.page.getByRole('button', { name: phone.t('loginMore.changeSubmit') }).click();
  await expectAccessible(phone, 'new password', PHONE);
});

test('everybody can answer for a damaged file and for an amount', async ({ device, world }) => {
  const event = await world.event({
    clients: 0,
    event: { paymentTypes: ['card', 'none'] },
    extra: [registration('consumer_k1')],
  });
  const desk = await device({ as: world.manager, viewport: SIZES.phone });
  const { page, t } = desk;
  const [session] = event.sessions;
  await desk.open(`/event/${event.id}/session/${session?._id.replace('session_', '')}/client/import`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Forename,Surname,Company\nZoé,Müller,"Arpège\nAda,Byron,Navy\nIda,Quill,Atelier\n'),
  });
  await expect(page.getByRole('alert').getByText(t('imports.doubtful'))).toBeVisible();
  await expectAccessible(desk, 'damaged file', PHONE);

  await desk.open(`/event/${event.id}/registrant/k1`);
  const amount = page.getByLabel(t('consumerForm.amount'), { exact: false }).first();
  await amount.fill('1,000');
  await amount.blur();
  const question = page.getByRole('group', { name: t('validation.ambiguous') });
  await expect(question).toBeVisible();
  // Also above the foot of the form, which stays where it is.
  const answer = question.getByRole('button').last();
  const isOnTop = (button: Element): boolean => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => answer.evaluate(isOnTop)).toBe(true);
  await expectAccessible(desk, 'amount that can be read in two ways', PHONE);
});

test('everybody can choose rows of a file and say who is there already', async ({ device, world }) => {
  const event = await world.event({ clients: 3 });
  const desk = await device({ as: world.manager });
  const { page, t } = desk;
  const [session] = event.sessions;
  const [known] = event.clients;
  await desk.open(`/event/${event.id}/session/${session?._id.replace('session_', '')}/client/import`);
  const row = (...cells: string[]): string => cells.join(',');
  await page.locator('input[type=file]').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        row('Forename', 'Surname', 'Company', 'Status'),
        row(known?.forename ?? '', known?.surname ?? '', 'Elsewhere', 'paid'),
        row('Ida', 'Quill', 'Atelier', 'open'),
        row('Ada', 'Byron', 'Navy', 'paid'),
      ].join('\n'),
    ),
  });
  await expect(page.getByRole('heading', { name: t('imports.known', { count: 1 }) })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('imports.whichRows') })).toBeVisible();
  await expectAccessible(desk, 'rows of a file', ['phone', 'tablet', 'desktop']);
});

test('everybody can settle numbers given twice and guests whom two doors let in', async ({
  device,
  world,
}) => {
  const { host, event, session } = await atTheDoor(world, { clients: 4 });
  const [one, two, three] = event.clients;
  const admission = (door: string, minutesAgo: number) => {
    const time = Date.now() - minutesAgo * 60_000;
    return {
      ...{ _id: checkinId(session._id, time, door), type: 'checkin', action: 'in', method: 'list', time },
      ...{ sessionId: session._id, clientId: three?._id, device: { id: door, name: `Door ${door}` } },
      author: { id: world.manager.userId, name: world.manager.username },
    };
  };
  await writeDocs(world.manager, event.dbName, [{ ...one, _id: 'client_twice', number: two?.number }]);
  await writeDocs(world.manager, event.dbName, [admission('north', 5), admission('south', 4)]);
  const desk = await device({ as: world.manager, viewport: SIZES.phone });
  await desk.page.goto(`/event/${event.id}`);
  await expect(desk.page.getByRole('region', { name: desk.t('numbers.shared', { count: 1 }) })).toBeVisible();
  await expectAccessible(desk, 'event with a number given twice', PHONE);

  const door = await device({ as: host, viewport: SIZES.phone });
  const checkin = new CheckinPage(door);
  await checkin.open(event.id, session._id);
  await checkin.doubles();
  await expectAccessible(door, 'door with a double entry', PHONE);
  await typeAsScanner(door.page, two?.number ?? '');
  await expect(door.page.getByRole('dialog', { name: door.t('checkin.which') })).toBeVisible();
  await expectAccessible(door, 'which guest of a number', PHONE);
});
