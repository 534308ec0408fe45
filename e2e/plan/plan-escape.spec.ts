import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { FRENCH } from '../support/device.ts';
import { dinner, SMALL } from '../support/dinner.ts';
import { expect, test } from '../support/fixtures.ts';
import { Fingers } from '../support/touch.ts';

/* Escape closes one thing at a time, the innermost; what comes between ends a gesture as if nothing had been. */

const middle = (box: { x: number; y: number; width: number; height: number } | null) => ({
  x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
  y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
});

test('Escape closes the menu, then the dialog, the move, the card; a drag it ends alone', async ({
  device,
  world,
}) => {
  const { member, event, placed } = await dinner(world, SMALL);
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  const plan = new PlanPage(own, SMALL);
  await plan.open(event.id, 'session_floor');
  // The room does not move any more.
  await plan.expectFilled(7, 16);
  await expect(plan.guest('Otto Anders')).toBeVisible();
  const before = await placed();
  const escape = () => page.keyboard.press('Escape');
  const card = plan.card(1, 1);
  const prompt = page.getByText(t('seating.promptMove', { name: 'Ada Lovelace' }));
  /** Where Ada sits, and a free seat: the page is longer while the card is there. */
  const seats = async () => ({
    ada: await plan.inWindow({ tableId: 't1', seatIndex: 0 }),
    free: await plan.inWindow({ tableId: 't1', seatIndex: 5 }),
  });

  await plan.tapSeat({ tableId: 't1', seatIndex: 0 });
  await plan.act('move').click();
  await expect(prompt).toBeVisible();
  const menu = page.getByRole('menu');
  await page.getByRole('button', { name: t('common.actions') }).click();
  await expect(menu).toBeVisible();
  await escape();
  await expect(menu).toBeHidden();
  await expect(prompt).toBeVisible();

  await page.getByRole('button', { name: t('common.actions') }).click();
  await page.getByRole('menuitem', { name: t('planExchange.exportPlan') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await escape();
  await expect(dialog).toBeHidden();
  await expect(prompt).toBeVisible();

  // The focus on the plan, and in the field that looks for guests.
  await plan.canvas.focus();
  await escape();
  await expect(prompt).toBeHidden();
  await expect(card).toBeVisible();
  await plan.act('move').click();
  await plan.search.fill('otto');
  await escape();
  await expect(plan.search).toHaveValue('');
  await expect(prompt).toBeVisible();
  await escape();
  await expect(prompt).toBeHidden();
  await expect(card).toBeVisible();

  await test.step('somebody who is dragged on the plan stays, and so does the card', async () => {
    const { ada, free } = await seats();
    await page.mouse.move(ada.x, ada.y);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y, { steps: 3 });
    await escape();
    await page.mouse.up();
    await expect(card).toBeVisible();
  });
  await test.step('somebody who is dragged from the list, too', async () => {
    const { free } = await seats();
    const from = middle(await plan.guest('Otto Anders').boundingBox());
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(free.x, free.y, { steps: 3 });
    await escape();
    await page.mouse.up();
    await expect(card).toBeVisible();
  });
  await test.step('a menu of the browser that opens in a drag ends it', async () => {
    const { ada, free } = await seats();
    await page.mouse.move(ada.x, ada.y);
    await page.mouse.down();
    await page.mouse.move(ada.x + 8, ada.y + 8);
    await plan.canvas.dispatchEvent('contextmenu');
    await page.mouse.move(free.x, free.y, { steps: 3 });
    await page.mouse.up();
  });
  await escape();
  await expect(card).toBeHidden();
  expect(await placed()).toEqual(before);
});

test('in the editor Escape closes the menu before the selection', async ({ device, world }) => {
  const { member, event } = await dinner(world, SMALL);
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, 'session_floor');
  const table = editor.tables().first();
  await table.click();
  await expect(table).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: t('planEditor.more') }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(table).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(table).toHaveAttribute('aria-pressed', 'false');
});

test('a second finger ends a drag from the list, on the plan and from the palette', async ({
  device,
  world,
}) => {
  const { member, event, placed } = await dinner(world, SMALL);
  const tablet = { width: 1440, height: 900 };
  const own = await device({ as: member, locale: FRENCH, viewport: tablet, hasTouch: true });
  const { page, t } = own;
  const fingers = new Fingers(page);
  const plan = new PlanPage(own, SMALL);
  await plan.open(event.id, 'session_floor');
  // The room does not move any more.
  await plan.expectFilled(7, 16);
  await expect(plan.guest('Otto Anders')).toBeVisible();
  const before = await placed();
  const [ada, free] = [
    await plan.inWindow({ tableId: 't1', seatIndex: 0 }),
    await plan.inWindow({ tableId: 't1', seatIndex: 5 }),
  ];
  const away = { x: free.x + 60, y: free.y + 140 };
  const ghost = page.getByText('Table 1, place 6');

  await fingers.hold(middle(await plan.guest('Otto Anders').locator('[data-grip]').boundingBox()), free);
  await expect(ghost).toBeVisible();
  await fingers.join(free, away);
  await expect(ghost).toBeHidden();
  await fingers.letGo();

  // A seat that is taken is called so, at a table that has room; what was refused goes by one tap.
  await fingers.hold(middle(await plan.guest('Otto Anders').locator('[data-grip]').boundingBox()), ada);
  await expect(page.getByText(t('seating.dropTaken', { place: 'Table 1, place 1' }))).toBeVisible();
  await fingers.letGo();
  await expect(page.getByText(t('errors.occupied_seat_number'))).toBeVisible();
  await page.getByRole('button', { name: t('seating.close'), exact: true }).tap();
  await expect(page.getByText(t('errors.occupied_seat_number'))).toBeHidden();

  await plan.canvas.tap({ position: await plan.at({ tableId: 't1', seatIndex: 0 }) });
  await expect(plan.card(1, 1)).toBeVisible();
  await fingers.hold(ada, free);
  await fingers.join(free, away);
  await fingers.letGo();
  await expect(plan.card(1, 1)).toBeVisible();
  expect(await placed()).toEqual(before);

  const editor = new PlanEditorPage(own);
  await editor.open(event.id, 'session_floor');
  const room = middle(await editor.canvas.boundingBox());
  const template = page.getByRole('button', {
    name: t('planEditor.addTemplate', { type: t('planEditor.type.circle'), count: 5 }),
  });
  await fingers.hold(middle(await template.boundingBox()), room);
  await expect(editor.tables()).toHaveCount(4);
  await fingers.join(room, { x: room.x + 90, y: room.y + 90 });
  await fingers.letGo();
  await expect(editor.tables()).toHaveCount(3);
  await expect(editor.tool('undo')).toBeDisabled();
});
