import { CheckinPage } from '../pages/CheckinPage.ts';
import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { ScanPage, typeAsScanner } from '../pages/ScanPage.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';
import { atTheDoor } from '../support/world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

test('[VALID-68] a number that two devices gave offline is settled with one tap, and the door asks who it is', async ({
  device,
  world,
}) => {
  const { host, event, session } = await atTheDoor(world, { clients: 3 });
  const atDesk = { as: world.manager, serviceWorker: true };
  const desks = [await device(atDesk), await device(atDesk)];
  for (const [index, desk] of desks.entries()) {
    const add = new QuickAddPage(desk);
    await add.open(event.id);
    await offlineReady(desk.page);
    await desk.offline();
    const name = ['Ida', 'Uma'][index] ?? '';
    await add.paste(`${name}\tQuill\tAtelier ${name}\t\tQ-77`);
    await add.submit(1).click();
    await expect(add.rows).toBeHidden();
    await desk.open(`/event/${event.id}`);
  }
  for (const desk of desks) await desk.online();

  const settle = ({ page, t }: Device) =>
    page.getByRole('button', { name: t('numbers.settle', { names: 'Uma Quill' }) });
  for (const desk of desks) {
    await expect(desk.page.getByRole('region', { name: desk.t('numbers.shared', { count: 1 }) })).toBeVisible(
      {
        timeout: 60_000,
      },
    );
  }

  // A door that scans the number lets in nobody by itself.
  const door = await device({ as: host, ...PHONE });
  const list = new CheckinPage(door);
  await list.open(event.id, session._id);
  await list.expectOutside('Ida Quill', 'Uma Quill');
  const question = door.page.getByRole('dialog', { name: door.t('checkin.which') });
  await typeAsScanner(door.page, 'Q-77');
  await expect(question.getByRole('listitem')).toHaveCount(2);
  await question.getByRole('button', { name: /Uma Quill/ }).click();
  await expect(list.verdict).toContainText('Uma Quill');
  await list.expectOutside('Ida Quill');
  await expect.poll(async () => (await world.checkins(event)).length).toBe(1);

  // Both desks settle it at once, each without knowing of the other.
  for (const desk of desks) await desk.offline();
  for (const desk of desks) {
    await settle(desk).click();
    await expect(settle(desk)).toBeHidden();
  }
  for (const desk of desks) await desk.online();
  const numbers = async () =>
    (await world.documents(event.dbName, 'client_'))
      .filter(({ surname }) => surname === 'Quill')
      .map(({ forename, number, formerNumbers }) => ({ forename, number, formerNumbers }))
      .toSorted((a, b) => (String(a.forename) < String(b.forename) ? -1 : 1));
  await expect.poll(numbers).toEqual([
    { forename: 'Ida', number: 'Q-77', formerNumbers: undefined },
    { forename: 'Uma', number: expect.stringMatching(/^Q-77-[0-9A-F]{5}$/), formerNumbers: ['Q-77'] },
  ]);

  // The ticket that was printed before still asks, at the scanner as well.
  const scanner = new ScanPage(door);
  await scanner.open(event.id, session._id);
  await expect
    .poll(async () => {
      await scanner.typeCode('Q-77');
      return question.getByText(/Q-77-/).count();
    })
    .toBe(1);
  await question.getByRole('button', { name: /Ida Quill/ }).click();
  await scanner.expectVerdict('in', 'Ida Quill');
});
