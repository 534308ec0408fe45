import { CheckinPage } from '../pages/CheckinPage.ts';
import { EventFormPage } from '../pages/EventFormPage.ts';
import { EventPage } from '../pages/EventPage.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { SyncPanel } from '../pages/SyncPanel.ts';
import { PNG, spreadsheet } from '../support/data.ts';
import { expect, test } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

test('two doors without network let guests in, and everything arrives [SHELL-01] [ROUTE-32]', async ({
  device,
  world,
}) => {
  test.setTimeout(240_000);
  const host = await world.person('host');
  const desk = await device({ serviceWorker: true });
  const title = 'Lake Gala';
  let eventId = '';

  await test.step('the manager signs in and creates an event with two sessions and a picture', async () => {
    const login = new LoginPage(desk);
    await desk.page.goto('/');
    await login.expectShown();
    await login.logIn(world.manager);
    await new HomePage(desk).create.click();
    const form = new EventFormPage(desk);
    await form.title.fill(title);
    await form.titleFrench.fill('Gala du Lac');
    await form.location.fill('Montreux');
    const zone = desk.page.getByRole('combobox', { name: desk.t('eventForm.timeZone') });
    // As a person does: not before the list is there.
    await zone.click();
    await expect(desk.page.getByRole('option').first()).toBeVisible();
    await zone.fill('zuri');
    await expect(desk.page.getByRole('option', { name: 'Europe/Zurich' })).toHaveAttribute(
      'data-combobox-selected',
    );
    await zone.press('Enter');
    await expect(zone).toHaveValue('Europe/Zurich');
    await form.choosePicture({ name: 'lake.png', mimeType: 'image/png', buffer: PNG });
    await expect(form.preview).toBeVisible();
    await form.fillSession(1, { title: 'Dinner', titleFrench: 'Dîner', start: ['19', '00'] });
    await form.addSession.click();
    await form.fillSession(2, { title: 'Brunch' });
    await form.create.click();
    await new EventPage(desk).expectShown(title);
    await expect(desk.page.getByRole('img', { name: desk.t('event.pictureAlt', { title }) })).toBeVisible();
    eventId = new URL(desk.page.url()).pathname.split('/')[2] ?? '';
  });

  const guests = spreadsheet(30);
  await test.step('30 attendees come from a spreadsheet; the bad row is shown and left out', async () => {
    await new EventPage(desk).sessionLink('Dinner').click();
    const session = new SessionPage(desk);
    await session.expectShown('Dinner');
    await session.addClients.click();
    const quickAdd = new QuickAddPage(desk);
    await quickAdd.follow();
    await quickAdd.paste(guests.text);
    await expect(quickAdd.outcome).toContainText(desk.t('quickAdd.error.invalid_email'));
    const bad = quickAdd.row(guests.badLine);
    await bad.scrollIntoViewIfNeeded();
    await expect(bad).toContainText(desk.t('quickAdd.error.invalid_email'));
    await quickAdd.submit(29).click();
    await session.expectShown('Dinner');
    await session.expectCount(29);
    await expect(session.clients).not.toContainText(guests.badName);
  });

  const door = await device({ serviceWorker: true, locale: 'en-GB' });
  const [one, two] = [new CheckinPage(desk), new CheckinPage(door)];
  const { names } = guests;
  const [both = '', undone = ''] = names;
  const [atDesk, atDoor] = [names.slice(2, 6), names.slice(6, 11)];

  await test.step('a host who was given the event opens the same door on a second device', async () => {
    await world.authorize(host, { id: eventId });
    const login = new LoginPage(door);
    await login.open();
    await login.logIn(host);
    await new HomePage(door).eventLink(title).click();
    await new EventPage(door).sessionLink('Dinner').click();
    for (const each of [desk, door]) {
      await new SessionPage(each).checkIn.click();
      await new CheckinPage(each).expectCounter(0, 29);
      await new CheckinPage(each).expectSynced();
      await offlineReady(each.page);
    }
  });

  await test.step('without network, both let guests in: one of them the same', async () => {
    await desk.offline();
    await door.offline();
    for (const name of [both, ...atDesk]) await one.admit(name);
    for (const name of [both, ...atDoor]) await two.admit(name);
    await two.admit(undone);
    await two.undo.click();
    await two.expectOutside(undone);
    await one.expectWaiting(5);
    await two.expectWaiting(8);
  });

  await test.step('a device that is reloaded without network still has it all', async () => {
    await door.page.reload();
    await two.expectCounter(6, 29);
    await two.expectInside(both, ...atDoor);
    await two.expectOutside(undone);
  });

  await test.step('back online, both show every check-in and the double entry with both times', async () => {
    await Promise.all([desk.online(), door.online()]);
    for (const checkin of [one, two]) {
      await checkin.expectSynced();
      await checkin.expectCounter(10, 29);
      await checkin.expectInside(both, ...atDesk, ...atDoor);
      await checkin.expectOutside(undone);
      await expect(await checkin.doubles()).toContainText(
        new RegExp(`${both}.*\\d\\d:\\d\\d on .*, then \\d\\d:\\d\\d on `),
      );
    }
  });

  await test.step('the session page and the sync panel say the same', async () => {
    await desk.page.getByRole('link', { name: desk.t('checkin.back') }).click();
    const session = new SessionPage(desk);
    await expect(session.doubles).toContainText(both);
    const panel = new SyncPanel(desk);
    await panel.open();
    await expect(panel.root).toContainText(desk.t('sync.safe', { here: 29, total: 29 }));
  });

  await test.step('the history names each', async () => {
    const event = { id: eventId };
    const told = async () =>
      (await world.history(event)).map(({ change, author }) => `${author.name}: ${change}`);
    await expect
      .poll(async () => (await told()).filter((line) => / checked in/i.test(line)).length, {
        timeout: 60_000,
      })
      .toBe(12);
    const lines = await told();
    for (const name of atDesk) expect(lines).toContainEqual(expect.stringMatching(`^Ada: .*${name}.*check`));
    for (const name of atDoor) {
      expect(lines).toContainEqual(expect.stringMatching(`^${host.username}: .*${name}.*check`));
    }
    expect(lines.filter((line) => line.includes(both) && line.includes('check'))).toHaveLength(2);
  });
});
