import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

export class LoginPage {
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly failure: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.username = page.getByLabel(t('login.username'));
    this.password = page.getByLabel(t('login.password'), { exact: true });
    this.submit = page.getByRole('button', { name: t('login.submit') });
    this.failure = page.getByRole('alert').filter({ hasText: /./ });
  }

  async open(): Promise<void> {
    await this.device.page.goto('/login');
    await this.expectShown();
  }
  async expectShown(): Promise<void> {
    await expect(this.device.page).toHaveURL(/\/login$/);
    await expect(this.submit).toBeVisible();
  }
  async enter(username: string, password: string): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.submit.click();
  }
  /** Ends on Home. */
  async logIn({ username, password }: { username: string; password: string }): Promise<void> {
    await this.enter(username, password);
    await expect(this.device.page).toHaveURL(/\/$/);
  }
}
