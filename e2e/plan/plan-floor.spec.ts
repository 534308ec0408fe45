import { placementAt } from '#domain/sessions/placement.ts';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { FRENCH } from '../support/device.ts';
import { drawnIn, noteDrawing } from '../support/drawn.ts';
import { expect, test, type Device } from '../support/fixtures.ts';
import { dinner, HALL, SMALL } from '../support/dinner.ts';
import { writeDocs } from '../support/http.ts';
import { Fingers } from '../support/touch.ts';

/* What a floor manager sees on the plan. The canvas is asked what was drawn on it, for it has no elements. */

const TABLET = { width: 820, height: 1180 };
/** Of the light plan: who sits, what is found, what is in the way. */
const [OCCUPIED, ACCENT, BAD] = ['#5d6863', '#0f766e', '#b3261e'];

const textsOf = async (plan: PlanPage) => (await drawnIn(plan.canvas)).texts.map(({ text }) => text);

test('tables say how many of their seats are free, who has none stands there, rows have names, colours have letters', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  await noteDrawing(page);
  const plan = new PlanPage(own, SMALL);
  await plan.open(event.id, 'session_floor');

  // Three sit and one stands: four chairs are left.
  await expect
    .poll(() => textsOf(plan))
    .toEqual(expect.arrayContaining(['1', '4/8', '2', 'Balcon', '5/6 libres', 'AL']));
  await test.step('in words, as soon as they can be read', async () => {
    await plan.canvas.press('+');
    await plan.canvas.press('+');
    await expect.poll(() => textsOf(plan)).toEqual(expect.arrayContaining(['1', '4/8 libres']));
    expect(await textsOf(plan)).not.toContain('4/8');
    for (let at = 0; at < 3; at += 1) await plan.canvas.press('+');
    await plan.search.fill('table 2');
    await page.getByRole('button', { name: 'Table 2', exact: true }).click();
    await expect.poll(() => textsOf(plan)).toEqual(expect.arrayContaining(['2', 'complet']));
    await page.keyboard.press('Escape');
    await plan.search.fill('');
    await plan.canvas.press('0');
    await expect.poll(() => textsOf(plan)).toContain('4/8');
  });
  const { discs, texts } = await drawnIn(plan.canvas);
  const number = texts.find(({ text }) => text === '1');
  const seat = discs.find(({ fill }) => fill === OCCUPIED);
  const standing = discs.filter(
    ({ fill, radius }) => fill === OCCUPIED && radius < (seat?.radius ?? 0) * 0.7,
  );
  expect(standing).toHaveLength(1);
  const [one] = standing;
  expect(Math.hypot((one?.x ?? 0) - (number?.x ?? 0), (one?.y ?? 0) - (number?.y ?? 0))).toBeLessThan(30);

  const colours = page.getByRole('combobox', { name: t('seating.colourBy') });
  const key = page.getByRole('list', { name: t('seating.legend') });
  await test.step('by company', async () => {
    await colours.selectOption('company');
    await expect(key).toContainText('Arpège (5)');
    await expect(key).toContainText('Lac SA (2)');
    // Ada, Léo and Max; Ines. Zoé has no seat to be coloured.
    await expect.poll(async () => (await textsOf(plan)).filter((text) => text === 'A')).toHaveLength(3);
    expect((await textsOf(plan)).filter((text) => text === 'B')).toHaveLength(1);
  });
  await test.step('by option', async () => {
    await colours.selectOption('option');
    await expect(key).toContainText('guest (3)');
    await expect.poll(async () => (await textsOf(plan)).filter((text) => text === 'B')).toHaveLength(2);
  });
  await test.step('by status', async () => {
    await colours.selectOption('status');
    await expect(key).toContainText(t('consumerStatuses.invoice_paid'));
    await expect.poll(async () => (await textsOf(plan)).filter((text) => text === 'A')).toHaveLength(3);
    expect((await textsOf(plan)).filter((text) => text === 'B')).toHaveLength(1);
  });

  await test.step('a row is found and told by its name', async () => {
    await plan.search.fill('balcon');
    await page.getByRole('button', { name: 'Balcon', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Balcon', exact: true })).toContainText('Lia Keller');
    await page
      .getByRole('button', { name: t('seating.show', { name: 'Lia Keller', place: 'Balcon, place 3' }) })
      .click();
    await expect(page.getByRole('region', { name: 'Balcon, place 3' })).toContainText('Lia Keller');
  });

  await test.step('a party is who registered together, not a company', async () => {
    await plan.search.fill('arpège');
    await expect(page.getByText(t('seating.foundCount', { count: 5 }))).toBeVisible();
    const party = (name: string) =>
      page.getByRole('button', { name: t('seating.pickParty', { name, count: 2 }), exact: true });
    await expect(party('Noé Zbinden')).toBeVisible();
    await expect(party('Otto Anders')).toHaveCount(0);
    await party('Noé Zbinden').click();
    await expect(page.getByText(t('seating.promptParty', { name: 'Noé Zbinden', count: 2 }))).toBeVisible();
    await page.keyboard.press('Escape');
  });
});

test('in a hall of 75 tables a tablet shows their numbers, what is found has a ring in the middle, nothing jumps, a freed seat is not picked', async ({
  device,
  world,
}) => {
  const { member, event, placed } = await dinner(world, HALL);
  const own = await device({ as: member, locale: FRENCH, viewport: TABLET, hasTouch: true });
  const { page, t } = own;
  await noteDrawing(page);
  const plan = new PlanPage(own, HALL);
  await plan.open(event.id, 'session_floor');
  const guests = page.getByRole('region', { name: t('seating.clients') });
  const numbers = Array.from({ length: 75 }, (_, at) => String(at + 1));
  await expect.poll(() => textsOf(plan)).toEqual(expect.arrayContaining(numbers));
  const { texts } = await drawnIn(plan.canvas);
  for (const { size } of texts) expect(size).toBeGreaterThanOrEqual(8.9);
  const room = await plan.canvas.boundingBox();
  const middle = { x: (room?.x ?? 0) + (room?.width ?? 0) / 2, y: (room?.y ?? 0) + (room?.height ?? 0) / 2 };
  const stays = async () => expect(await plan.canvas.boundingBox()).toEqual(room);
  /** How large the ring about what is found is: wider than a seat, and so near the middle; 0 for none. */
  const ring = async (within = 4) => {
    const { discs } = await drawnIn(plan.canvas);
    const found = discs.filter(
      ({ x, y, line, radius }) =>
        line === ACCENT && radius > 12 && Math.hypot(x - middle.x, y - middle.y) < within,
    );
    return Math.max(0, ...found.map(({ radius }) => radius));
  };
  expect(await ring()).toBe(0);

  await plan.search.fill('table 38');
  await guests.getByRole('button', { name: 'Table 38', exact: true }).tap();
  await expect.poll(() => ring()).toBeGreaterThan(30);
  await expect(guests).toContainText(t('seating.nobodyAtTable'));
  await stays();

  await plan.search.fill('lovelace');
  await page
    .getByRole('button', { name: t('seating.show', { name: 'Ada Lovelace', place: 'Table 1, place 1' }) })
    .tap();
  // Close enough for a finger: a seat has 9 px. It stands in a corner of the room, so it is not in the middle.
  await expect.poll(() => ring(Infinity)).toBeGreaterThan(14);
  await expect(plan.card(1, 1)).toContainText('Ada Lovelace');
  await stays();
  await plan
    .card(1, 1)
    .getByRole('button', { name: t('seating.remove') })
    .tap();
  await expect(plan.card(1, 1)).toHaveCount(0);
  await expect.poll(async () => (await placed()).get('client_floor0')).toBeNull();
  await plan.search.fill('');
  await plan.guest('Otto Anders').tap();
  await plan.expectPrompt('promptPlace', 'Otto Anders');
  await stays();
  // Nor does an undo leave one picked.
  await plan.undo.tap();
  await expect(
    page.getByText(t('seating.undone', { label: t('seating.didRemove', { name: 'Ada Lovelace' }) })),
  ).toBeVisible();
  expect((await placed()).get('client_floor7')).toBeNull();
});

test('a proposal of seats takes its room from the plan, a card from the foot of the guests: both stay in the window', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, HALL);
  const own = await device({ as: member, locale: FRENCH });
  const { page, t } = own;
  const plan = new PlanPage(own, HALL);
  const guests = page.getByRole('region', { name: t('seating.clients') });
  const footOf = async (part: typeof guests) => {
    const box = await part.boundingBox();
    return Math.round((box?.y ?? Infinity) + (box?.height ?? Infinity));
  };
  for (const viewport of [TABLET, { width: 1280, height: 640 }]) {
    await page.setViewportSize(viewport);
    await plan.open(event.id, 'session_floor');
    await expect(plan.canvas).toBeVisible();
    const [foot, list] = [await footOf(plan.canvas), await footOf(guests)];
    expect(Math.max(foot, list)).toBeLessThanOrEqual(viewport.height);

    await page.getByRole('button', { name: t('common.actions') }).click();
    await page.getByRole('menuitem', { name: t('seating.propose') }).click();
    const accept = page.getByRole('button', { name: t('seating.accept') });
    await expect(accept).toBeInViewport({ ratio: 1 });
    expect(await footOf(plan.canvas)).toBe(foot);
    // It is told with the plan alone on the window, too.
    await page.getByRole('button', { name: t('seating.large') }).click();
    await expect(accept).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: t('seating.small') }).click();
    await page.getByRole('button', { name: t('seating.discard') }).click();

    await plan.search.fill('lovelace');
    await page
      .getByRole('button', { name: t('seating.show', { name: 'Ada Lovelace', place: 'Table 1, place 1' }) })
      .click();
    await expect(plan.card(1, 1)).toBeVisible();
    expect(await footOf(plan.card(1, 1))).toBe(list);
    await expect(plan.search).toBeInViewport({ ratio: 1 });
  }
});

