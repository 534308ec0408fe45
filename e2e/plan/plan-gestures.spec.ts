import type { Plan, Session } from '#domain/documents/session.ts';
import { placementAt } from '#domain/sessions/placement.ts';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { Fingers } from '../support/touch.ts';
import type { World } from '../support/world.ts';

const table = (number: number, x: number, y: number) => ({
  ...{ type: 'circle' as const, number, seats: 5, position: { x, y }, rotation: 0, scale: 2 },
});
const PLAN: Plan = {
  ratio: 1.6,
  state: { nextTableIndex: 3, tables: { 0: table(1, 40, 30), 1: table(2, 75, 30), 2: table(3, 120, 70) } },
};
const DESK = { width: 1440, height: 1000 };
const TABLET = { width: 820, height: 1180 };

/** Of a field, in French. */
const numberIn = (text: string): number => Number(text.replace(',', '.'));

/** A member, and a session with three tables; the first two of its clients sit at table 2. */
async function hall(world: World) {
  const member = await world.person('member');
  const event = await world.event({ clients: 4, for: [member] });
  const [stored] = await world.sessions(event);
  if (stored === undefined) throw new Error('no session');
  const clients = stored.clients.map((entry, index) => ({
    ...entry,
    placement: index < 2 ? placementAt('1', index) : null,
  }));
  const session: Session = { ...stored, plan: PLAN, clients };
  await writeDocs(world.manager, event.dbName, [session]);
  const names = clients.map(({ clientId }) => {
    const client = event.clients.find(({ _id }) => _id === clientId);
    return `${client?.forename ?? ''} ${client?.surname ?? ''}`;
  });
  const tables = async () => (await world.sessions(event))[0]?.plan?.state.tables ?? {};
  return { member, event, session, names, tables };
}

test('with the mouse: box, group, colour, move, scale, turn, seats, copies, deletion, history [PLAN-01, PLAN-02, PLAN-04, PLAN-05, PLAN-06, PLAN-07, PLAN-12]', async ({
  device,
  world,
}) => {
  const { member, event, session, tables } = await hall(world);
  const own = await device({ as: member, locale: FRENCH, viewport: DESK });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, session._id);
  const at = (x: number, y: number) => editor.at(x, y, { plan: PLAN });

  await test.step('a box selects what lies in it; what is said of them is said of both', async () => {
    await editor.drag(await at(20, 10), await at(95, 50));
    await editor.expectSelected(2);
    await editor.field('group').fill('VIP');
    await page.getByLabel(t('planEditor.color')).fill('#a9deb6');
    await page.keyboard.press('Escape');
    await editor.canvas.focus();
    await page.keyboard.press('Escape');
    await editor.table(1).click();
    await expect(editor.field('group')).toHaveValue('VIP');
    await expect(page.getByLabel(t('planEditor.color'))).toHaveValue('#a9deb6');
    await editor.table(3).click();
    await expect(editor.field('group')).toHaveValue('');
  });

  await test.step('a move begins after three units', async () => {
    await editor.drag(await at(120, 70), await at(122.8, 70));
    await expect(editor.field('x')).toHaveValue('120');
    await editor.drag(await at(120, 70), await at(110, 62));
    expect(numberIn(await editor.field('x').inputValue())).toBeCloseTo(110, 0);
    expect(numberIn(await editor.field('y').inputValue())).toBeCloseTo(62, 0);
    await editor.tool('undo').click();
    await expect(editor.field('x')).toHaveValue('120');
  });

  await test.step('the handles scale and turn about the table’s middle', async () => {
    const corner = await editor.handle('scale', PLAN, ['2']);
    const middle = await at(120, 70);
    const half = { x: (corner.x + middle.x) / 2, y: (corner.y + middle.y) / 2 };
    await editor.drag(corner, half);
    // The pointer goes whole pixels.
    expect(numberIn(await editor.field('scale').inputValue())).toBeCloseTo(1, 1);
    await editor.tool('undo').click();
    await expect(editor.field('scale')).toHaveValue('2');
    const top = await editor.handle('rotate', PLAN, ['2']);
    await editor.drag(top, { x: middle.x + 120, y: middle.y });
    await expect(editor.field('rotation')).toHaveValue('90');
    await expect(editor.field('x')).toHaveValue('120');
  });

  await test.step('seats; copies lie five units further', async () => {
    await editor.field('seatCount').fill('8');
    await editor.canvas.focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect(editor.tables()).toHaveCount(4);
    await expect(editor.field('number')).toHaveValue('4');
    await expect(editor.field('x')).toHaveValue('125');
    await expect(editor.field('y')).toHaveValue('75');
    await expect(editor.field('seatCount')).toHaveValue('8');
  });

  await test.step('dropped outside of the view it is deleted; undo and redo', async () => {
    await editor.drag(await at(125, 75), { x: 5, y: 500 });
    await expect(editor.tables()).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(editor.tables()).toHaveCount(4);
    await page.keyboard.press('Control+y');
    await expect(editor.tables()).toHaveCount(3);
  });

  await test.step('saved without network; the server knows when it is back', async () => {
    await own.offline();
    await editor.saveAndSee();
    expect((await tables())['0']?.group ?? null).toBeNull();
    await own.online();
    await expect
      .poll(async () => (await tables())['2'], { timeout: 60_000 })
      .toMatchObject({ seats: 8, rotation: 90, scale: 2 });
    expect((await tables())['0']).toMatchObject({ group: 'VIP', color: '#a9deb6' });
    await editor.open(event.id, session._id);
    await editor.table(3).click();
    await expect(editor.field('seatCount')).toHaveValue('8');
    await expect(editor.field('rotation')).toHaveValue('90');
  });
});

