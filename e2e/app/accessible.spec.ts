import { placementAt } from '#domain/sessions/placement.ts';
import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { LoginPage } from '../pages/LoginPage.ts';
import { PlanEditorPage } from '../pages/PlanEditorPage.ts';
import { PlanPage } from '../pages/PlanPage.ts';
import { QuickAddPage } from '../pages/QuickAddPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { SyncPanel } from '../pages/SyncPanel.ts';
import { expectAccessible, SIZES } from '../support/accessible.ts';
import { spreadsheet } from '../support/data.ts';
import { FRENCH } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import { writeDocs } from '../support/http.ts';
import { visit } from '../support/navigate.ts';
import { builtScreens, SHOWN, unseenRoutes } from '../support/screens.ts';
import { guestNames, type MadeEvent } from '../support/world.ts';

test('everybody can log in', async ({ device }) => {
  const visitor = await device();
  const login = new LoginPage(visitor);
  await login.open();
  await login.submit.click();
  await expectAccessible(visitor, 'login');
});

for (const third of [0, 1, 2]) {
  test(`everybody can use every screen, light and dark, phone, tablet and desktop (${third + 1} of 3)`, async ({
    device,
    world,
  }) => {
    test.setTimeout(240_000);
    const host = await world.person('host');
    const event = await world.event({
      ...{ clients: 12, event: { company: 'Arpège', location: 'Montreux' }, for: [host], extra: SHOWN },
    });
    const [session] = await world.sessions(event);
    await writeDocs(world.manager, event.dbName, [{ ...session, plan: defaultPlan() }]);
    const own = await device({ as: world.manager });
    for (const [index, { name, address, ready, sizes }] of builtScreens(event, host.userId).entries()) {
      if (index % 3 !== third) continue;
      await visit(own.page, address);
      await ready(own);
      await expectAccessible(own, name, sizes);
    }
  });
}

test('no screen is forgotten: every route is looked at', () => {
  const [client, session] = [
    { _id: 'client_c', consumerId: 'consumer_k', surname: 'C' },
    { _id: 'session_s' },
  ];
  const event = { id: 'e', dbName: 'event-e', title: 'E', clients: [client], sessions: [session] };
  expect(unseenRoutes(event as unknown as MadeEvent)).toEqual([]);
});

test('everybody can say for which event something is', async ({ device, world }) => {
  await world.event({ clients: 1 });
  const desk = await device({ as: world.manager });
  await desk.open('/notif/new');
  await expect(desk.page.getByRole('heading', { level: 1, name: desk.t('needEvent.title') })).toBeVisible();
  await expectAccessible(desk, 'for which event', ['phone', 'desktop']);
});

test('in French, whose words are longer, no screen is wider than a phone', async ({ device, world }) => {
  test.setTimeout(240_000);
  const host = await world.person('host');
  const event = await world.event({ clients: 12, for: [host], extra: SHOWN });
  const [session] = await world.sessions(event);
  await writeDocs(world.manager, event.dbName, [{ ...session, plan: defaultPlan() }]);
  const own = await device({ as: world.manager, locale: FRENCH, viewport: SIZES.phone, hasTouch: true });
  for (const { name, address, ready } of builtScreens(event, host.userId)) {
    await visit(own.page, address);
    await ready(own);
    // What is cut off at the edge is as good as gone; what scrolls by itself, as wide tables do, is not.
    const beyond = () =>
      own.page.evaluate(() => {
        const isScrolled = (part: Element): boolean =>
          part.parentElement !== null &&
          (['auto', 'scroll'].includes(getComputedStyle(part.parentElement).overflowX) ||
            isScrolled(part.parentElement));
        const told = [...document.querySelectorAll('h1, h2, h3, button, a, input, select, label')]
          .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 1)
          .filter((part) => !isScrolled(part))
          .map((part) => part.outerHTML.slice(0, 200));
        return document.documentElement.scrollWidth > innerWidth ? ['the page', ...told] : told;
      });
    await expect.soft.poll(beyond, { message: name }).toEqual([]);
  }
});

test('everybody can use what opens over the plan and the session', async ({ device, world }) => {
  test.setTimeout(240_000);
  const member = await world.person('member');
  const event = await world.event({ clients: 12, for: [member] });
  const [session] = await world.sessions(event);
  if (session === undefined) throw new Error('no session');
  const clients = session.clients.map((entry, index) => ({
    ...entry,
    // Two of them on one seat.
    placement: index < 3 ? placementAt('0', index === 2 ? 1 : index) : null,
  }));
  await writeDocs(world.manager, event.dbName, [{ ...session, plan: defaultPlan(), clients }]);
  const own = await device({ as: member });
  const { page, t } = own;

  const plan = new PlanPage(own, defaultPlan());
  await plan.open(event.id, session._id);
  await page.getByRole('radio', { name: t('seating.viewList') }).focus();
  await page.keyboard.press('Space');
  await page
    .getByRole('button', { name: t('seating.seatButton', { seat: 1, who: '' }).trim() })
    .first()
    .click();
  await expect(plan.card(1, 1)).toBeVisible();
  await expectAccessible(own, 'plan as a list, with a seat picked and one given twice');
  await plan.act('move').click();
  await expect(page.getByText(t('seating.cancel'), { exact: true })).toBeVisible();
  await expectAccessible(own, 'somebody being moved');

  const editor = new PlanEditorPage(own);
  await page.setViewportSize(SIZES.desktop);
  await editor.open(event.id, session._id);
  await editor.table(1).click();
  await editor.field('number').fill('2');
  await editor.button('planEditor.more').click();
  await page.getByRole('menuitem', { name: t('planEditor.command.selectAll') }).click();
  await expectAccessible(own, 'plan editor with tables selected and a number given twice');
  await page.setViewportSize(SIZES.phone);
  await editor.openSheet('details');
  await expectAccessible(own, 'sheet of the plan editor', ['phone', 'tablet']);
  await editor.closeSheet();
  await page.setViewportSize(SIZES.desktop);
  await page.getByRole('link', { name: t('planEditor.view') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(own, 'leaving the plan editor', ['phone', 'desktop']);
  await page.getByRole('button', { name: t('planEditor.leave') }).click();

  await new SessionPage(own).open(event.id, session._id);
  await page.getByRole('button', { name: t('common.actions') }).click();
  await page.getByRole('menuitem', { name: t('exports.action.barcodePdf') }).click();
  await expect(page.getByRole('dialog', { name: t('exports.title') })).toBeVisible();
  await expectAccessible(own, 'export dialog', ['phone']);
});

test('everybody can use what opens on the screens', async ({ device, world }) => {
  test.setTimeout(240_000);
  const event = await world.event({ clients: 12 });
  const [session] = event.sessions;
  if (session === undefined) throw new Error('no session');
  const own = await device({ as: world.manager });
  const { page, t } = own;
  const checkin = new CheckinPage(own);
  await checkin.open(event.id, session._id);
  const [name = ''] = guestNames(event, session);
  await checkin.admit(name);
  await expectAccessible(own, 'check-in with somebody inside');

  await new QuickAddPage(own).open(event.id);
  await new QuickAddPage(own).paste(spreadsheet(5).text);
  await expect(new QuickAddPage(own).preview).toBeVisible();
  await expectAccessible(own, 'pasted rows');

  await page.goto(`/event/${event.id}`);
  await new SyncPanel(own).open();
  await expectAccessible(own, 'sync panel', ['phone', 'desktop']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('common.actions') }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(own, 'action menu', ['phone', 'desktop']);
  await page.getByRole('menuitem', { name: t('event.deleteEvent') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(own, 'deletion dialog', ['phone']);
});
