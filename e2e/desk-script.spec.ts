import { expectAccessible } from './support/accessible.ts';
import { expect, test, type Device } from './support/fixtures.ts';

const SESSIONS = [{ title: 'Dinner', titleFrench: 'Dîner', date: Date.now(), status: 'ongoing' as const }];
const metadata = { author: { id: 'a', name: 'A' }, createdAt: 1, updatedAt: 1 };
let forms = 0;

type World = Parameters<Parameters<typeof test>[2]>[0]['world'];
/** An event with a form at a public address. */
const MENU = [{ id: 'menu', name: 'Menu', clientCount: 1 }];
async function formOf(
  world: World,
  { options = MENU, ...more }: { options?: typeof MENU; [field: string]: unknown } = {},
) {
  const event = await world.event({ clients: 0, sessions: SESSIONS });
  const accessId = `bcdfgh${String(++forms).padStart(2, '0')}`;
  const adult = { amount: 2313, amountGross: 2500, enabled: true };
  const child = { amount: 925, amountGross: 1000, enabled: true };
  await world.manager.call('PUT', `/db/${event.dbName}/form_a`, {
    ...{ _id: 'form_a', type: 'form', accessId, name: 'Guests', language: 'en', metadata },
    ...{ currency: 'chf', vat: 810, enabled: true, children: true },
    options,
    extras: [{ id: 'park', name: 'Parking', amount: 463, amountGross: 500, enabled: true, maxCount: 2 }],
    amounts: {
      [event.sessions[0]?._id ?? '']: Object.fromEntries(options.map(({ id }) => [id, { adult, child }])),
    },
    ...more,
  });
  const close = async (): Promise<void> => {
    const path = `/db/${event.dbName}/form_a`;
    const { body } = await world.manager.call('GET', path);
    expect((await world.manager.call('PUT', path, { ...(body as object), enabled: false })).status).toBe(201);
  };
  const address = `${world.url}/desk/${accessId}`;
  await expect.poll(async () => (await fetch(address)).status).toBe(200);
  const consumers = async () => {
    const range = `startkey="consumer_"&endkey="consumer_~"&include_docs=true`;
    const answer = await world.manager.call('GET', `/db/${event.dbName}/_all_docs?${range}`);
    return (answer.body as { rows: { doc: { registration: Record<string, unknown> } }[] }).rows;
  };
  const archive = async (): Promise<void> => {
    for (const session of await world.sessions(event)) {
      const path = `/db/${event.dbName}/${session._id}`;
      const { status } = await world.manager.call('PUT', path, { ...session, status: 'archived' });
      expect(status).toBe(201);
    }
  };
  /** A form of its own at another address says the same in French. */
  const inFrench = async (): Promise<string> => {
    const [path, other] = ['form_a', 'form_b'].map((id) => `/db/${event.dbName}/${id}`);
    const { _rev, ...form } = (await world.manager.call('GET', path ?? '')).body as Record<string, unknown>;
    const own = { accessId: `bcdfgj${accessId.slice(6)}`, language: 'fr', counterpartId: 'form_a' };
    for (const [at, body] of [
      [other, { ...form, _id: 'form_b', ...own }],
      [path, { ...form, _rev, counterpartId: 'form_b' }],
    ] as const)
      expect((await world.manager.call('PUT', at ?? '', body)).status).toBe(201);
    const there = `${world.url}/desk/${own.accessId}`;
    await expect.poll(async () => (await fetch(there)).status).toBe(200);
    return there;
  };
  return { address, close, archive, consumers, inFrench };
}
async function typeName({ page }: Device): Promise<void> {
  await page.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  await page.getByRole('textbox', { name: 'Surname' }).first().fill('Byron');
  await page.getByRole('textbox', { name: 'E-mail' }).first().fill('ada@example.org');
}
/** Ada, and the menu for her. */
async function fillIn(visitor: Device): Promise<void> {
  await typeName(visitor);
  await visitor.page.getByRole('radio', { name: /Menu/ }).first().check();
}

