import type { Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

/** Attendees from pasted lines. */
export class QuickAddPage {
  readonly rows: Locator;
  readonly preview: Locator;
  readonly outcome: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.rows = page.getByLabel(t('quickAdd.paste'));
    this.preview = page.getByRole('table', { name: t('quickAdd.preview') });
    this.outcome = page.getByRole('status').filter({ hasText: /./ });
  }

  open(eventId: string): Promise<void> {
    return this.device.open(`/event/${eventId}/client/new?paste`);
  }
  /** From the page that creates one client. */
  follow(): Promise<void> {
    return this.device.page.getByRole('link', { name: this.device.t('clientCreate.pasteLink') }).click();
  }
  /** Puts the text on the clipboard's way, as Ctrl-V does. */
  async paste(text: string): Promise<void> {
    await this.rows.focus();
    await this.device.page.keyboard.insertText(text);
  }
  row(line: number): Locator {
    return this.preview
      .getByRole('row')
      .filter({ has: this.device.page.getByRole('cell', { name: String(line), exact: true }) });
  }
  submit(count: number): Locator {
    return this.device.page.getByRole('button', { name: this.device.t('quickAdd.submit', { count }) });
  }
}
