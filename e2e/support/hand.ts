import { expect, type Locator } from '@playwright/test';

/*
 * The keystroke-level model (Card, Moran and Newell 1980): what a practised person needs for a way through the program, whatever
 * the machine that runs the test is doing.
 */
const SECONDS = { key: 0.28, tap: 1.1, look: 1.35 } as const;

/** A hand that is counted. */
export class Hand {
  taps = 0;
  keys = 0;
  looks = 0;

  /** Something is looked for and decided. */
  look(): void {
    this.looks += 1;
  }
  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }
  /** Where the keys go by themselves, or by a tap that is counted. */
  async type(target: Locator, text: string): Promise<void> {
    await expect(target).toBeFocused();
    this.keys += text.length;
    await target.pressSequentially(text);
  }
  /** As the dialog of the system asks for it: a folder, a file, the button. */
  async chooseFile(target: Locator, file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    this.taps += 3;
    this.looks += 2;
    await target.setInputFiles(file);
  }
  get seconds(): number {
    return this.keys * SECONDS.key + this.taps * SECONDS.tap + this.looks * SECONDS.look;
  }
  /** For the report of the run. */
  told(path: string): { type: string; description: string } {
    const { taps, keys, seconds } = this;
    return { type: path, description: `${taps} taps, ${keys} keys, ${seconds.toFixed(1)} s by the model` };
  }
}