test('on a phone the guests are in a sheet and the plan alone fills the window', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, HALL);
  const own = await device({
    as: member,
    locale: FRENCH,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  const { page, t } = own;
  await noteDrawing(page);
  const plan = new PlanPage(own, HALL);
  await plan.open(event.id, 'session_floor');
  const area = async () => {
    const box = await plan.canvas.boundingBox();
    return ((box?.width ?? 0) * (box?.height ?? 0)) / (360 * 740);
  };
  const before = await area();
  await page.getByRole('button', { name: t('seating.large') }).tap();
  await expect.poll(area).toBeGreaterThan(0.6);
  expect(await area()).toBeGreaterThan(before * 1.3);
  // Nothing below has to be scrolled to.
  const sheet = page.getByRole('button', { name: t('seating.guestSheet') });
  await expect(sheet).toBeInViewport({ ratio: 1 });

  /** Looks a table up in the sheet: its mark lies in the part of the plan that the card leaves free. */
  const findAndSee = async (number: number) => {
    await sheet.tap();
    const dialog = page.getByRole('dialog');
    await plan.search.fill(`table ${number}`);
    await dialog.getByRole('button', { name: `Table ${number}`, exact: true }).tap();
    await expect(dialog).toBeHidden();
    const card = plan.tableCard(number);
    await expect(card).toBeInViewport();
    await expect
      .poll(async () => {
        const [box, over] = [await plan.canvas.boundingBox(), await card.boundingBox()];
        const { discs } = await drawnIn(plan.canvas);
        const ring = discs.find(({ line, radius }) => line === ACCENT && radius > 30);
        if (box === null || over === null || ring === undefined) return 'nothing is marked';
        const isFree = ring.y + ring.radius < over.y && ring.y - ring.radius > Math.max(box.y, 56);
        const isIn = ring.x - ring.radius > box.x && ring.x + ring.radius < box.x + box.width;
        return isFree && isIn
          ? 'free'
          : `${JSON.stringify(ring)} ${JSON.stringify(box)} ${JSON.stringify(over)}`;
      })
      .toBe('free');
    await card.getByRole('button', { name: t('seating.close') }).tap();
  };
  // In the first line, in the last one, and in a corner.
  for (const number of [12, 68, 75]) await findAndSee(number);
  await page.getByRole('button', { name: t('seating.small') }).tap();
  await expect.poll(area).toBeLessThan(before * 1.1);
  for (const number of [68, 75]) await findAndSee(number);
});