test('the sum follows what one types, guests are added in place, and a reload loses nothing', async ({
  device,
  world,
}) => {
  const { address } = await formOf(world);
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await typeName(visitor);
  await expect(page.getByRole('button', { name: 'Work out the total' })).toBeHidden();
  await page.getByRole('radio', { name: /Menu/ }).first().check();
  await expect(page.getByText('Total CHF 25.00')).toBeVisible();
  await page.getByRole('spinbutton', { name: /Parking/ }).fill('2');
  await expect(page.getByText('Total CHF 35.00')).toBeVisible();
  const [parking, total] = [page.getByRole('spinbutton', { name: /Parking/ }), page.locator('#sum')];
  await parking.fill('3');
  await expect(total).toHaveText('“Parking”: a whole number, 2 at most.');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(parking).toHaveAccessibleDescription('“Parking”: a whole number, 2 at most.');
  await parking.fill('2');
  await expect(page.getByText('Total CHF 35.00')).toBeVisible();
  await page.getByRole('button', { name: 'Add a guest' }).click();
  const second = page.getByRole('group', { name: 'Guest 2' });
  await expect(second.getByRole('textbox', { name: 'Forename' })).toBeFocused();
  await second.getByRole('textbox', { name: 'Forename' }).fill('Ben');
  await second.getByRole('radio', { name: /Menu.*child/ }).check();
  await expect(page.getByText('Total CHF 45.00')).toBeVisible();
  await page.reload();
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await expect(page.getByText('Total CHF 45.00')).toBeVisible();
  await expect(second.getByRole('textbox', { name: 'Forename' })).toHaveValue('Ben');
  await expectAccessible({ page }, 'public page with a draft', ['phone', 'desktop']);
  await page.getByRole('link', { name: 'Français' }).click();
  await expect(page.getByRole('textbox', { name: 'Prénom' }).first()).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Vider le formulaire' }).click();
  await expect(page.getByRole('textbox', { name: 'Prénom' }).first()).toHaveValue('');
});

test('what was typed goes along to the form in the other language, and back', async ({ device, world }) => {
  const { address, inFrench } = await formOf(world);
  const french = await inFrench();
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await page.getByRole('link', { name: 'Français' }).click();
  await expect(page).toHaveURL(french);
  await expect(page.getByRole('textbox', { name: 'Prénom' }).first()).toHaveValue('Ada');
  await expect(page.getByRole('radio', { name: /Menu/ }).first()).toBeChecked();
  await page.getByRole('textbox', { name: 'Prénom' }).first().fill('Zoé');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('Zoé');
});

test('a table that takes more than is left is not offered, and guests who want too much together read so as they type', async ({
  device,
  world,
}) => {
  const { address } = await formOf(world, {
    maxClientCountPerSession: 1,
    options: [
      { id: 'menu', name: 'Menu', clientCount: 1 },
      { id: 'table', name: 'Table', clientCount: 8 },
    ],
  });
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  const table = page.getByRole('radio', { name: /Table/ }).first();
  await expect(table).toBeDisabled();
  await expect(page.getByText('only 1 place left').first()).toBeVisible();
  const sum = page.getByRole('status').filter({ hasText: 'Total' });
  await page.getByRole('radio', { name: /Menu/ }).first().check();
  await expect(sum).toHaveText(/^Total CHF\s25\.00\s+of which VAT CHF\s1\.87$/);
  await page.getByRole('button', { name: 'Add a guest' }).click();
  await page.getByRole('group', { name: 'Guest 2' }).getByRole('radio', { name: /Menu/ }).first().check();
  await expect(sum).toContainText('“Dinner” has only 1 place left.');
  await page.getByRole('group', { name: 'Guest 2' }).getByRole('radio', { name: 'Not coming' }).check();
  await expect(sum).not.toContainText('left');
});

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
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('It is tried again by itself')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText('It is tried again by itself');
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no network.');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  expect(await consumers()).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  expect(await consumers()).toHaveLength(1);
  // What was sent is no draft any more.
  await page.goto(address);
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('');
});

test('a guest signs with the finger or the mouse, and what is wrong meanwhile does not cost the signature', async ({
  device,
  world,
}) => {
  const pdf = { content_type: 'application/pdf', data: Buffer.from('%PDF-1.7').toString('base64') };
  const { address, consumers } = await formOf(world, { code: 'ball', _attachments: { terms: pdf } });
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await fillIn(visitor);
  await page.getByRole('checkbox', { name: /accept/ }).check();
  await page.getByRole('textbox', { name: /^Code/ }).fill('gala');
  const canvas = page.getByRole('img', { name: 'Signature' });
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('no canvas');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText('The code is not right.');
  await page.getByRole('textbox', { name: /^Code/ }).fill('BALL');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  const [row] = await consumers();
  const signature = row?.doc.registration['signature'];
  expect(signature).toMatch(/^data:image\/png;base64,/);
  expect(String(signature).length).toBeGreaterThan(500);
});

