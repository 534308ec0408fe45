import { LOGIN_KEY } from '#data/login.ts';
import { HomePage } from '../pages/HomePage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { expect, test } from '../support/fixtures.ts';

test('username and password are required, the focus goes where something is wrong; a wrong password is said inline and cleared, of other refusals the words of the server are at hand [LOGIN-01] [LOGIN-02] [LOGIN-03] [VALID-54] [ERROR-17] [ERROR-18]', async ({
  device,
  world,
}) => {
  const visitor = await device();
  const login = new LoginPage(visitor);
  await login.open();
  await expect(login.username).toBeFocused();
  const asked: string[] = [];
  visitor.page.on('request', (request) => asked.push(request.url()));
  await login.submit.click();
  await expect(visitor.page.getByText(visitor.t('validation.required'))).toHaveCount(2);
  await expect(login.username).toBeFocused();
  await login.username.fill('Ada');
  await login.submit.click();
  await expect(login.password).toBeFocused();
  expect(asked.filter((url) => url.includes('/api/login'))).toEqual([]);

  await login.enter(world.manager.username, 'Wrong2026');
  await expect(login.failure).toHaveText('Invalid username or password');
  await expect(login.password).toHaveValue('');
  await expect(login.password).toBeFocused();
  await expect(login.username).toHaveValue(world.manager.username);

  await visitor.page.route('**/api/login', (route) =>
    route.fulfill({
      status: 500,
      json: { ok: false, error: 'unknown', message: 'The house is being painted.' },
    }),
  );
  await login.enter('Ada', 'Foyer2026');
  // Ours, in the visitor's language, and the server's own folded below.
  await expect(login.failure).toContainText('The house is being painted.');
});

test('a login is kept across reloads until somebody logs out; nothing on the way to the first page is against the content security policy [LOGIN-04] [LOGIN-06]', async ({
  device,
  world,
}) => {
  const own = await device();
  await own.page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      told.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  const login = new LoginPage(own);
  await login.open();
  await login.logIn(world.manager);
  await new HomePage(own).expectShown();
  // Something was checked by then: the answer of the login, and what Home shows.
  expect(await own.page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([]);
  const stored = () => own.page.evaluate((key) => localStorage.getItem(key), LOGIN_KEY);
  expect(JSON.parse((await stored()) ?? '{}')).toMatchObject({ user: { username: world.manager.username } });
  await own.page.reload();
  await new HomePage(own).expectShown();
  await own.page.getByRole('button', { name: own.t('nav.logout') }).click();
  await login.expectShown();
  expect(await stored()).toBeNull();
  await own.page.goto('/');
  await login.expectShown();
});

test('a logout never deletes a newer login of another tab [LOGIN-05]', async ({ device, world }) => {
  const other = await world.person('member');
  // Not the one that all tests share: a logout ends it on the server too.
  const own = await device({ as: await world.person('manager') });
  await new HomePage(own).open();
  // Another tab has logged in as somebody else; this one has not noticed yet.
  const newer = JSON.stringify(other.session);
  await own.page.evaluate(([key, value]) => localStorage.setItem(key, value), [LOGIN_KEY, newer] as const);
  // The list of events changes, so this tab asks anew who its user is.
  const answer = own.page.waitForResponse('**/api/user');
  const { title } = await world.event({ clients: 1 });
  await answer;
  await expect(new HomePage(own).event(title)).toBeVisible();
  await own.page.getByRole('button', { name: own.t('nav.logout') }).click();
  expect(await own.page.evaluate((key) => localStorage.getItem(key), LOGIN_KEY)).toBe(newer);
});

test('the login leads to Home, which offers the link that was opened before it [LOGIN-04] [ROUTE-39]', async ({
  device,
  world,
}) => {
  const host = await world.person('host');
  const event = await world.event({ clients: 1, for: [host] });
  const hidden = await world.event({ clients: 1 });
  const own = await device();
  const { page, t } = own;
  const login = new LoginPage(own);
  const offer = page.getByRole('region', { name: t('home.wanted') });
  await page.goto(`/event/${event.id}?from=mail#messages`);
  await login.expectShown();
  await login.logIn(host);
  await expect(offer).toContainText(event.title);
  await offer.getByRole('link', { name: t('home.wantedGo') }).click();
  await expect(page).toHaveURL(`/event/${event.id}?from=mail#messages`);
  // Once, and never what is not theirs to see.
  await page.goto('/');
  await new HomePage(own).expectShown();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: t('nav.logout') }).click();
  await login.expectShown();
  for (const address of [`/event/${hidden.id}`, '/users']) {
    await page.goto(address);
    await login.expectShown();
    await login.logIn(host);
    await expect(new HomePage(own).event(event.title)).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.getByRole('button', { name: t('nav.logout') }).click();
    await login.expectShown();
  }
});
