import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
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

const LOOKS_AGAIN = 3;

interface Found {
  rule: string;
  impact: string | null | undefined;
  where: string;
}

/** What axe finds in the document, or in the part of it. It is put into each document once: that takes longer than a look. */
export async function violations(
  page: Page,
  options: Pick<RunOptions, 'runOnly' | 'rules'> = {},
  part?: string,
): Promise<Found[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe };
      const found = await here.run(within ?? document, {
        ...chosen,
        resultTypes: ['violations'],
        // No rule of these asks for the text of the style sheets, which it would load and read anew at each look.
        preload: { assets: ['media'] },
      });
      return found.violations.map(({ id, impact, nodes }) => ({
        rule: id,
        impact,
        where: nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 120)}`).join(' | '),
      }));
    },
    [part, options] as const,
  );
}

/**
 * Nothing moderate or worse in either scheme and at any size; and a phone needs no sideways scrolling. What opens over a screen
 * is laid out alike everywhere: a phone suffices, and the desk where what is around it has another look there.
 */
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
      const look = async (): Promise<string[]> => {
        await settled(page);
        const found = await violations(page, {
          // The scheme changes colours only: what else axe looks for is the same in both.
          ...(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
          // A tablet has the parts of the phone or of the desk, and so their colours.
          ...(size === 'tablet' && sizes.length > 1
            ? { rules: { 'color-contrast': { enabled: false } } }
            : {}),
        });
        return found.flatMap(({ rule, impact, where }) => (impact === 'minor' ? [] : [`${rule}: ${where}`]));
      };
      let grave = await look();
      // What is wrong with the page stays; on a busy machine a part may take the colours of another scheme a moment late.
      for (let times = 0; grave.length > 0 && times < LOOKS_AGAIN; times++) grave = await look();
      expect.soft(grave, `${name}, ${size}, ${colorScheme}`).toEqual([]);
    }
  }
}
