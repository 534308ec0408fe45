import { expect, test } from '../support/fixtures.ts';
import { expectRegistered, fillIn, formOf, register } from '../support/publicForm.ts';

test('a server that does not register just now is asked again by itself, and then registers once', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  let asked = 0;
  // What one of several servers answers while another holds the lease.
  await page.route(`${address}?sent`, (route) => {
    if (route.request().method() !== 'POST' || ++asked > 2) return route.continue();
    const headers = { 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' };
    return route.fulfill({ status: 503, headers, body: '<!doctype html><main>Busy</main>' });
  });
  await page.goto(address);
  await fillIn(visitor);
  await register({ page });
  await expect(page.getByText('It is tried again by itself')).toBeVisible();
  await expectRegistered({ page });
  expect(asked).toBe(3);
  expect(await consumers()).toHaveLength(1);
});

test('what a proxy or a network with a login answers in the server’s place ends nothing: it is sent on, and registers once', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  const pages = [
    // The server's own, of a network whose turn it is not.
    { status: 429, body: '<!doctype html><main><p>Many use it</p></main>', own: { 'x-foyer-time': '1' } },
    { status: 502, body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
    { status: 500, body: '<!doctype html><main><p>On our side</p></main>', own: { 'x-foyer-time': '1' } },
    { status: 200, body: '<!doctype html><main><h1>Guest Wi-Fi</h1><form></form></main>' },
  ];
  let next = pages[0];
  await page.route(`${address}?sent`, (route) => {
    const { status, body, own } = (route.request().method() === 'POST' ? next : undefined) ?? {};
    if (status === undefined) return route.continue();
    next = pages[pages.findIndex((one) => one === next) + 1];
    const headers = { 'retry-after': '1', 'content-type': 'text/html; charset=utf-8', ...own };
    return route.fulfill({ status, headers, body: body ?? '' });
  });
  await page.goto(address);
  await fillIn(visitor);
  const add = page.getByRole('button', { name: 'Add a guest' });
  await add.click();
  await expect(page.getByRole('alert')).toContainText('Many use it');
  await add.click();
  await expect(page.getByRole('alert')).toContainText('Please try again in a moment');
  await add.click();
  await expect(page.getByRole('alert')).toContainText('On our side');
  await add.click();
  await expect(page.getByRole('alert')).toContainText('Please try again in a moment');
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('Ada');
  next = pages[1];
  await register({ page });
  await expect(page.getByRole('alert')).toContainText('It is tried again by itself');
  await expectRegistered({ page });
  expect(next).toBeUndefined();
  expect(await consumers()).toHaveLength(1);
});

test('a phone that loses its network between typing and sending registers once, as soon as there is one', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world);
  const visitor = await device({ viewport: { width: 360, height: 640 } });
  const { page, context } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await context.setOffline(true);
  await register({ page });
  await expect(page.getByRole('alert')).toContainText('There is no network.');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(await consumers()).toEqual([]);
  await context.setOffline(false);
  await expectRegistered({ page });
  expect(await consumers()).toHaveLength(1);
  // What was sent is no draft any more.
  await page.goto(address);
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('');
});

test('behind an address that is over its limit the page works out a proof by itself, and registers', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  test.setTimeout(240_000);
  const { address, consumers } = await formOf(world);
  const sessionId = /session_[\w-]+/.exec(await (await fetch(address)).text())?.[0] ?? '';
  // The same submission again is no other registration, but counts as sent.
  const body = JSON.stringify({
    ...{ submissionId: 'over-limit-submission', language: 'en', paymentType: 'none' },
    person: { forename: 'Ben', surname: 'Byron', email: 'ben@example.org' },
    clients: [
      { forename: 'Ben', surname: 'Byron', sessions: [{ sessionId, optionId: 'menu', kind: 'adult' }] },
    ],
  });
  const api = `${ownFoyer.url}/api/desk/${address.slice(-8)}/registrations`;
  const ask = async (): Promise<number> =>
    (await fetch(api, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  const crowd = (): Promise<number[]> => Promise.all(Array.from({ length: 20 }, ask));
  /** The proofs that somebody's page sent until it was registered, null for none. */
  async function registered(): Promise<(string | null)[]> {
    const visitor = await device({ url: ownFoyer.url });
    const { page } = visitor;
    await page.goto(address);
    await fillIn(visitor);
    const sent: (string | null)[] = [];
    await page.route(`${address}*`, async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      while (!(await crowd()).includes(429));
      sent.push(new URLSearchParams(request.postData() ?? '').get('proof'));
      // There is room for one more each second: the others take it while this one is on its way.
      const answered = new AbortController();
      const [response] = await Promise.all([
        route.fetch({ maxRedirects: 0 }).finally(() => answered.abort()),
        (async () => {
          while (!answered.signal.aborted) await crowd();
        })(),
      ]);
      return route.fulfill({ response });
    });
    await register({ page });
    await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible({ timeout: 60_000 });
    return sent;
  }
  // Of who was quicker than the others no proof is asked: then the next one comes.
  let visitors = 1;
  let sent = await registered();
  for (; sent.length === 1; visitors++) sent = await registered();
  expect(sent).toEqual([null, expect.stringMatching(/^[\w+/=]+$/)]);
  expect(await consumers()).toHaveLength(1 + visitors);
});

test('who sends a form that was deleted meanwhile is told so in place of the page, its heading too', async ({
  device,
  world,
}) => {
  const { address, close } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await close();
  await expect.poll(async () => (await fetch(address)).status).toBe(404);
  await register({ page });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'There is no registration at this address.',
  );
  await expect(page.getByText('Ask whoever gave you the address for a new one.')).toBeVisible();
  await expect(page.locator('#form')).toHaveCount(0);
});

test('who sends a form whose sessions were archived meanwhile reads that in words, and keeps what was typed', async ({
  device,
  world,
}) => {
  const { address, archive } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await archive();
  await expect.poll(async () => (await fetch(address)).text()).toContain('Nothing can be booked here');
  await register({ page });
  const said = page.getByRole('alert');
  await expect(said).toContainText('Nothing can be booked here at the moment.');
  // What the answer tells its script is for no reader.
  await expect(said).not.toContainText('{');
  await expect(page.getByRole('textbox', { name: 'Surname' }).first()).toHaveValue('Byron');
});
