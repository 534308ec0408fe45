import { expect, type Locator } from '@playwright/test';
import type { SessionStatus } from '#domain/config.ts';
import type { Device } from '../support/device.ts';

export class HomePage {
  readonly heading: Locator;
  readonly create: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.heading = page.getByRole('heading', { level: 1, name: t('home.title') });
    this.create = page.getByRole('link', { name: t('home.create') }).first();
  }

  async open(): Promise<void> {
    await this.device.page.goto('/');
    await this.expectShown();
  }
  async expectShown(): Promise<void> {
    await expect(this.device.page).toHaveURL(/\/$/);
    await expect(this.heading).toBeVisible();
  }
  event(title: string): Locator {
    return this.device.page
      .getByRole('article')
      .filter({ has: this.device.page.getByRole('link', { name: title, exact: true }) });
  }
  eventLink(title: string): Locator {
    return this.device.page
      .getByRole('heading', { level: 2 })
      .getByRole('link', { name: title, exact: true });
  }
  session(event: string, title: string): Locator {
    return this.event(event).getByRole('listitem').filter({ hasText: title });
  }
  /** In the status area. */
  message(text: string): Locator {
    return this.device.page.getByRole('alert').filter({ hasText: text });
  }
  /** The dropdown that members have. */
  status(session: string): Locator {
    return statusSelect(this.device, session);
  }
  setStatus(session: string, status: SessionStatus): Promise<void> {
    return setStatus(this.device, session, status);
  }
}

function statusSelect({ page, t }: Device, session: string): Locator {
  return page.getByRole('combobox', { name: t('home.statusOf', { title: session }) });
}

async function setStatus(device: Device, session: string, status: SessionStatus): Promise<void> {
  await statusSelect(device, session).click();
  await device.page.getByRole('option', { name: device.t(`status.${status}`) }).click();
}
