import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  expectRegistered,
  fillIn,
  formOf,
  register,
  SESSIONS,
  typeForm,
  typeName,
} from '../support/publicForm.ts';

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
  await register({ page });
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

test('own questions are made in the editor, open and close as one answers, and are read at the registration', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ for: [member], clients: 0, sessions: SESSIONS });
  const desk = await device({ as: member });
  const { page, t, open } = desk;
  await open(`/event/${event.id}/form/new`);
  await typeForm(desk, { name: 'Guests', price: '25' });
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
  await expectRegistered({ page: guest });
  const range = `startkey="client_"&endkey="client_~"`;
  const { body } = await world.manager.call('GET', `/db/${event.dbName}/_all_docs?${range}`);
  const [client] = (body as { rows: { id: string }[] }).rows;
  await open(`/event/${event.id}/client/${client?.id.replace('client_', '') ?? ''}?tab=consumer`);
  await expect(page.getByText('Which stop?')).toBeVisible();
  await expect(page.getByText('Gare', { exact: true })).toBeVisible();
});