test('whoever has neither finger nor mouse signs by typing, and reads at each field what is wrong', async ({
  device,
  world,
}) => {
  const pdf = { content_type: 'application/pdf', data: Buffer.from('%PDF-1.7').toString('base64') };
  const { address, consumers } = await formOf(world, {
    ...{ _attachments: { terms: pdf }, required: { addr: true }, mandatory: { addr: true } },
  });
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(address);
  await typeName(visitor);
  await page.getByRole('textbox', { name: 'Street' }).fill('Rue 1');
  await page.getByRole('textbox', { name: 'Town' }).fill('Genève');
  await page.getByRole('textbox', { name: 'Phone' }).fill('079 123');
  await page.getByRole('radio', { name: /Menu/ }).first().check();
  await page.getByRole('checkbox', { name: /accept/ }).check();
  const signed = page.getByRole('textbox', { name: 'Or type your name' });
  await signed.focus();
  await page.keyboard.type('Ada Byron');
  // A key sends no form by mistake: it works the sum out, and one types on.
  const worked = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.keyboard.press('Enter');
  await worked;
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled();
  await expect(signed).toBeFocused();
  await expect(signed).toHaveValue('Ada Byron');
  expect(await consumers()).toEqual([]);
  await page.getByRole('button', { name: 'Register' }).press('Enter');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toHaveAccessibleDescription(/Phone is not right\..*country code/);
  await expectAccessible(visitor, 'what is wrong at its field', ['phone', 'desktop']);
  await page.getByRole('alert').getByRole('link', { name: /Phone/ }).press('Enter');
  await expect(phone).toBeFocused();
  // Only the server can take that back.
  await phone.press('End');
  await page.keyboard.type(' 4');
  await expect(phone).toHaveAccessibleDescription(/country code/);
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Switzerland');
  await phone.fill('079 123 45 67');
  await page.getByRole('button', { name: 'Register' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  const [row] = await consumers();
  expect(String(row?.doc.registration['signature']).length).toBeGreaterThan(1000);
  expect(row?.doc).toMatchObject({
    person: { phone: '+41 79 123 45 67' },
    address: { country: 'Switzerland' },
  });
});

test('own questions are made in the editor, open and close as one answers, and are read at the registration', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, sessions: SESSIONS });
  const desk = await device({ as: member });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/form/new`);
  await page.getByLabel(t('forms.name')).first().fill('Guests');
  await page.getByLabel(t('forms.vat')).fill('8.1');
  await page
    .getByRole('group', { name: t('forms.optionN', { n: 1 }), exact: true })
    .getByLabel(t('forms.optionName'))
    .fill('Menu');
  await page
    .getByRole('textbox', { name: t('forms.cell', { session: 'Dinner', option: 'Menu' }), exact: true })
    .fill('25');
  const question = (n: number) => page.getByRole('group', { name: t('forms.questionN', { n }), exact: true });
  const label = t('forms.questionLabel');
  await page.getByRole('button', { name: t('forms.addQuestion') }).click();
  await question(1).getByRole('textbox', { name: label }).fill('How do you come?');
  await question(1).getByLabel(t('forms.questionKind'), { exact: true }).selectOption('choice');
  await question(1)
    .getByRole('textbox', { name: t('forms.choices') })
    .fill('Bus\nTrain');
  await page.getByRole('button', { name: t('forms.addQuestion') }).click();
  await question(2).getByRole('textbox', { name: label }).fill('Which stop?');
  const ifBus = t('forms.ifAnswered', { question: 'How do you come?', answer: 'Bus' });
  await question(2).getByLabel(t('forms.askedIf'), { exact: true }).selectOption({ label: ifBus });
  await question(2)
    .getByRole('checkbox', { name: t('forms.questionMust') })
    .check();
  await expectAccessible(desk, 'own questions in the editor', ['phone', 'desktop']);
  await page.getByRole('button', { name: t('forms.save') }).click();
  const link = page.getByRole('link', { name: t('forms.publicPageOf', { name: 'Guests' }) });
  const address = (await link.getAttribute('href')) ?? '';
  await expect.poll(async () => (await fetch(address)).status).toBe(200);

  const visitor = await device({});
  const guest = visitor.page;
  await guest.goto(`${address}?lang=en`);
  await typeName(visitor);
  await guest.getByRole('radio', { name: /Menu/ }).first().check();
  const stop = guest.getByRole('textbox', { name: 'Which stop?' });
  await expect(stop).toBeHidden();
  const how = guest.getByRole('combobox', { name: 'How do you come?' });
  await how.selectOption('Bus');
  await stop.fill('Gare');
  await how.selectOption('Train');
  await expect(stop).toBeHidden();
  await how.selectOption('Bus');
  await expect(stop).toHaveValue('Gare');
  await expectAccessible(visitor, 'own questions on the public page', ['phone', 'desktop']);
  await guest.getByRole('button', { name: 'Register' }).click();
  await expect(guest.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  const range = `startkey="client_"&endkey="client_~"`;
  const { body } = await world.manager.call('GET', `/db/${event.dbName}/_all_docs?${range}`);
  const [client] = (body as { rows: { id: string }[] }).rows;
  await open(`/event/${event.id}/client/${client?.id.replace('client_', '') ?? ''}?tab=consumer`);
  await expect(page.getByText('Which stop?')).toBeVisible();
  await expect(page.getByText('Gare', { exact: true })).toBeVisible();
});

test('what is missing is said beside each field in the page’s language, until it is there', async ({
  device,
  world,
}) => {
  const { address, consumers } = await formOf(world, {
    questions: [{ id: 'ok', kind: 'consent', label: 'Photos may be taken', mandatory: true }],
  });
  const visitor = await device({});
  const { page } = visitor;
  await page.goto(`${address}?lang=fr`);
  const [forename, email, consent] = [
    page.getByRole('textbox', { name: 'Prénom' }).first(),
    page.getByRole('textbox', { name: 'E-mail' }),
    page.getByRole('checkbox', { name: 'Photos may be taken' }),
  ];
  await email.fill('ada');
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await expect(forename).toBeFocused();
  await expect(forename).toHaveAccessibleDescription('Veuillez remplir ce champ.');
  await expect(email).toHaveAccessibleDescription('Écrivez-le comme nom@exemple.org.');
  await expect(consent).toHaveAccessibleDescription('Veuillez cocher cette case.');
  await expectAccessible({ page }, 'public page with fields that are missing', ['phone', 'desktop']);
  await forename.fill('Ada');
  await expect(forename).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('Veuillez remplir ce champ.')).toHaveCount(1);
  await page
    .getByRole('textbox', { name: /^Nom\b/ })
    .first()
    .fill('Byron');
  await email.fill('ada@example.org');
  await consent.check();
  await page.getByRole('radio', { name: /Menu/ }).first().check();
  await page.getByRole('button', { name: 'S’inscrire' }).click();
  await expect(page.getByRole('heading', { name: 'Votre inscription est enregistrée' })).toBeVisible();
  expect(await consumers()).toHaveLength(1);
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
    await page.getByRole('button', { name: 'Register' }).click();
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
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  await page.goto(address);
  // As a browser puts it back that keeps what stood in the fields.
  await page.locator('input[name=id]').evaluate((field, id) => ((field as HTMLInputElement).value = id), id);
  await fillIn(visitor);
  await page.goto(address);
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('You are registered')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toHaveValue('');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('textbox', { name: 'Forename' }).first()).toBeFocused();
  expect(await consumers()).toHaveLength(1);
  // Who fills it in again means it.
  await fillIn(visitor);
  await page.getByRole('button', { name: 'Register' }).click();
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
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  await expect(number).not.toHaveText(first ?? '');
  expect(await consumers()).toHaveLength(2);
  await page.context().close();
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
  await page.getByRole('button', { name: 'Register' }).click();
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
  await page.getByRole('button', { name: 'Register' }).click();
  const said = page.getByRole('alert');
  await expect(said).toContainText('Nothing can be booked here at the moment.');
  // What the answer tells its script is for no reader.
  await expect(said).not.toContainText('{');
  await expect(page.getByRole('textbox', { name: 'Surname' }).first()).toHaveValue('Byron');
});
