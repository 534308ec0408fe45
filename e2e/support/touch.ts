import type { CDPSession, Page } from '@playwright/test';

interface Spot {
  x: number;
  y: number;
}
const between = (from: Spot, to: Spot, share: number): Spot => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});
const STEPS = 6;

/** Fingers on the screen of a device that has touch: Playwright's own can only tap. Spots in CSS pixels. */
export class Fingers {
  private readonly session: Promise<CDPSession>;
  constructor(page: Page) {
    this.session = page.context().newCDPSession(page);
  }
  private async send(type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]): Promise<void> {
    const touchPoints = spots.map(({ x, y }, id) => ({ x, y, id }));
    await (await this.session).send('Input.dispatchTouchEvent', { type, touchPoints });
  }
  async tap(spot: Spot): Promise<void> {
    await this.send('touchStart', [spot]);
    await this.send('touchEnd', []);
  }
  async drag(from: Spot, to: Spot): Promise<void> {
    await this.move([from], [to]);
  }
  /** A drag that does not end yet. */
  async hold(from: Spot, to: Spot): Promise<void> {
    await this.send('touchStart', [from]);
    for (let step = 1; step <= STEPS; step++) await this.send('touchMove', [between(from, to, step / STEPS)]);
  }
  /** A second finger comes while the first one rests; both go on from there. */
  async join(first: Spot, second: Spot): Promise<void> {
    await this.send('touchStart', [first, second]);
    await this.send('touchMove', [first, second]);
  }
  async letGo(): Promise<void> {
    await this.send('touchEnd', []);
  }
  /** Two fingers about a spot, from so far to so far from it. */
  async pinch(about: Spot, from: number, to: number): Promise<void> {
    const pair = (away: number): Spot[] => [
      { x: about.x - away, y: about.y },
      { x: about.x + away, y: about.y },
    ];
    await this.move(pair(from), pair(to));
  }
  private async move(from: readonly Spot[], to: readonly Spot[]): Promise<void> {
    // One finger after the other, as hands do.
    for (let count = 1; count <= from.length; count++) await this.send('touchStart', from.slice(0, count));
    for (let step = 1; step <= STEPS; step++) {
      await this.send(
        'touchMove',
        from.map((spot, finger) => between(spot, to[finger] ?? spot, step / STEPS)),
      );
    }
    await this.send('touchEnd', []);
  }
}
