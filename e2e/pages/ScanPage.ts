import { expect, type Locator, type Page } from '@playwright/test';
import type { Device } from '../support/device.ts';

/** Keys in one burst, made in the page: sent one by one, a busy machine has them as slowly as fingers type. */
export function typeAsScanner(page: Page, code: string): Promise<void> {
  return page.evaluate((text) => {
    for (const key of [...text.split(''), 'Enter']) {
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, code);
}

/** The scanner. */
export class ScanPage {
  readonly verdict: Locator;
  readonly close: Locator;
  readonly stay: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.verdict = page.getByTestId('scan-verdict');
    this.close = page.getByRole('link', { name: t('scan.close') });
    this.stay = page.getByRole('switch', { name: t('scan.stay') });
  }

  static address(eventId: string, sessionId: string): string {
    return `/event/${eventId}/session/${sessionId.replace('session_', '')}/scan`;
  }
  async open(eventId: string, sessionId: string): Promise<void> {
    await this.device.page.goto(ScanPage.address(eventId, sessionId));
    await expect(this.close).toBeVisible();
  }
  /** Waits for the verdict of a kind with these words in it. */
  async expectVerdict(kind: string, ...words: string[]): Promise<void> {
    const shown = this.verdict.and(this.device.page.locator(`[data-kind="${kind}"]`));
    await expect(shown).toBeVisible();
    for (const text of words) await expect(shown).toContainText(text);
  }
  /** Types as a hardware scanner does. */
  async typeCode(code: string): Promise<void> {
    await typeAsScanner(this.device.page, code);
  }
}
