import { readPdf } from '#pdf/testing/read.ts';
import type { Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { newTable } from '#domain/plan/editor/templates.ts';
import { theatrePlan } from '#domain/testing/theatrePlan.ts';
import { choosePlan, exportPlan } from '../pages/PlanExchange.ts';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { violations } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import type { World } from '../support/world.ts';

const plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 2,
    tables: {
      0: { ...newTable('circle', 5, { x: 40, y: 50 }, 1), name: 'Lac' },
      1: newTable('rectangle', 6, { x: 115, y: 50 }, 2),
    },
  },
};

/** An event whose first client sits at table 1, seat 2. */
async function gala(world: World) {
  const event = await world.event({ clients: 3 });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const clients = stored.clients.map((entry, index) => ({
    ...{ ...entry, checkInTime: null },
    placement: index === 0 ? placementAt('0', 1) : null,
  }));
  const session: Session = { ...stored, plan, clients };
  await writeDocs(world.manager, event.dbName, [session]);
  const guest = event.clients.find(({ _id }) => _id === session.clients[0]?.clientId);
  return { event, session, guest };
}

/** A picture of one colour, as the browser writes it. */
const picture = (device: Device, colour: string): Promise<string> =>
  device.page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [60, 30];
    const pen = canvas.getContext('2d');
    if (pen !== null) pen.fillStyle = fill;
    pen?.fillRect(0, 0, 60, 30);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, colour);