test('a plan without an occupied table says whom it unseats, before and after saving [PLAN-21, PLAN-22, PLAN-26]', async ({
  device,
  world,
}) => {
  const { member, event, session, names } = await hall(world);
  const own = await device({ as: member, locale: FRENCH, viewport: DESK });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, session._id);
  const places = async () => {
    const [stored] = await world.sessions(event);
    return stored?.clients.slice(0, 2).map(({ placement }) => placement?.tableId ?? null);
  };
  const asked = (count: number) => page.getByRole('dialog', { name: t('planEditor.loseTitle', { count }) });

  await editor.table(2).click();
  await expect(page.getByText(t('planEditor.seated', { count: 2 }))).toBeVisible();
  await editor.field('seatCount').fill('1');
  await editor.save.click();
  await expect(asked(1)).toContainText(names[1] ?? '');
  await asked(1)
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await expect(asked(1)).toBeHidden();
  await editor.tool('remove').click();
  await editor.save.click();
  for (const name of names.slice(0, 2)) await expect(asked(2)).toContainText(name);
  expect(await places()).toEqual(['1', '1']);
  await asked(2)
    .getByRole('button', { name: t('planEditor.loseSave') })
    .click();
  const both = new Intl.ListFormat('fr').format(names.slice(0, 2));
  await expect(page.getByText(t('planEditor.cleared', { count: 2, names: both }))).toBeVisible();
  await expect.poll(places, { timeout: 60_000 }).toEqual([null, null]);
});

