import { startMailServer } from '../../server/testing/mailServer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer } from '../support/foyer.ts';
import { createWorld } from '../support/world.ts';

const SESSIONS = [{ title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const }];
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };

test('un invité reçoit un compte avec son inscription, choisit son mot de passe, retrouve ses inscriptions et les quitte', async ({
  device,
}) => {
  const mail = await startMailServer();
  const foyer = await startFoyer((url) => ({ PUBLIC_URL: url }));
  try {
    const world = await createWorld(foyer.url);
    const event = await world.event({ clients: 0, sessions: SESSIONS });
    const amounts = { [event.sessions[0]?._id ?? '']: { menu: { adult: { amount: 2500, enabled: true } } } };
    await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
      ...{ _id: 'form_a', type: 'form', accessId: 'bcdfghac', name: 'Guests', language: 'fr', metadata },
      ...{ currency: 'chf', vat: 810, enabled: true, required: { account: true }, amounts },
      options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
    });
    await world.manager.call('PUT', `/db/services/${event.id}`, {
      _id: event.id,
      email: mail.account,
    });

    const { page } = await device({ url: foyer.url });
    const guest = { page };
    // A form is public as soon as the worker has heard of it.
    await expect.poll(async () => (await fetch(`${foyer.url}/desk/bcdfghac`)).status).toBe(200);
    await page.goto(`${foyer.url}/desk/bcdfghac?lang=fr`);
    await expect(page.getByText('Elle vous donne un compte pour vos inscriptions.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Prénom' }).first().fill('Zoé');
    await page.getByRole('textbox', { name: /^Nom/ }).first().fill('Zumthor');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('zoe@example.org');
    await page.getByRole('radio', { name: /Menu/ }).check();
    await page.getByRole('button', { name: /inscrire/ }).click();
    await page.getByRole('link', { name: 'Votre compte' }).click();
    await expectAccessible(guest, 'login of a guest', ['phone', 'desktop']);

    await expect.poll(() => mail.mails.length).toBe(1);
    const source = (mail.mails[0]?.source ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    const [link = ''] = /http:\/\/[^\s"<]+customer-password[^\s"<]+/.exec(source) ?? [];
    await page.goto(link.replaceAll('&amp;', '&'));
    await expectAccessible(guest, 'a new password', ['phone', 'desktop']);
    await page.getByLabel('Nouveau mot de passe').fill('court');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByLabel('Nouveau mot de passe').fill('Gala2027');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expectAccessible(guest, 'the password is saved', ['phone']);

    await page.getByRole('link', { name: 'Se connecter' }).click();
    await page.getByRole('link', { name: /Pas encore de mot de passe/ }).click();
    await expectAccessible(guest, 'asking for a password', ['phone', 'desktop']);
    await page.goto(`${foyer.url}/desk/login?lang=fr`);
    await page.getByLabel('Adresse e-mail').fill('zoe@example.org');
    await page.getByLabel('Mot de passe').fill('Gala2026');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).toContainText('Vérifiez');
    await expect(page.getByLabel('Adresse e-mail')).toHaveValue('zoe@example.org');
    await expectAccessible(guest, 'a wrong password', ['phone']);
    await page.getByLabel('Mot de passe').fill('Gala2027');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('heading', { name: 'Vos inscriptions' })).toBeVisible();
    await expect(page.getByText('Zoé Zumthor')).toBeVisible();
    await expectAccessible(guest, 'a guest’s account', ['phone', 'desktop']);

    const opened = page.url();
    await page.getByRole('main').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Zoé Zumthor' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await page.goto(opened);
    await expect(page.getByText('Vous êtes déconnecté.')).toBeVisible();
    await expect(page.getByText('Zoé Zumthor')).toHaveCount(0);
  } finally {
    await foyer.dispose();
    await mail.close();
  }
});
