import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

export class SessionPage {
  readonly addClients: Locator;
  readonly checkIn: Locator;
  readonly clients: Locator;
  /** Guests whom two doors let in. */
  readonly doubles: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.addClients = page.getByRole('link', { name: t('session.addClients') }).first();
    this.checkIn = page.getByRole('link', { name: t('session.checkIn') });
    this.clients = page.getByRole('table', { name: t('session.clients') });
    this.doubles = page.getByRole('region', { name: t('session.doubles', { count: 1 }) });
  }

  open(eventId: string, sessionId: string): Promise<void> {
    return this.device.open(`/event/${eventId}/session/${sessionId.replace('session_', '')}`);
  }
  async expectShown(title: string): Promise<void> {
    await expect(this.device.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
  async expectCount(count: number): Promise<void> {
    await expect(
      this.device.page.getByText(this.device.t('session.shown', { count }), { exact: true }),
    ).toBeVisible();
  }
}
