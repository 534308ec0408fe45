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

interface Verdict {
  kind: string;
  text: string;
}
declare global {
  interface Window {
    /** What the scanner said in this document, since a test last asked. */
    verdicts?: Verdict[];
  }
}

/** Notes what the scanner says as it says it: it stands there for a second, which a busy machine may not look. */
function noteVerdicts(): void {
  if (window.verdicts !== undefined) return;
  const noted: Verdict[] = (window.verdicts = []);
  let shown = '';
  const look = (): void => {
    const said = document.querySelector<HTMLElement>('[data-testid="scan-verdict"][data-kind]');
    const verdict = { kind: said?.dataset.kind ?? '', text: said?.innerText ?? '' };
    const now = said?.checkVisibility() === true ? JSON.stringify(verdict) : '';
    if (now !== '' && now !== shown) noted.push(verdict);
    shown = now;
  };
  new MutationObserver(look).observe(document, {
    ...{ subtree: true, childList: true, characterData: true },
    ...{ attributes: true, attributeFilter: ['data-kind'] },
  });
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
    await this.device.page.addInitScript(noteVerdicts);
    await this.device.page.goto(ScanPage.address(eventId, sessionId));
    await expect(this.close).toBeVisible();
  }
  /** Waits for a verdict of a kind with these words in it, after those that were waited for before. */
  async expectVerdict(kind: string, ...words: string[]): Promise<void> {
    const seen = () =>
      this.device.page.evaluate(
        (wanted) => {
          const noted = window.verdicts ?? [];
          const isWanted = (verdict: Verdict) =>
            verdict.kind === wanted.kind && wanted.words.every((word) => verdict.text.includes(word));
          const at = noted.findIndex(isWanted);
          if (at === -1) return noted;
          noted.splice(0, at + 1);
          return 'seen';
        },
        { kind, words },
      );
    await expect.poll(seen, { message: `${kind}: ${words.join(', ')}` }).toBe('seen');
  }
  /** Types as a hardware scanner does. */
  async typeCode(code: string): Promise<void> {
    await typeAsScanner(this.device.page, code);
  }
}
