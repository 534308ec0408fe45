import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectRegistered, fillIn, formOf, register, typeName } from '../support/publicForm.ts';

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
  await register({ page });
  await expect(page.getByRole('alert')).toContainText('The code is not right.');
  await page.getByRole('textbox', { name: /^Code/ }).fill('BALL');
  await register({ page });
  await expectRegistered({ page });
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
  await expectRegistered({ page });
  const [row] = await consumers();
  expect(String(row?.doc.registration['signature']).length).toBeGreaterThan(1000);
  expect(row?.doc).toMatchObject({
    person: { phone: '+41 79 123 45 67' },
    address: { country: 'Switzerland' },
  });
});