test('what is heard while somebody is dragged moves nothing until the finger is off', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  const own = await device({ as: member, locale: FRENCH, viewport: { width: 1440, height: 900 } });
  const { page, t } = own;
  await noteDrawing(page);
  const plan = new PlanPage(own, SMALL);
  await plan.open(event.id, 'session_floor');
  const before = await plan.canvas.boundingBox();
  const [from, to] = [
    await plan.inWindow({ tableId: 't1', seatIndex: 0 }),
    await plan.inWindow({ tableId: 't1', seatIndex: 5 }),
  ];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);

  // Another device gave Léo's seat to Otto meanwhile.
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const clients = stored.clients.map((entry) =>
    entry.clientId === 'client_floor7'
      ? { ...entry, updatedTime: 2, placement: placementAt('t1', 1) }
      : entry,
  );
  await writeDocs(world.manager, event.dbName, [{ ...stored, clients }]);
  await expect.poll(() => textsOf(plan), { timeout: 60_000 }).toContain('!');
  const conflict = page.getByRole('region', { name: t('seating.conflicts', { count: 1 }) });
  await expect(conflict).toBeHidden();
  expect(await plan.canvas.boundingBox()).toEqual(before);

  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await expect(plan.card(1, 6)).toContainText('Ada Lovelace');
  await expect(conflict).toBeVisible();
});

