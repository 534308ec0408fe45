import { EventPage } from '../pages/EventPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { offlineReady } from '../support/serviceWorker.ts';

const guest = (id: string, forename: string, surname: string, number: string) => ({
  _id: `client_${id}`,
  type: 'client',
  forename,
  surname,
  number,
  company: 'Quillfeather & Cie',
  language: 'en',
  category: 'indiv',
});

function searchOf({ page, t }: Device) {
  return {
    box: page.getByRole('dialog').getByRole('combobox', { name: t('search.open') }),
    options: page.getByRole('option'),
    open: () => page.getByRole('button', { name: t('search.open') }).click(),
  };
}

test("without network, people of all events here are found, the current event's first [SEARCH-01] [SEARCH-04] [SEARCH-05]", async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const options = { for: [member], clients: 3 };
  const spring = await world.event({
    ...options,
    title: 'Spring Supper',
    extra: [guest('spring', 'Élodie', 'Quill-Dubois', 'SP-77')],
  });
  const autumn = await world.event({
    ...options,
    title: 'Autumn Concert',
    extra: [
      guest('autumn', 'Élodie', 'Quill-Dubois', 'AU-12'),
      { ...guest('gone', 'Élodie', 'Quill-Dubois', 'AU-13'), deletedAt: Date.now() },
    ],
  });
  const never = await world.event({ ...options, title: 'Never Opened' });
  const hidden = await world.event({
    title: 'Hidden',
    extra: [guest('hidden', 'Élodie', 'Quill', 'HI-1')],
  });

  const desk = await device({ as: member, locale: FRENCH, serviceWorker: true });
  const { page } = desk;
  for (const event of [spring, autumn]) {
    await desk.open(`/event/${event.id}`);
    await new EventPage(desk).expectShown(event.title);
  }
  await offlineReady(page);
  await desk.offline();
  const { box, options: found, open } = searchOf(desk);
  await open();
  await box.fill('dubois quil');
  await expect(found).toHaveCount(2);
  await expect(found.nth(0)).toContainText('AU-12');
  await expect(found.nth(0)).toContainText('Autumn Concert');
  await expect(found.nth(1)).toContainText('SP-77');
  await expect(page.getByRole('link', { name: never.title })).toBeVisible();
  await expect(page.getByRole('link', { name: hidden.title })).toHaveCount(0);
  // Without accents, the words turned round, and a letter wrong.
  await box.fill('quil dubios elodie');
  await expect(found).toHaveCount(2);
  await box.fill('sp77');
  await expect(found).toHaveCount(1);
  await box.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/event/${spring.id}/client/spring$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Quill-Dubois');
  // Now that the other event is the current one, its guest comes first.
  await open();
  await box.fill('quill');
  await expect(found.nth(0)).toContainText('SP-77');
});
