import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

/** The door. */
export class CheckinPage {
  readonly search: Locator;
  readonly list: Locator;
  readonly undo: Locator;
  readonly verdict: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.search = page.getByRole('textbox', { name: t('checkin.search') });
    this.list = page.getByRole('list', { name: t('checkin.list') });
    this.undo = page.getByRole('button', { name: t('common.undo') });
    this.verdict = page.getByTestId('verdict');
  }

  static address(eventId: string, sessionId: string): string {
    return `/event/${eventId}/session/${sessionId.replace('session_', '')}/checkin`;
  }
  async open(eventId: string, sessionId: string): Promise<void> {
    await this.device.page.goto(CheckinPage.address(eventId, sessionId));
    await expect(this.list).toBeVisible();
  }
  /** The big button of a guest who is not in. */
  outside(name: string): Locator {
    return this.device.page.getByRole('button', { name: this.device.t('checkin.in', { name }), exact: true });
  }
  /** The button that lets a guest out again. */
  inside(name: string): Locator {
    return this.device.page.getByRole('button', {
      name: this.device.t('checkin.out', { name }),
      exact: true,
    });
  }
  /** A row that moves between pressing and letting go is not tapped. */
  private async find(name: string): Promise<void> {
    await this.search.fill(name);
    await expect(this.list).toHaveAttribute('aria-busy', 'false');
  }
  async admit(name: string): Promise<void> {
    await this.find(name);
    await this.outside(name).click();
    await expect(this.inside(name)).toBeVisible();
    await this.search.fill('');
  }
  async cancel(name: string): Promise<void> {
    await this.find(name);
    await this.inside(name).click();
    await expect(this.outside(name)).toBeVisible();
    await this.search.fill('');
  }
  async expectInside(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.search.fill(name);
      await expect(this.inside(name)).toBeVisible();
    }
    await this.search.fill('');
  }
  async expectOutside(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.search.fill(name);
      await expect(this.outside(name)).toBeVisible();
    }
    await this.search.fill('');
  }
  async expectCounter(arrived: number, expected: number): Promise<void> {
    const text = this.device.t('checkin.arrivedOf', { arrived, expected });
    await expect(this.device.page.getByText(text, { exact: true })).toBeAttached();
  }
  async expectSynced(timeout = 30_000): Promise<void> {
    await expect(this.device.page.getByText(this.device.t('checkin.syncSynced'))).toBeVisible({
      timeout,
    });
  }
  async expectWaiting(count: number): Promise<void> {
    await expect(
      this.device.page.getByText(this.device.t('checkin.syncOfflineCount', { count })),
    ).toBeVisible();
  }
  /** Unfolds the guests whom two doors let in. */
  async doubles(count = 1): Promise<Locator> {
    const strip = this.device.page.getByRole('button', { name: this.device.t('checkin.doubles', { count }) });
    await strip.click({ timeout: 60_000 });
    await expect(strip).toHaveAttribute('aria-expanded', 'true');
    const settled = this.device.page.getByRole('button', { name: this.device.t('checkin.markSeen') });
    return this.device.page.getByRole('list').filter({ has: settled });
  }
}
