import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectRegistered } from '../support/publicForm.ts';

const SESSIONS = [{ title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const }];
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };

test('guests register within the organiser’s own site, which the event names, and within no other', async ({
  device,
  world,
}) => {
  const manager = await world.person('manager');
  const event = await world.event({ clients: 0, sessions: SESSIONS });
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId: 'bcdfgkkk', name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 810, enabled: true },
    options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
    amounts: { [event.sessions[0]?._id ?? '']: { menu: { adult: { amount: 2500, enabled: true } } } },
  });
  const address = `${world.url}/desk/bcdfgkkk`;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Gala</title><iframe src="${address}" width="900" height="700"></iframe>`);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    const own = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const desk = await device({ as: manager });
    await desk.open(`/event/${event.id}/update`);
    const field = desk.page.getByLabel(desk.t('eventForm.embedOrigins'));
    await field.fill('gala.example');
    await desk.page.getByRole('button', { name: desk.t('common.save') }).click();
    await expect(desk.page.getByText(desk.t('validation.origin'))).toBeVisible();
    await expectAccessible(desk, 'a site that is none', ['phone', 'desktop']);

    const { page } = await device({});
    await page.goto(own);
    await expect(page.frameLocator('iframe').getByRole('button', { name: 'Register' })).toHaveCount(0);

    // As copied from the address line.
    await field.fill(`${own}/tickets?from=mail`);
    await desk.page.getByRole('button', { name: desk.t('common.save') }).click();
    await expect
      .poll(async () => (await fetch(address)).headers.get('content-security-policy'))
      .toContain(`frame-ancestors ${own}`);
    await page.reload();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
    await frame.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
    await frame.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
    await frame.getByRole('radio', { name: /Menu/ }).check();
    await frame.getByRole('button', { name: 'Register' }).click();
    await expectRegistered({ page: frame });
  } finally {
    site.close();
  }
});
