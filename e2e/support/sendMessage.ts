import type { Device } from './fixtures.ts';

/** Saves the message in the editor and says that whoever is told may get it. */
export async function sendMessage({ page, t }: Pick<Device, 'page' | 't'>): Promise<void> {
  await page.getByRole('button', { name: t('notifs.send') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('notifs.confirmSend') })
    .click();
}
