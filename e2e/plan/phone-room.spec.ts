import { PlanPage } from '../pages/PlanPage.ts';
import { dinner, SMALL } from '../support/dinner.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test, type Device } from '../support/fixtures.ts';

const PHONES = [
  { width: 360, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];
/** The lowest; in French, whose words are longer. */
const PHONE = { locale: FRENCH, hasTouch: true, viewport: { width: 360, height: 640 } };

/** Of the page, what is below the window. */
const below = ({ page }: Device) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

test('on phones the plan and its editor fill what is left of the window, and no bar lies on anything', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  const own = await device({ ...PHONE, as: member });
  const { page, t } = own;
  const plan = new PlanPage(own, SMALL);
  const guests = page.getByRole('button', { name: t('seating.guestSheet') });
  const colours = page.getByRole('button', { name: t('seating.colours') });
  const key = page.getByRole('list', { name: t('seating.legend') });
  await plan.open(event.id, 'session_floor');
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await expect.poll(() => below(own), { message: `scrolls at ${size.height}` }).toBeLessThanOrEqual(0);
    const [room, bar] = [await plan.canvas.boundingBox(), await guests.boundingBox()];
    expect(room?.height ?? 0, 'the room').toBeGreaterThan(260);
    expect((room?.y ?? 0) + (room?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) - 8);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(size.height);
    // One line: the way to the guests, and the colours.
    expect((await colours.boundingBox())?.y).toBe(bar?.y);
    await colours.tap();
    await expect(key).toBeInViewport({ ratio: 1 });
    await page.getByRole('combobox', { name: t('seating.colourBy') }).selectOption('company');
    await expect(key).toContainText('Arpège (5)');
    await expect(key).toBeInViewport({ ratio: 1 });
    await page.getByRole('combobox', { name: t('seating.colourBy') }).selectOption('state');
    await page.keyboard.press('Escape');
    await expect(key).toBeHidden();
    await expect(colours).toBeFocused();
  }
  const letters = await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
  for (const button of [guests, colours]) {
    const hidden = button.evaluate((one) => {
      const words = one.querySelector('.mantine-Button-label') ?? one;
      const [inner, outer] = [words.getBoundingClientRect(), one.getBoundingClientRect()];
      return Math.max(inner.height - outer.height, words.scrollWidth - words.clientWidth);
    });
    expect(await hidden, 'letters twice as large').toBeLessThanOrEqual(0);
  }
  await letters.evaluate((tag) => tag.parentNode?.removeChild(tag));
  // What a card covers can be scrolled to; the room stays as large as it was.
  const room = await plan.canvas.boundingBox();
  await plan.tapTable('t1');
  await expect(plan.tableCard(1)).toBeInViewport({ ratio: 1 });
  expect((await plan.canvas.boundingBox())?.height).toBe(room?.height);
  await expect.poll(() => below(own)).toBeGreaterThan(60);

  await own.open(`/event/${event.id}/session/floor/plan/edit`);
  for (const size of PHONES) {
    await page.setViewportSize(size);
    await expect.poll(() => below(own), { message: `editor at ${size.height}` }).toBeLessThanOrEqual(0);
  }
  // What has the window has its tools in it: how to save, and the way back.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: t('seating.large') }).tap();
  const tools = page.getByRole('group', { name: t('planEditor.toolbar') });
  for (const name of ['planEditor.save', 'seating.small'] as const)
    await expect(tools.getByRole('button', { name: t(name) })).toBeInViewport({ ratio: 1 });
});

/** Buttons on which what is said lies, whole or in part. */
const covered = ({ page }: Device) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main a')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .flatMap((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const spots = [left + 4, (left + right) / 2, right - 4].flatMap((x) =>
          [top + 4, bottom - 4].map((y) => document.elementFromPoint(x, y)),
        );
        const isFree = (spot: Element | null): boolean =>
          spot === null || one.contains(spot) || spot.closest('[role=status]') === null;
        return spots.every(isFree) ? [] : [one.getAttribute('aria-label') ?? one.textContent];
      }),
  );

