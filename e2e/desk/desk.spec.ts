import { gzipSync } from 'node:zlib';
import { expectAccessible, violations } from '../support/accessible.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { expectRegistered, typeForm } from '../support/publicForm.ts';

const SESSIONS = [{ title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const }];

/** A stranger's browser, without scripts. */
async function stranger({ context }: Device, address: string) {
  const browser = context.browser();
  const page = await (await browser?.newContext({ javaScriptEnabled: false, locale: 'en-US' }))?.newPage();
  if (page === undefined) throw new Error('no browser');
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
  return page;
}

test('from a new form to a guest on the door’s list: the page works without a script, and the last place is given once [API-25]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, sessions: SESSIONS });
  const [session] = event.sessions;
  const desk = await device({ as: member });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/form/new`);
  await typeForm(desk, { name: 'Guests', price: '25' });
  await page.getByLabel(t('forms.maxClients')).fill('2');
  await page.getByRole('button', { name: t('forms.save') }).click();
  const link = page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Guests' }) });
  const address = (await link.getAttribute('href')) ?? '';
  await expect.poll(async () => (await fetch(address)).status).toBe(200);

  const [first, second, third] = [
    await stranger(desk, address),
    await stranger(desk, address),
    await stranger(desk, address),
  ];
  for (const one of [first, second, third]) await one.getByRole('radio', { name: /Menu/ }).check();
  await first.getByRole('button', { name: 'Register' }).click();
  await expectRegistered({ page: first });
  await expect(first.getByRole('img', { name: 'Code of Ada Byron' })).toBeVisible();
  // Two want the last place.
  await Promise.all([second, third].map((one) => one.getByRole('button', { name: 'Register' }).click()));
  const heard = await Promise.all(
    [second, third].map((one) => one.getByRole('heading', { level: 2 }).first().textContent()),
  );
  expect(new Set(heard)).toEqual(new Set(['This cannot be sent yet', 'You are registered']));
  const late = heard[0] === 'You are registered' ? third : second;
  await expect(late.getByRole('alert')).toBeFocused();
  for (const one of [first, second, third]) expect(one.url()).not.toContain('#');

  // The session’s list has the number of the guest’s page.
  const number = (await first.getByText(/-01$/).textContent()) ?? '';
  await open(`/event/${event.id}/session/${session?._id.replace('session_', '') ?? ''}`);
  await expect(page.getByText(number).first()).toBeVisible();
});

test('all that a phone fetches before a person can type are the page and its script, 60 kB at most', async ({
  device,
  world,
}) => {
  const event = await world.event({ clients: 0, sessions: SESSIONS });
  const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
  const options = Array.from({ length: 20 }, (_, n) => ({ id: `o${n}`, name: `Menu ${n}`, clientCount: 1 }));
  const adult = { amount: 2500, enabled: true };
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId: 'bcdfghjm', name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 810, enabled: true, required: { addr: true, addrSec: true }, options },
    amounts: {
      [event.sessions[0]?._id ?? '']: Object.fromEntries(options.map(({ id }) => [id, { adult }])),
    },
  });
  const address = `${world.url}/desk/bcdfghjm`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  const { page } = await device({});
  const fetched: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (answer) => {
    fetched.push(new URL(answer.url()).pathname);
    bodies.push(answer.body());
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  expect(fetched).toEqual(['/desk/bcdfghjm', expect.stringMatching(/^\/desk\/page-\w+\.js$/)]);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(new Uint8Array(body)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024);
});

test('everybody can use the public page, what it says of mistakes, and the confirmation', async ({
  device,
  world,
}) => {
  const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
  const event = await world.event({ clients: 0, sessions: SESSIONS });
  const [session] = event.sessions;
  const price = { amount: 2500, enabled: true };
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId: 'bcdfghjn', name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 810, enabled: true, children: true, description: 'Two evenings by the lake.' },
    options: [{ id: 'menu', name: 'Menu (Rheinschifffahrtspolizeiverordnung)', clientCount: 1 }],
    extras: [{ id: 'park', name: 'Parking', amount: 500, enabled: true, maxCount: 2 }],
    alerts: [{ value: 'Doors at seven', enabled: true }],
    amounts: { [session?._id ?? '']: { menu: { adult: price, child: price } } },
  });
  const { page } = await device({});
  await expect.poll(async () => (await fetch(`${world.url}/desk/bcdfghjn`)).status).toBe(200);
  await page.goto('/desk/bcdfghjn');
  await expectAccessible({ page }, 'public page');
  // axe looks for what WCAG 2.2 adds only where it is asked to.
  const large = async (): Promise<unknown> => {
    await page.setViewportSize({ width: 360, height: 740 });
    return violations(page, { runOnly: { type: 'rule', values: ['target-size'] } });
  };
  expect(await large()).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await beyond(), 'the longest word stays on a narrow phone').toBeLessThanOrEqual(0);
  const twice = await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
  expect(await beyond(), 'and so it does in letters of twice the size').toBeLessThanOrEqual(0);
  const option = await page
    .getByText(/^Menu \(/)
    .first()
    .boundingBox();
  expect(option?.width, 'a price leaves room for what it is of').toBeGreaterThan(90);
  await twice.evaluate((style) => style.parentNode?.removeChild(style));
  if (size !== null) await page.setViewportSize(size);
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('This cannot be sent yet');
  await expectAccessible({ page }, 'public page with mistakes', ['phone', 'desktop']);
  await page.getByRole('radio', { name: /Menu/ }).first().check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expectRegistered({ page });
  await expectAccessible({ page }, 'confirmation', ['phone', 'desktop']);
  expect(await large()).toEqual([]);
});
