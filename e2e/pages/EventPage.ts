import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

export class EventPage {
  readonly sessions: Locator;
  readonly actions: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.sessions = page.getByRole('table');
    this.actions = page.getByRole('button', { name: t('common.actions') });
  }

  open(eventId: string): Promise<void> {
    return this.device.open(`/event/${eventId}`);
  }
  async expectShown(title: string): Promise<void> {
    await expect(this.device.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
  session(title: string): Locator {
    return this.sessions.getByRole('row').filter({ hasText: title });
  }
  sessionLink(title: string): Locator {
    return this.sessions.getByRole('link', { name: title, exact: true });
  }
  action(name: string): Locator {
    return this.device.page.getByRole('menuitem', { name, exact: true });
  }
}
