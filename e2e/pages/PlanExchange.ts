import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Device } from '../support/device.ts';

export interface SavedFile {
  name: string;
  path: string;
  bytes: Uint8Array<ArrayBuffer>;
}
type Kind = 'pdf' | 'png' | 'foyer' | 'pretix';

/** Takes the plan out as a file; the viewer's menu or the editor's button is open to be clicked. */
export async function exportPlan(
  { page, t }: Device,
  from: 'viewer' | 'editor',
  kind: Kind,
  prepare: () => Promise<void> = async () => undefined,
): Promise<SavedFile> {
  if (from === 'viewer') {
    await page.getByRole('button', { name: t('common.actions') }).click();
    await page.getByRole('menuitem', { name: t('planExchange.exportPlan') }).click();
  } else await page.getByRole('button', { name: t('planExchange.exportPlan') }).click();
  const dialog = page.getByRole('dialog', { name: t('planExchange.exportTitle') });
  await dialog.getByRole('radio', { name: t(`planExchange.kind.${kind}`) }).check();
  await prepare();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('planExchange.start'), exact: true }).click(),
  ]);
  await expect(dialog).toBeHidden();
  const path = await download.path();
  return { name: download.suggestedFilename(), path, bytes: new Uint8Array(await readFile(path)) };
}

/** Chooses a file to be imported in the editor. */
export async function choosePlan({ page, t }: Device, name: string, content: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: t('planExchange.importPlan') }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}
