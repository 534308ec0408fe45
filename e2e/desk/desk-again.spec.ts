import { expectAccessible } from '../support/accessible.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { expectRegistered, fillIn, formOf, register } from '../support/publicForm.ts';

test('whoever comes back to a form that was taken is told before changing it, and what is typed there is another registration', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  // As a browser that keeps the page as it was left, for who goes back: the page of the registration does not take its place.
  const away = (url: URL): boolean => url.pathname.includes('/desk/registrations/');
  await page.route(away, (route) =>
    route.request().resourceType() === 'document' ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await page.goto(address);
  await fillIn(visitor);
  const register = page.getByRole('button', { name: 'Register' });
  await register.click();
  // The draft is gone, and nothing stays by which whoever uses the device next could ask for the registration.
  await page.waitForFunction(() => localStorage.length === 0);
  const id = await page.locator('input[name=id]').inputValue();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(id);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  const told = page.getByRole('alert').filter({ hasText: 'You have sent this form' });
  await expect(told).toBeVisible();
  await expect(register).toBeEnabled();
  await expect(told.getByRole('link', { name: 'Your registration' })).toHaveAttribute(
    'href',
    /\/desk\/registrations\//,
  );
  await expectAccessible({ page }, 'public page that was sent before', ['phone', 'desktop']);

  await page.unroute(away);
  const surname = page.getByRole('textbox', { name: 'Surname' }).first();
  await surname.fill('King');
  await register.click();
  await expect(page.getByRole('heading', { name: 'Your changes were not taken' })).toBeVisible();
  await expect(page.getByText('Ada Byron')).toBeVisible();
  expect(await consumers()).toHaveLength(1);
  await expectAccessible({ page }, 'registration that was sent before', ['phone', 'desktop']);

  await page.getByRole('link', { name: 'Open the form anew' }).click();
  await expect(surname).toHaveValue('');
  await fillIn(visitor);
  await register.click();
  await expectRegistered({ page });
  expect(await consumers()).toHaveLength(2);
});

test('what was typed over a registration and not sent comes back as another one', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  // As pages of before kept it.
  await page.evaluate(() =>
    localStorage.setItem(`foyer.desk.${location.pathname.split('/').at(-1)}.sent`, 'x'),
  );
  await page.reload();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await fillIn(visitor);
  const id = await page.locator('input[name=id]').inputValue();
  await register({ page });
  await expectRegistered({ page });
  await page.goto(address);
  // As a browser puts it back that keeps what stood in the fields.
  await page.locator('input[name=id]').evaluate((field, id) => ((field as HTMLInputElement).value = id), id);
  await fillIn(visitor);
  await page.goto(address);
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await register({ page });
  await expectRegistered({ page });
  expect(await consumers()).toHaveLength(2);
});

test('who goes back from the registration, in a browser that keeps no pages, finds nothing that would be sent a second time', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await register({ page });
  await expect(page.getByText('You are registered')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('');
  await register({ page });
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toBeFocused();
  expect(await consumers()).toHaveLength(1);
  // Who fills it in again means it.
  await fillIn(visitor);
  await register({ page });
  await expect(page.getByText('You are registered')).toBeVisible();
  expect(await consumers()).toHaveLength(2);
});

test('without a script, who goes back and sends it again is registered once, and told what was not taken', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const browser = (await device({})).context.browser();
  const page = await (await browser?.newContext({ javaScriptEnabled: false, locale: 'en-US' }))?.newPage();
  if (page === undefined) throw new Error('no browser');
  const visitor = { page } as Device;
  await page.goto(address);
  await fillIn(visitor);
  const register = page.getByRole('button', { name: 'Register' });
  const number = page.getByText(/-01$/);
  await register.click();
  const first = await number.textContent();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('Ada');
  await register.click();
  await expect(number).toHaveText(first ?? '');
  expect(await consumers()).toHaveLength(1);
  // Somebody else, or so they believe.
  await page.goBack();
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Grace');
  await register.click();
  await expect(page.getByRole('heading', { name: 'Your changes were not taken' })).toBeVisible();
  expect(await consumers()).toHaveLength(1);
  await page.getByRole('link', { name: 'Open the form anew' }).click();
  await fillIn(visitor);
  await register.click();
  await expectRegistered({ page });
  await expect(number).not.toHaveText(first ?? '');
  expect(await consumers()).toHaveLength(2);
  await page.context().close();
});
