import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

/** The header's word about sync and the panel behind it. */
export class SyncPanel {
  readonly root: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    this.device = device;
    this.root = device.page.getByRole('dialog', { name: device.t('sync.label') });
  }

  button(state: string): Locator {
    return this.device.page.getByRole('button', { name: this.device.t('sync.open', { state }) });
  }
  async expectSynced(timeout = 60_000): Promise<void> {
    await expect(this.button(this.device.t('sync.synced'))).toBeVisible({ timeout });
  }
  async open(state = this.device.t('sync.synced')): Promise<void> {
    await this.button(state).click();
    await expect(this.root).toBeVisible();
  }
}