test('the editor deletes nothing on the grey beside the plan, warns outside of the view in red, and says what overlaps', async ({
  device,
  world,
}) => {
  const { member, event } = await dinner(world, SMALL);
  const own: Device = await device({ as: member, locale: FRENCH, viewport: TABLET });
  const { page, t } = own;
  await noteDrawing(page);
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, 'session_floor');
  const at = (x: number, y: number) => editor.at(x, y, { plan: SMALL });
  const leaving = page.getByText(t('planEditor.leaving', { count: 1 }));
  /** Of the frame about the canvas: how wide, and how red. */
  const frame = () =>
    editor.canvas.evaluate((canvas) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(canvas.parentElement ?? canvas, '::after');
      const [red = 0, green = 0] = borderTopColor.match(/\d+/g)?.map(Number) ?? [];
      return { isThere: borderTopWidth === '3px', isRed: red > 2 * green };
    });
  const ownTables = async () => Object.keys((await world.sessions(event))[0]?.plan?.state.tables ?? {});

  const [table, grey] = [await at(110, 40), await at(110, -25)];
  const view = await editor.canvas.boundingBox();
  expect(grey.y).toBeGreaterThan((view?.y ?? Infinity) + 10);
  await page.mouse.move(table.x, table.y);
  await page.mouse.down();
  await page.mouse.move(table.x, table.y - 60);
  await page.mouse.move(grey.x, grey.y);
  await expect(leaving).toBeHidden();
  expect((await frame()).isThere).toBe(false);
  // Further, out of the view: now it is said, and red.
  await page.mouse.move(grey.x, (view?.y ?? 0) - 40);
  await expect(leaving).toBeVisible();
  expect(await frame()).toEqual({ isThere: true, isRed: true });
  await page.mouse.move(grey.x, grey.y);
  await expect(leaving).toBeHidden();
  await page.mouse.up();
  await expect(editor.tool('undo')).toBeEnabled();

  // Onto table 1.
  await editor.openSheet('details');
  await editor.field('x').fill('44');
  await editor.field('y').fill('42');
  await editor.closeSheet();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('planEditor.overlap', { count: 2 }) })).toBeVisible();
  // Both tables, and the rings of their seats, each a disc below another.
  const bad = async () =>
    (await drawnIn(editor.canvas)).discs.filter(({ line, fill }) => line === BAD || fill === BAD).length;
  await expect.poll(bad).toBeGreaterThan(2);
  await editor.saveAndSee();
  await expect.poll(ownTables, { timeout: 60_000 }).toEqual(['t1', 't2', 't3']);

  // By finger, too: what is let go on the grey comes back onto the plan.
  const tablet = await device({ as: member, locale: FRENCH, viewport: TABLET, hasTouch: true });
  const touched = new PlanEditorPage(tablet);
  await touched.open(event.id, 'session_floor');
  await new Fingers(tablet.page).drag(await at(44, 80), await at(44, 125));
  await tablet.page.getByRole('button', { name: t('planEditor.save'), exact: true }).waitFor();
  await touched.openSheet('tableList');
  await expect(touched.tables()).toHaveCount(3);
});
