import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { pathOf } from '../support/navigate.ts';
import { SHOWN } from '../support/screens.ts';
import type { MadeEvent, World } from '../support/world.ts';

/* What somebody has open, and somebody else deletes. */

async function remove(world: World, { dbName }: MadeEvent, id: string): Promise<void> {
  const doc = (await world.documents(dbName, id)).find(({ _id }) => _id === id);
  await writeDocs(world.manager, dbName, [{ _id: id, _rev: doc?.['_rev'], _deleted: true }]);
}

test('a message that somebody deletes leaves what is typed into it in sight, and says so', async ({
  device,
  world,
}) => {
  const event = await world.event({ extra: SHOWN });
  const { page, t, open } = await device({ as: world.manager });
  await open(`/event/${event.id}/notif/welcome`);
  const text = page.locator('[contenteditable]').nth(1);
  await text.click();
  await page.keyboard.type('Doors at seven. ');
  await remove(world, event, 'notif_welcome');
  await expect(page.getByRole('alert').filter({ hasText: t('notifs.goneMeanwhile') })).toBeVisible();
  await expect(text).toContainText('Doors at seven.');
  await page.getByRole('button', { name: t('common.save') }).click();
  await expect(page.getByText(t('errors.not_found'))).toBeVisible();
  await page.reload();
  await expect.poll(() => pathOf(page)).toBe(`/event/${event.id}`);
});

test('whoever is led away from a session or a registration that somebody deletes is told why', async ({
  device,
  world,
}) => {
  // Without money, which would keep it.
  const registrant = { _id: 'consumer_alone', type: 'consumer', status: 'registered', language: 'en' };
  const event = await world.event({ clients: 3, extra: [registrant] });
  const { page, t, open } = await device({ as: world.manager });
  const [session] = event.sessions;
  for (const [id, address, words] of [
    [registrant._id, 'registrant/alone', t('event.registrantGone')],
    [
      session?._id ?? '',
      `session/${session?._id.replace('session_', '')}/client/new`,
      t('event.sessionGone'),
    ],
  ] as const) {
    await open(`/event/${event.id}/${address}`);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await remove(world, event, id);
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await expect.poll(() => pathOf(page)).toBe(`/event/${event.id}`);
  }
});

test('whoever is given another role while they work is led away from what it does not allow, and told why', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member] });
  const { page, t, open } = await device({ as: member });
  await open(`/event/${event.id}/update`);
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await world.manager.call('PUT', `/api/users/${member.userId}`, { role: 'host' });
  const said = t('account.roleChanged', { role: t('roles.host') });
  await expect(page.getByRole('alert').filter({ hasText: said })).toHaveCount(1);
  await expect.poll(() => pathOf(page)).toBe('/');
});