/** Red, green and blue of a point of a picture, from 0 to 1 across and down. */
const colourAt = (device: Device, bytes: Uint8Array, x: number, y: number): Promise<number[]> =>
  device.page.evaluate(
    async ([base64, across, down]) => {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([content], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(1, 1);
      const pen = canvas.getContext('2d');
      pen?.drawImage(bitmap, -Math.floor(across * bitmap.width), -Math.floor(down * bitmap.height));
      return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    },
    [Buffer.from(bytes).toString('base64'), x, y] as const,
  );

/** Of the theatre, with the area that has no name. */
const TABLES = 16;

const file = (content: string, type = 'image/png') => ({
  ...{ name: 'stage.png', mimeType: type, buffer: Buffer.from(content, 'base64') },
});

test('a plan of the ticket shop comes in, is told of, and goes out again', async ({ device, world }) => {
  const { event, session } = await gala(world);
  const own = await device({ as: world.manager, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, session._id);
  await expect(editor.tables()).toHaveCount(2);
  const theatre = JSON.stringify(theatrePlan());
  const dialog = page.getByRole('dialog', { name: t('planExchange.from', { name: 'Théâtre du Lac' }) });

  await test.step('what is lost is told first, and nothing happens until one agrees', async () => {
    await choosePlan(own, 'theatre.json', theatre);
    await expect(dialog).toContainText(t('planExchange.seats', { count: 237 }));
    const loss = t('planExchange.loss.duplicate_numbers', { count: 3 });
    const names = 'Balcony 1, Balcony 2, Balcony 3';
    await expect(dialog).toContainText(t('planExchange.lossNames', { loss, names }));
    expect(await violations(page, {}, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: t('common.cancel') }).click();
    await expect(dialog).toBeHidden();
    await expect(editor.tables()).toHaveCount(2);
  });

  await test.step('taken over, taken back, taken over again and saved', async () => {
    await choosePlan(own, 'theatre.json', theatre);
    await dialog.getByRole('button', { name: t('planExchange.take') }).click();
    await expect(editor.tables()).toHaveCount(TABLES);
    await editor.tool('undo').click();
    await expect(editor.tables()).toHaveCount(2);
    await editor.tool('redo').click();
    await expect(editor.tables()).toHaveCount(TABLES);
    await editor.save.click();
    // Who sat at the former tables is asked about first.
    await page.getByRole('button', { name: t('planEditor.loseSave') }).click();
    await expect(page.getByText(t('plan_update.save_success')).first()).toBeVisible();
  });

  await test.step('what goes out comes in again, with nothing lost but identifiers', async () => {
    const shop = await exportPlan(own, 'editor', 'pretix');
    expect(shop.name).toMatch(/pretix\.json$/);
    await choosePlan(own, shop.name, Buffer.from(shop.bytes).toString());
    const back = page.getByRole('dialog');
    await expect(back).toContainText(t('planExchange.seats', { count: 237 }));
    // Four categories, the colour that is not understood as it was not before, and the identifiers.
    await expect(back.getByRole('listitem')).toHaveCount(6);
    await expect(back.getByRole('listitem').last()).toHaveText(t('planExchange.lossIds'));
    await back.getByRole('button', { name: t('planExchange.take') }).click();
    await expect(page.getByText(t('planEditor.unsaved'))).toBeVisible();
    await expect(editor.tables()).toHaveCount(TABLES);
    await editor.saveAndSee();

    const foyer = await exportPlan(own, 'editor', 'foyer');
    await choosePlan(own, foyer.name, Buffer.from(foyer.bytes).toString());
    await expect(page.getByText(t('planEditor.unsaved'))).toBeVisible();
    await expect(editor.tables()).toHaveCount(TABLES);
  });

  await test.step('what is no plan is refused, and the plan stays', async () => {
    await choosePlan(own, 'wrong.json', '{ "zones": [{ "rows": 5 }] }');
    const wrong = t('planExchange.error.not_pretix', { paths: 'zones.0.rows' });
    await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
    await choosePlan(own, 'other.json', '{ "a": 1 }');
    const foreign = t('planExchange.error.unknown_format');
    await expect(page.getByRole('alert').filter({ hasText: foreign })).toBeVisible();
    await expect(editor.tables()).toHaveCount(TABLES);
  });
});

test('the plan is printed with who sits where, and as an empty plan', async ({ device, world }) => {
  const { event, session, guest } = await gala(world);
  const own = await device({ as: world.manager, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  await new PlanPage(own, plan).open(event.id, session._id);
  const { name, bytes } = await exportPlan(own, 'viewer', 'pdf', async () => {
    await page.getByText('A3', { exact: true }).click();
  });
  expect(name).toMatch(/\.pdf$/);
  const { pages } = await readPdf(bytes);
  expect(pages.map(({ width, height }) => [width, height])).toEqual([
    [420, 297],
    [420, 297],
  ]);
  const words = pages.map(({ texts }) => texts.map(({ text }) => text));
  expect(words[0]).toContain('Lac');
  expect(words[1]).toEqual(
    expect.arrayContaining([
      t('planExchange.pdf.tablePlan'),
      `${t('planExchange.pdf.table', { table: 1 })} · Lac`,
      `${guest?.forename ?? ''} ${guest?.surname ?? ''}`,
      '1 / 5',
    ]),
  );

  await new PlanEditorPage(own).open(event.id, session._id);
  const empty = await readPdf((await exportPlan(own, 'editor', 'pdf')).bytes);
  expect(empty.pages.map(({ width, height }) => [width, height])).toEqual([[297, 210]]);
});

test('a picture becomes a table, and is on the picture of the plan with the background [PLAN-13, DOC-21, DOC-22]', async ({
  device,
  world,
}) => {
  const { event, session } = await gala(world);
  const own = await device({ as: world.manager, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, session._id);
  const add = async (button: string, content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    await chooser.setFiles(file(content));
  };
  await add(t('planEditor.addPicture'), Buffer.from('no picture').toString('base64'));
  await expect(page.getByText(t('errors.picture_type'))).toBeVisible();
  await expect(editor.tables()).toHaveCount(2);

  await add(t('planEditor.addPicture'), await picture(own, '#ff0000'));
  await expect(page.getByRole('button', { name: t('planEditor.unnamed') })).toHaveCount(1);
  await expect(editor.field('x')).toHaveValue('80');
  await editor.field('y').fill('20');
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: t('planEditor.canvas') }).click({ position: { x: 5, y: 5 } });
  await add(t('planEditor.chooseBackground'), await picture(own, '#0000ff'));
  await expect(page.getByRole('button', { name: t('planEditor.removeBackground') })).toBeVisible();
  await editor.save.click();
  await expect(page.getByText(t('plan_update.save_success')).first()).toBeVisible();

  // Another device, which has it all from the server.
  const other = await device({ as: world.manager, viewport: { width: 1440, height: 900 } });
  await new PlanPage(other, plan).open(event.id, session._id);
  const { bytes } = await exportPlan(other, 'viewer', 'png');
  // The middle of the stage, 3 units of white around the plan.
  expect(await colourAt(other, bytes, (3 + 80) / 166, (3 + 20) / 106)).toEqual([255, 0, 0]);
  const [red = 0, green = 0, blue = 0] = await colourAt(other, bytes, (3 + 80) / 166, (3 + 90) / 106);
  expect([Math.round(red / 10), Math.round(green / 10), blue]).toEqual([8, 8, 255]);
  const pdf = await exportPlan(other, 'viewer', 'pdf');
  expect((await readPdf(pdf.bytes)).pages).toHaveLength(2);
});
