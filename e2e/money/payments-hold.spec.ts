import { EventFormPage } from '../pages/EventFormPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { consumerOf, openPayments, register, unpaid, withScene } from '../support/paying.ts';

test('the organiser sets how long a place is held while it is paid; guest and organiser read until when', async ({
  device,
}) => {
  await withScene(device, { capacity: 1 }, async (scene) => {
    const { desk, event, guest, world } = scene;
    const { page: office, t } = desk;
    const form = new EventFormPage(desk);
    await form.openUpdate(event.id);
    const minutes = office.getByLabel(t('eventForm.payMinutes'));
    await expect(minutes).toHaveValue('60');
    for (const [wrong, problem] of [
      ['29', 'range'],
      ['1381', 'range'],
      ['45.5', 'whole'],
      ['soon', 'whole'],
    ] as const) {
      await minutes.fill(wrong);
      await form.save.click();
      await expect.poll(() => form.problem(minutes), wrong).toContain(t(`validation.${problem}`));
    }
    expect((await world.documents(event.dbName, 'event'))[0]?.['payMinutes'] ?? null).toBeNull();
    await minutes.fill('45');
    expect(await form.problem(minutes)).not.toContain(t('validation.whole'));
    await form.save.click();
    await expect.poll(async () => (await world.documents(event.dbName, 'event'))[0]?.['payMinutes']).toBe(45);
    await form.openUpdate(event.id);
    await expect(minutes).toHaveValue('45');

    await register(scene, 'Held', 'Card');
    await expect(guest.getByRole('heading', { name: unpaid })).toBeVisible();
    const held = await consumerOf(scene, 'Held');
    const until = (held?.['hold'] as { until: number } | undefined)?.until ?? 0;
    expect(until - Number(held?.['date'])).toBe(45 * 60_000);
    const clock = (time: number): string =>
      new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(time);
    await expect(guest.getByText(`Your place is held until`)).toContainText(clock(until));
    await guest.goto(`${scene.foyer.url}/desk/faultcrd?lang=en`);
    await expect(guest.getByText('full').first()).toBeVisible();
    await openPayments(scene, 'Held');
    await expect(office.getByText(/Waits for the payment by card. The place is held until/)).toBeVisible();
  });
});
