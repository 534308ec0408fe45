import type { Plan } from '#domain/documents/session.ts';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { expectAccessible } from '../support/accessible.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { Fingers } from '../support/touch.ts';

const TABLET = { width: 820, height: 1180 };

test('a floor manager with a tablet lays out 60 tables for 600, numbers, locks, and seats by finger', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 30, for: [member] });
  const own = await device({ as: member, locale: FRENCH, viewport: TABLET, hasTouch: true });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  const fingers = new Fingers(page);
  const [session] = await world.sessions(event);
  if (session === undefined) throw new Error('no session');
  const saved = async (): Promise<Plan | null> => (await world.sessions(event))[0]?.plan ?? null;
  const numbers = async () => Object.values((await saved())?.state.tables ?? {}).map(({ number }) => number);
  await editor.open(event.id, session._id);

  await test.step('rows and columns in one dialog', async () => {
    await editor.button('planEditor.more').tap();
    await page.getByRole('menuitem', { name: t('planEditor.grid.open') }).tap();
    const dialog = page.getByRole('dialog', { name: t('planEditor.grid.title') });
    await expect(dialog.getByText('60 tables, 600 places')).toBeVisible();
    await expectAccessible(own, 'rows and columns of tables', ['phone', 'tablet', 'desktop']);
    await page.setViewportSize(TABLET);
    await dialog.getByRole('button', { name: t('planEditor.grid.add', { count: 60 }) }).tap();
    await expect(dialog).toBeHidden();
    await editor.openSheet('tableList');
    await expect(editor.tables()).toHaveCount(60);
    await editor.closeSheet();
  });

  await test.step('the canvas does not move, whatever is selected', async () => {
    const before = await editor.canvas.boundingBox();
    await page.keyboard.press('Escape');
    await fingers.tap(await editor.at(5, 3));
    await expect(editor.button('planEditor.plan')).toBeVisible();
    expect(await editor.canvas.boundingBox()).toEqual(before);
  });

  await test.step('numbered back and forth, with a letter', async () => {
    await editor.button('planEditor.more').tap();
    await page.getByRole('menuitem', { name: t('planEditor.numbering.open') }).tap();
    const dialog = page.getByRole('dialog', { name: t('planEditor.numbering.title', { count: 60 }) });
    await dialog.getByLabel(t('planEditor.numbering.direction')).selectOption('snake');
    await dialog.getByLabel(t('planEditor.numbering.prefix')).fill('A');
    await dialog.getByRole('button', { name: t('planEditor.numbering.apply'), exact: true }).tap();
    await expect(dialog).toBeHidden();
  });

  const first = Object.values((await saved())?.state.tables ?? {})[0];
  expect(first).toBeUndefined();
  await editor.saveAndSee();
  await expect.poll(async () => (await numbers()).length, { timeout: 60_000 }).toBe(60);
  const plan = await saved();
  if (plan === null) throw new Error('not saved');
  // The second row runs back.
  expect((await numbers()).slice(8, 12)).toEqual(['A9', 'A10', 'A20', 'A19']);

  await test.step('a locked table stays under the finger; a free one is said to go before it goes', async () => {
    const [one, two] = Object.values(plan.state.tables);
    if (one === undefined || two === undefined) throw new Error('no tables');
    const [from, other] = [
      await editor.at(one.position.x, one.position.y, { plan }),
      await editor.at(two.position.x, two.position.y, { plan }),
    ];
    await fingers.tap(from);
    await editor.button('planEditor.command.lock').tap();
    await fingers.drag(from, { x: from.x + 120, y: from.y + 200 });
    await editor.openSheet('details');
    await expect(page.getByRole('checkbox', { name: t('planEditor.locked') })).toBeChecked();
    await editor.closeSheet();
    const out = { x: other.x, y: ((await editor.canvas.boundingBox())?.y ?? 0) - 40 };
    await fingers.hold(other, out);
    await expect(page.getByText(t('planEditor.leaving', { count: 1 }))).toBeVisible();
    await fingers.letGo();
    await editor.openSheet('tableList');
    await expect(editor.tables()).toHaveCount(59);
    await editor.closeSheet();
    // The finger was swift: Chromium would take the next tap for the end of a fling (ownTouches.ts).
    await editor.tool('undo').tap();
    await editor.openSheet('tableList');
    await expect(editor.tables()).toHaveCount(60);
    await editor.closeSheet();
    await editor.saveAndSee();
    await expect
      .poll(async () => (await saved())?.state.tables, { timeout: 60_000 })
      .toMatchObject(
        Object.fromEntries(
          Object.entries(plan.state.tables).map(([id, { position }], at) => [
            id,
            { position, ...(at === 0 ? { locked: true } : {}) },
          ]),
        ),
      );
  });

  await test.step('a guest is dragged from the list beside the room to a table', async () => {
    const room = new PlanPage(own, plan);
    await room.open(event.id, session._id);
    const guests = page.getByRole('region', { name: t('seating.clients') });
    const guest = guests.locator('button[aria-pressed]:not([data-grip])').first();
    const name = (await guest.getAttribute('aria-label')) ?? '';
    const box = await guest.boundingBox();
    const [tableId = ''] = Object.keys(plan.state.tables);
    const start = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 20 };
    await fingers.drag(start, await room.inWindow({ tableId, seatIndex: 4 }));
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect
      .poll(
        async () => {
          const [stored] = await world.sessions(event);
          return stored?.clients.filter(({ placement }) => placement?.tableId === tableId).length;
        },
        { timeout: 60_000 },
      )
      .toBe(1);
  });
});
