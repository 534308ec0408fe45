import { PlanPage } from './pages/PlanPage.ts';
import { FRENCH } from './support/device.ts';
import { dinner, HALL } from './support/dinner.ts';
import { drawnIn, noteDrawing } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';

/* A floor manager with a tablet, upright and lying. */

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
  await card.getByRole('button', { name: t('seating.close') }).tap();
  await expect(card).toHaveCount(0);
});
