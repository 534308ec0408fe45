import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';

test('a member makes a plan from templates, with mouse and keys, and finds it again [PLAN-01, PLAN-03, PLAN-07, PLAN-10, PLAN-26]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 2, for: [member] });
  const sessionId = event.sessions.find(({ status }) => status !== 'archived')?._id ?? '';
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, sessionId);
  await expect(editor.tables()).toHaveCount(2);
  // The room, between what it is made with and what tells of it.
  const room = await editor.canvas.boundingBox();
  expect(room?.width).toBeGreaterThan(890);
  expect(room?.height).toBeGreaterThan(600);
  const below = () => own.page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await below(), 'nothing has to be scrolled to').toBeLessThanOrEqual(0);

  // From the palette by drag, by click, and by key.
  const circle = await editor.template('rectangle', 6).boundingBox();
  const from = { x: (circle?.x ?? 0) + 30, y: (circle?.y ?? 0) + 30 };
  await editor.drag(from, await editor.at(80, 20));
  await expect(editor.field('x')).toHaveValue('80');
  await expect(editor.field('seatCount')).toHaveValue('6');
  await editor.template('circle', 5).click();
  await editor.template('semicircle', 4).focus();
  await own.page.keyboard.press('Enter');
  await expect(editor.tables()).toHaveCount(5);

  // Moved with the mouse and with keys; taken back.
  await editor.drag(await editor.at(80, 20), await editor.at(53.3, 20));
  await expect(editor.field('x')).toHaveValue('53,33');
  expect(await editor.canvas.boundingBox()).toEqual(room);
  await own.page.keyboard.press('Escape');
  await editor.table(3).click();
  await editor.canvas.focus();
  await own.page.keyboard.press('ArrowLeft');
  await own.page.keyboard.press('Shift+ArrowLeft');
  await expect(editor.field('x')).toHaveValue('47,33');
  await editor.tool('undo').click();
  await expect(editor.field('x')).toHaveValue('53,33');

  // A number that is taken is refused at the field.
  await editor.field('number').fill('1');
  await expect(own.page.getByText(own.t('planEditor.error.table_number_exists'))).toBeVisible();
  await editor.field('number').fill('30');

  // Dropped outside, and back with undo.
  await editor.table(2).click();
  await own.page.getByRole('button', { name: own.t('planEditor.wholePlan') }).click();
  await editor.drag(await editor.at(106.67, 50), { x: 700, y: 3 });
  await expect(editor.table(2)).toHaveCount(0);
  await own.page.keyboard.press('Control+z');
  await expect(editor.table(2)).toHaveCount(1);

  await editor.save.click();
  await expect(own.page.getByText(own.t('plan_update.save_success'))).toBeVisible();
  await editor.open(event.id, sessionId);
  await expect(editor.tables()).toHaveCount(5);
  await editor.table(30).click();
  await expect(editor.field('x')).toHaveValue('53,33');

  // What is not saved survives a reload, and is asked about when somebody leaves.
  await editor.field('name').fill('Stage');
  own.page.on('dialog', (dialog) => void dialog.accept());
  await own.page.reload();
  await editor.table(30).click();
  await expect(editor.field('name')).toHaveValue('Stage');
  await own.page.getByRole('link', { name: own.t('planEditor.view') }).click();
  await own.page.getByRole('button', { name: own.t('common.stay') }).click();
  await expect(editor.field('name')).toHaveValue('Stage');
});

test('two tablets that change one plan, one without network, both keep what they did [SYNC-10]', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 2, for: [member] });
  const sessionId = event.sessions.find(({ status }) => status !== 'archived')?._id ?? '';
  const wide = { as: member, viewport: { width: 1440, height: 900 } };
  const [one, other] = [await device(wide), await device(wide)];
  const editors = [new PlanEditorPage(one), new PlanEditorPage(other)] as const;
  const plan = async () => {
    const [session] = await world.documents(event.dbName, sessionId);
    return (session?.['plan'] ?? null) as {
      state: { tables: Record<string, { position: { x: number } }> };
    } | null;
  };
  // The plan that both know.
  await editors[0].open(event.id, sessionId);
  await editors[0].table(1).click();
  await editors[0].field('x').fill('20');
  await editors[0].save.click();
  await expect.poll(plan).not.toBeNull();
  await editors[1].open(event.id, sessionId);
  await editors[1].table(1).click();
  await expect(editors[1].field('x')).toHaveValue('20');
  await one.offline();
  const move = async (index: 0 | 1, table: number, x: string) => {
    await editors[index].table(table).click();
    await editors[index].field('x').fill(x);
    await editors[index].template('circle', 5).click();
    await editors[index].save.click();
    await expect(editors[index].save).toBeDisabled();
  };
  await move(0, 1, '21');
  await move(1, 2, '42');
  await one.online();
  const placed = async (): Promise<unknown> => {
    const tables = Object.values((await plan())?.state.tables ?? {});
    return [21, 42].map((x) => tables.some(({ position }) => position.x === x)).concat(tables.length === 4);
  };
  await expect.poll(placed).toEqual([true, true, true]);
});