test('with fingers: tap, drag, pinch, box, sheets, deletion [PLAN-01, PLAN-02, PLAN-03, PLAN-07]', async ({
  device,
  world,
}) => {
  const { member, event, session, tables } = await hall(world);
  const own = await device({ as: member, locale: FRENCH, viewport: TABLET, hasTouch: true });
  const { page, t } = own;
  const editor = new PlanEditorPage(own);
  const fingers = new Fingers(page);
  await editor.open(event.id, session._id);
  const at = (x: number, y: number, zoom = 1) => editor.at(x, y, { plan: PLAN, zoom });
  const seen = async (field: 'x' | 'number') => {
    await editor.openSheet('details');
    const value = await editor.field(field).inputValue();
    await editor.closeSheet();
    return numberIn(value);
  };

  await test.step('a tap selects, a drag moves, a finger on the ground only pans', async () => {
    await fingers.tap(await at(120, 70));
    expect(await seen('number')).toBe(3);
    await fingers.drag(await at(120, 70), await at(105, 62));
    expect(await seen('x')).toBeCloseTo(105, 0);
    await editor.tool('undo').tap();
    expect(await seen('x')).toBe(120);
    await fingers.drag(await at(20, 90), await at(60, 80));
    expect(await seen('x')).toBe(120);
    await fingers.tap(await at(20, 90));
    await expect(editor.button('planEditor.plan')).toBeVisible();
  });

  await test.step('two fingers come closer; there a table moves where the finger is, also by less than three units', async () => {
    await fingers.pinch(await at(80, 50), 60, 120);
    await fingers.tap(await at(75, 30, 2));
    expect(await seen('number')).toBe(2);
    await fingers.drag(await at(75, 30, 2), await at(77.5, 34, 2));
    expect(await seen('x')).toBeCloseTo(77.5, 0);
    await editor.tool('undo').tap();
    await fingers.pinch(await at(80, 50), 120, 40);
  });

  await test.step('a box, once several are to be selected', async () => {
    await editor.button('planEditor.several').tap();
    await fingers.drag(await at(20, 10), await at(95, 50));
    await editor.openSheet('details');
    await editor.field('group').fill('VIP');
    await editor.closeSheet();
    await editor.button('planEditor.several').tap();
  });

  await test.step('a template from its sheet; dropped outside it is gone', async () => {
    await page.getByRole('button', { name: t('common.add'), exact: true }).tap();
    await editor.template('semicircle', 4).tap();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await seen('number')).toBe(4);
    await editor.openSheet('details');
    await editor.field('x').fill('20');
    await editor.field('y').fill('20');
    // Small enough for its handles to be within a finger's reach: the finger still has the table.
    await editor.field('scale').fill('0.4');
    await editor.closeSheet();
    const box = await editor.canvas.boundingBox();
    await fingers.drag(await at(20, 20.5), { x: 300, y: (box?.y ?? 0) - 30 });
    await editor.openSheet('tableList');
    await expect(editor.tables()).toHaveCount(3);
    await editor.closeSheet();
  });

  await editor.saveAndSee();
  await expect.poll(async () => (await tables())['1']?.group, { timeout: 60_000 }).toBe('VIP');
  expect((await tables())['2']).toMatchObject({ position: { x: 120, y: 70 } });
  expect((await tables())['2']?.group ?? null).toBeNull();
});

test('with the keyboard alone: add, choose, move, copy, align, undo, save', async ({ device, world }) => {
  const { member, event, session, tables } = await hall(world);
  const own = await device({ as: member, locale: FRENCH, viewport: DESK });
  const { page } = own;
  const editor = new PlanEditorPage(own);
  await editor.open(event.id, session._id);
  const { keyboard } = page;

  await editor.template('rectangle', 6).focus();
  await keyboard.press('Enter');
  await expect(editor.tables()).toHaveCount(4);
  await editor.table(1).focus();
  await keyboard.press('Space');
  await expect(editor.table(1)).toHaveAttribute('aria-pressed', 'true');
  // From the last tool the plan is one Tab away, and the arrows move what was chosen.
  await editor.button('planEditor.foldDetails').focus();
  await keyboard.press('Tab');
  await expect(editor.canvas).toBeFocused();
  await keyboard.press('Shift+ArrowDown');
  await keyboard.press('ArrowRight');
  await expect(editor.field('y')).toHaveValue('35');
  await expect(editor.field('x')).toHaveValue('41');
  await keyboard.press('Control+d');
  await expect(editor.tables()).toHaveCount(5);
  await keyboard.press('Delete');
  await expect(editor.tables()).toHaveCount(4);

  await editor.table(1).focus();
  await keyboard.press('Enter');
  await editor.table(2).focus();
  await keyboard.press('Shift+Enter');
  await editor.expectSelected(2);
  await editor.button('planEditor.more').focus();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: own.t('planEditor.command.alignTop') }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeHidden();
  await editor.canvas.focus();
  await keyboard.press('Escape');
  await editor.table(2).focus();
  await keyboard.press('Enter');
  await expect(editor.field('y')).toHaveValue('30');
  await editor.table(1).focus();
  await keyboard.press('Enter');
  await expect(editor.field('y')).toHaveValue('30');
  await keyboard.press('Control+z');
  await expect(editor.field('y')).toHaveValue('35');
  await keyboard.press('Control+s');
  await expect
    .poll(async () => (await tables())['0']?.position, { timeout: 60_000 })
    .toEqual({ x: 41, y: 35 });
});