test('on a phone what says who is on the way to a seat covers no button, what is to be decided waits, and no card lies on the buttons that zoom', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  const own = await device({ ...PHONE, as: member });
  const { page, t } = own;
  const plan = new PlanPage(own, SMALL);
  const zoom = page.getByRole('button', { name: t('seating.zoomIn') });
  const stop = page.getByRole('button', { name: t('seating.cancel'), exact: true });
  await plan.open(event.id, 'session_floor');
  for (const isLarge of [false, true]) {
    if (isLarge) await page.getByRole('button', { name: t('seating.large') }).tap();
    for (const name of ['Otto Anders', 'Noé Zbinden']) {
      await page.getByRole('button', { name: t('seating.guestSheet') }).tap();
      const pick = name.startsWith('Noé')
        ? t('seating.pickParty', { name, count: 2 })
        : t('seating.pick', { name });
      await page.getByRole('button', { name: pick, exact: true }).tap();
      await expect(stop).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(zoom).toBeInViewport({ ratio: 1 });
      await expect.poll(() => covered(own), { message: name }).toEqual([]);
      // Beside them there is the plan: a finger reaches it.
      const beside = (await zoom.boundingBox()) ?? { x: 0, y: 0 };
      const isPlan = ({ x, y }: { x: number; y: number }) =>
        document.elementFromPoint(40, y + 10)?.closest('canvas, [role=application], [tabindex]') != null &&
        x > 40;
      expect(await page.evaluate(isPlan, beside)).toBe(true);
      await stop.tap();
      await expect(stop).toHaveCount(0);
      await expect(zoom).toBeInViewport({ ratio: 1 });
    }
  }

  // What is to be decided waits, and no card lies on the buttons that zoom.
  const accept = page.getByRole('button', { name: t('seating.accept') });
  const isFree = () =>
    zoom.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await plan.open(event.id, 'session_floor');
  await page.getByRole('button', { name: t('common.actions') }).tap();
  await page.getByRole('menuitem', { name: t('seating.propose') }).tap();
  await expect(accept).toBeVisible();
  await page.getByRole('button', { name: t('seating.guestSheet') }).tap();
  await plan.guest('Otto Anders').tap();
  await expect(accept).toHaveCount(0);
  await expect.poll(async () => (await plan.canvas.boundingBox())?.height ?? 0).toBeGreaterThan(260);
  await plan.tapTable('t1');
  await expect(plan.tableCard(1)).toBeVisible();
  await expect(zoom).toBeInViewport({ ratio: 1 });
  await expect.poll(isFree).toBe(true);
  await page.getByRole('button', { name: t('seating.cancel'), exact: true }).tap();
  await expect(accept).toBeVisible();
  await page.getByRole('button', { name: t('seating.discard'), exact: true }).tap();
  await plan.tapTable('t1');
  await expect(plan.tableCard(1)).toBeVisible();
  await expect.poll(isFree).toBe(true);
});

test('on a phone the foot of a form has one line in French, and what the focus leads to stands above it', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 2, for: [member] });
  const own = await device({ ...PHONE, as: member });
  const { page, t } = own;
  const foot = async () => {
    const save = page.getByRole('button', { name: t('forms.save'), exact: true });
    const bar = page.locator('[data-foot]', { has: save });
    await expect(bar).toBeVisible();
    return (await bar.boundingBox())?.height ?? 0;
  };
  await own.open(`/event/${event.id}/form/new`);
  expect(await foot()).toBeLessThan(80);
  await page.getByLabel(t('forms.name')).first().fill('Gala');
  const option = page.getByRole('group', { name: t('forms.optionN', { n: 1 }), exact: true });
  await option.getByLabel(t('forms.optionName')).fill('Menu');
  await page.getByRole('button', { name: t('forms.save'), exact: true }).tap();
  // What lacks.
  const vat = page.getByLabel(t('forms.vat'));
  await expect(vat).toBeFocused();
  const [field, bar] = [await vat.boundingBox(), await page.locator('[data-foot]').boundingBox()];
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await vat.fill('8.1');
  await page.getByRole('button', { name: t('forms.save'), exact: true }).tap();
  await page.getByRole('link', { name: /^Gala/ }).tap();
  await expect(page.getByRole('button', { name: t('forms.remove') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('forms.preview') })).toBeVisible();
  expect(await foot()).toBeLessThan(80);
});

test('an event and a session whose names are one long word make no page of a phone wider', async ({
  device,
  world,
}) => {
  const member = await world.person('member');
  const event = await world.event({ clients: 1, for: [member] });
  const own = await device({ ...PHONE, as: member });
  const { page, t } = own;
  const word = 'Donaudampfschifffahrt'.repeat(5);
  const at = `/event/${event.id}`;
  await own.open(`${at}/update`);
  for (const field of await page.locator('[name=title], [name=location], [name$="-title"]').all())
    await field.fill(word);
  await page.getByRole('button', { name: t('eventForm.submitUpdate'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: word })).toBeVisible();
  const client = `${at}/client/${event.clients[0]?._id.replace('client_', '')}`;
  for (const address of ['/', at, `${at}/client/new`, client]) {
    await own.open(address);
    await expect(page.getByText(word).first()).toBeVisible();
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wider, { message: address }).toBeLessThanOrEqual(0);
  }
});
