import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Device } from './device.ts';

/** A phone, a tablet, a desk. */
export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

export type Size = keyof typeof SIZES;

const EVERY_SIZE: readonly Size[] = ['phone', 'tablet', 'desktop'];

/** Colours on their way to another scheme say nothing: waits until the page is drawn and every transition is over. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });

/** Nothing moderate or worse in either scheme and at any size; and a phone needs no sideways scrolling. */
export async function expectAccessible(
  device: Pick<Device, 'page'>,
  name: string,
  sizes: readonly Size[] = EVERY_SIZE,
): Promise<void> {
  const { page } = device;
  // No hint of a button below the pointer: it belongs to no part of the page.
  await page.mouse.move(0, 0);
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    if (size === 'phone') {
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(wide, { message: `${name}: sideways scrolling` }).toBeLessThanOrEqual(0);
    }
    for (const colorScheme of size === 'tablet' ? (['light'] as const) : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // A page of the server's own follows by its style alone.
      if ((await page.locator('html[data-mantine-color-scheme]').count()) > 0)
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await settled(page);
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
      // There are no frames: otherwise each look opens a page of its own.
      axe.setLegacyMode();
      // The scheme changes colours only: what else axe looks for is the same in both.
      if (colorScheme === 'dark') axe.withRules('color-contrast');
      // A tablet has the parts of the phone or of the desk, and so their colours.
      if (size === 'tablet' && sizes.length > 1) axe.disableRules('color-contrast');
      const { violations } = await axe.analyze();
      const grave = violations
        .filter(({ impact }) => impact !== 'minor')
        .map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 120)}`).join(' | ')}`,
        );
      expect.soft(grave, `${name}, ${size}, ${colorScheme}`).toEqual([]);
    }
  }
}
