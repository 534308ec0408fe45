import type { Locator } from '@playwright/test';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { FRENCH } from '../support/device.ts';
import { dinner, HALL } from '../support/dinner.ts';
import { drawnIn, noteDrawing } from '../support/drawn.ts';
import { expect, test } from '../support/fixtures.ts';
import { Fingers } from '../support/touch.ts';

/* A floor manager with a tablet, upright and lying. */

const UPRIGHT = { width: 820, height: 1180 };
const LYING = { width: 1024, height: 768 };
const ACCENT = '#0f766e';

test('with the guests folded what was picked is told within the plan: neither the colours nor the table lie below it', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, HALL);
  const own = await device({ as: member, locale: FRENCH, viewport: LYING, hasTouch: true });
  const { page, t } = own;
  await noteDrawing(page);
  const plan = new PlanPage(own, HALL);
  await plan.open(event.id, 'session_floor');
  await plan.search.fill('table 1');
  await page.getByRole('button', { name: 'Table 1', exact: true }).tap();
  await page.getByRole('button', { name: t('seating.fold') }).tap();
  const card = plan.tableCard(1);
  const colours = page.getByRole('combobox', { name: t('seating.colourBy') });
  // A key of one line, of two, and the plan alone.
  const isBeside = async () => {
    const [over, key, room] = [
      await card.boundingBox(),
      await colours.boundingBox(),
      await plan.canvas.boundingBox(),
    ];
    const foot = (over?.y ?? Infinity) + (over?.height ?? 0);
    expect(foot).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0));
    expect(foot).toBeLessThanOrEqual(key?.y ?? 0);
    await expect(colours).toBeInViewport({ ratio: 1 });
  };
  await isBeside();
  await expect
    .poll(async () => {
      const over = await card.boundingBox();
      const { discs } = await drawnIn(plan.canvas);
      const ring = discs.find(({ line, radius }) => line === ACCENT && radius > 30);
      return ring !== undefined && ring.x - ring.radius > (over?.x ?? Infinity) + (over?.width ?? 0);
    })
    .toBe(true);
  await colours.selectOption('company');
  await isBeside();
  await page.getByRole('button', { name: t('seating.large') }).tap();
  await isBeside();
  // As high as a finger.
  const swap = card.getByRole('button', { name: t('seating.swapTable') });
  expect((await swap.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await card.getByRole('button', { name: t('seating.close') }).tap();
  await expect(card).toHaveCount(0);
});

test('nothing lies on the tables of a tablet, nor on its tools what was done is said', async ({
  device,
  world,
}) => {
  const { member, event, placed } = await dinner(world, HALL);
  const own = await device({ as: member, locale: FRENCH, viewport: UPRIGHT, hasTouch: true });
  const { page, t } = own;
  const box = async (part: Locator) => {
    const found = await part.boundingBox();
    if (found === null) throw new Error('not in sight');
    return { ...found, right: found.x + found.width, foot: found.y + found.height };
  };
  const isApart = async (one: Locator, two: Locator) => {
    const [a, b] = [await box(one), await box(two)];
    return a.foot <= b.y || b.foot <= a.y || a.right <= b.x || b.right <= a.x;
  };
  const plan = new PlanPage(own, HALL);
  await plan.open(event.id, 'session_floor');
  const colours = page.getByRole('combobox', { name: t('seating.colourBy') });
  await colours.selectOption('company');
  const tools = [t('seating.fold'), t('seating.large'), t('seating.zoomIn'), t('seating.zoomAll')].map(
    (name) => page.getByRole('button', { name, exact: true }),
  );
  for (const viewport of [{ width: 1440, height: 900 }, { width: 1180, height: 820 }, LYING, UPRIGHT]) {
    await page.setViewportSize(viewport);
    await expect(tools[0] ?? plan.canvas).toBeInViewport({ ratio: 1 });
    for (const tool of tools) {
      await expect(tool).toBeInViewport({ ratio: 1 });
      expect(await isApart(tool, plan.canvas)).toBe(true);
      expect((await box(tool)).height).toBeGreaterThanOrEqual(44);
      expect(await isApart(tool, colours)).toBe(true);
    }
  }

  const said = page.getByRole('alert').filter({ has: page.getByRole('button', { name: t('common.close') }) });
  await plan.search.fill('lovelace');
  await page
    .getByRole('button', { name: t('seating.show', { name: 'Ada Lovelace', place: 'Table 1, place 1' }) })
    .tap();
  await plan
    .card(1, 1)
    .getByRole('button', { name: t('seating.remove') })
    .tap();
  await expect.poll(async () => (await placed()).get('client_floor0')).toBeNull();
  await plan.undo.tap();
  await expect(said).toBeVisible();
  const view = page.getByRole('radiogroup', { name: t('seating.view') });
  for (const tool of [...tools, plan.undo, view, plan.search])
    await expect.poll(() => isApart(said, tool)).toBe(true);

  const editor = new PlanEditorPage(own);
  await editor.open(event.id, 'session_floor');
  await editor.openSheet('tableList');
  await editor.tables().first().tap();
  await editor.closeSheet();
  await editor.tool('duplicate').tap();
  await page.getByRole('button', { name: t('planEditor.save'), exact: true }).tap();
  await expect(said).toContainText(t('plan_update.save_success'));
  for (const name of [t('common.add'), t('planEditor.tableList'), t('planEditor.details')])
    await expect.poll(() => isApart(said, page.getByRole('button', { name, exact: true }))).toBe(true);
});

test('whoever is dragged to a seat by finger leaves the others in the list where they were', async ({
  device,
  world,
}) => {
  const { member, event, placed } = await dinner(world, HALL);
  const own = await device({ as: member, locale: FRENCH, viewport: UPRIGHT, hasTouch: true });
  const plan = new PlanPage(own, HALL);
  await plan.open(event.id, 'session_floor');
  const fingers = new Fingers(own.page);
  const grip = async (name: string) => {
    const box = await plan.guest(name).boundingBox();
    return { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const first = await grip('Otto Anders');
  await fingers.drag(first, await plan.inWindow({ tableId: 't38', seatIndex: 0 }));
  await expect(plan.card(38, 1)).toContainText('Otto Anders');
  // The next one has moved up to where the finger took the one before.
  expect(await grip('Eva Zbinden')).toEqual(first);
  await fingers.drag(first, await plan.inWindow({ tableId: 't38', seatIndex: 1 }));
  await expect(plan.card(38, 2)).toContainText('Eva Zbinden');
  expect(await grip('Noé Zbinden')).toEqual(first);
  await expect.poll(async () => (await placed()).get('client_floor9')).not.toBeNull();
});
