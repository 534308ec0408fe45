import { rm } from 'node:fs/promises';
import { CheckinPage } from '../pages/CheckinPage.ts';
import { SessionPage } from '../pages/SessionPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { startFoyer } from '../support/foyer.ts';
import { changeWorker, ownBuild } from '../support/ownBuild.ts';
import { laterPartsHere, offlineReady } from '../support/serviceWorker.ts';
import { createWorld } from '../support/world.ts';

test('a new version is offered, but never at a door, and taken when the person agrees', async ({
  device,
}) => {
  const root = await ownBuild();
  const foyer = await startFoyer({}, root);
  try {
    const world = await createWorld(foyer.url);
    const event = await world.event({ clients: 3 });
    const sessionId = event.sessions[0]?._id ?? '';
    const own = await device({ as: world.manager, url: foyer.url, serviceWorker: true });
    const { page, t } = own;
    const checkin = new CheckinPage(own);
    const offer = page.getByText(t('pwa.updateTitle'));
    await checkin.open(event.id, sessionId);
    await offlineReady(page);
    const parts = await laterPartsHere(page);
    expect(parts.length).toBeGreaterThan(10);

    await changeWorker(root, (text) => `${text}\n// another version\n`);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      Object.assign(window, { sameDocument: true });
    });
    const waiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? null);
    await expect.poll(waiting).toBe('installed');
    await expect(checkin.list).toBeVisible();
    await expect(offer).toHaveCount(0);

    await page.getByRole('link', { name: t('checkin.back') }).click();
    await expect(offer).toBeVisible();
    // It keeps off the tools for those who are selected, which stand at the foot of a list that goes on.
    await page.setViewportSize({ width: 820, height: 420 });
    await page.getByLabel(t('bulk.selectAll')).check();
    const tools = page.getByRole('toolbar', { name: t('bulk.toolbar') });
    await expect(tools).toBeInViewport({ ratio: 1 });
    const isCovered = await tools.evaluate((bar) => {
      const { left, top, width, height } = bar.getBoundingClientRect();
      const points = [0.02, 0.3, 0.6, 0.98].map((share) => left + share * width);
      return points.some((x) => !bar.contains(document.elementFromPoint(x, top + height / 2)));
    });
    expect(isCovered).toBe(false);
    // On paper they would lie over the guests of every sheet.
    await page.emulateMedia({ media: 'print' });
    for (const one of [offer, tools]) await expect(one).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    for (const one of [offer, tools]) await expect(one).toBeVisible();
    await page.getByLabel(t('bulk.selectAll')).uncheck();
    // Over a plan, which fills the window, it is not said; a table's card on a phone was covered.
    await page.setViewportSize({ width: 360, height: 740 });
    await own.open(`/event/${event.id}/${sessionId.replace('_', '/')}/plan`);
    await expect(page.getByText(t('seating.noPlanTitle'))).toBeVisible();
    await expect(offer).toHaveCount(0);
    // What was just done is said beside it, or before it.
    await own.open(`/event/${event.id}`);
    const notice = page.getByRole('status').filter({ has: offer });
    await expect(notice).toBeVisible();
    // What stands at the end of a page can be moved from below it.
    const end = () =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const last = document.querySelector('main')?.lastElementChild;
        return last?.getBoundingClientRect().bottom ?? Number.NaN;
      });
    await expect.poll(end).toBeLessThanOrEqual((await notice.boundingBox())?.y ?? 0);
    const status = page.getByRole('combobox', { name: t('home.statusOf', { title: 'Dinner' }) });
    const toast = page.getByRole('alert').filter({ hasText: t('home.statusChanged') });
    for (const [width, to] of [
      [1440, 'upcoming'],
      [820, 'ongoing'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await status.click();
      await page.getByRole('option', { name: t(`status.${to}`) }).click();
      // Under the pointer it stays.
      await toast.hover();
      if (width === 1440) {
        const [said, offered] = [await toast.boundingBox(), await notice.boundingBox()];
        expect((said?.x ?? 0) + (said?.width ?? 0)).toBeLessThanOrEqual(offered?.x ?? 0);
      } else await expect(notice).toBeHidden();
      await toast.getByRole('button').click();
      await expect(toast).toHaveCount(0);
      await expect(notice).toBeVisible();
    }
    // Another tab, where somebody types into a form that no reload gives back.
    const other = await own.context.newPage();
    await other.goto('/users/new');
    const username = other.getByRole('textbox', { name: t('user_creation.username') });
    await username.fill('Somebody');
    await other.evaluate(() => Object.assign(window, { sameDocument: true }));
    // A third, where a plan was drawn with nothing but the pointer: nobody is asked whether it may be thrown away.
    const drawn = await own.context.newPage();
    const asked: string[] = [];
    drawn.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    await drawn.goto(`/event/${event.id}/${sessionId.replace('_', '/')}/plan/edit`);
    const round = { type: t('planEditor.type.circle'), count: 5 };
    await drawn.getByRole('button', { name: t('planEditor.addTemplate', round) }).click();
    await expect(drawn.getByText(t('planEditor.unsaved'))).toBeVisible();
    await page.bringToFront();
    await new SessionPage(own).open(event.id, sessionId);
    await expect(offer).toBeVisible();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: t('pwa.updateNow') }).click();
    await reloaded;
    await new SessionPage(own).expectShown('Dinner');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false);
    await expect.poll(waiting).toBeNull();
    await expect(offer).toHaveCount(0);
    expect(await other.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect(username).toHaveValue('Somebody');
    await expect(drawn.getByText(t('planEditor.unsaved'))).toBeVisible();
    expect(asked).toEqual([]);
    const left = other.waitForEvent('load');
    await other
      .getByRole('link', { name: t('screens.users'), exact: true })
      .first()
      .click();
    await left;
    expect(await other.evaluate(() => 'sameDocument' in window)).toBe(false);
    // The new version came with all parts that the one before had.
    expect(await laterPartsHere(page)).toEqual(parts);
  } finally {
    await foyer.dispose();
    await rm(root, { recursive: true, force: true });
  }
});
