import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { expect, test } from '../support/fixtures.ts';

const day = 86_400_000;

test('archived sessions are not among the options, and take nobody [SESSION-10]', async ({
  device,
  world,
}) => {
  const now = Date.now();
  const event = await world.event({
    clients: 2,
    sessions: [
      { title: 'Past', titleFrench: 'Passé', date: now - day, status: 'archived' },
      { title: 'Present', titleFrench: 'Présent', date: now, status: 'ongoing' },
      { title: 'Future', titleFrench: 'Futur', date: now + day, status: 'upcoming' },
    ],
  });
  const own = await device({ as: world.manager });
  await new QuickAddPage(own).open(event.id);
  await own.page.getByRole('combobox', { name: own.t('quickAdd.session') }).click();
  await expect(own.page.getByRole('option')).toHaveText([/^Present/, /^Future/]);

  const past = event.sessions.find(({ title }) => title === 'Past')?._id.replace('session_', '') ?? '';
  for (const query of ['', '?paste']) {
    await own.page.goto(`/event/${event.id}/session/${past}/client/new${query}`);
    await new SessionPage(own).expectShown('Past');
    await expect(new SessionPage(own).addClients).toHaveCount(0);
  }
});

test('a number that a guest has already is refused, also within the pasted rows', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 2 });
  const own = await device({ as: world.manager });
  const quickAdd = new QuickAddPage(own);
  await new QuickAddPage(own).open(event.id);
  const taken = event.clients[0]?.number ?? '';
  const rows = [`Ada;Byron;;;${taken}`, 'Alan;Turing;;;T1', 'Grace;Hopper;;;T1', 'Solo;;;;'];
  await quickAdd.paste(rows.join('\n'));
  await expect(quickAdd.row(1)).toContainText(own.t('quickAdd.error.number_exists'));
  await expect(quickAdd.row(2)).toContainText(own.t('quickAdd.good'));
  await expect(quickAdd.row(3)).toContainText(own.t('quickAdd.error.number_exists'));
  await expect(quickAdd.row(4)).toContainText(own.t('quickAdd.error.missing_name'));
  await expect(quickAdd.submit(1)).toBeEnabled();
});
