import { expect, type Page } from '@playwright/test';

/** Goes to an address inside the running app, as the browser's own history does: far quicker than loading it anew. */
export function navigate(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

/**
 * Goes there as a link does, or loads it where nothing is loaded yet, and waits until the screen that was there is gone: what
 * is looked for afterwards belongs to the new one.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(address);
    return;
  }
  const left = await page.locator('h1').evaluateAll((headings) => {
    for (const heading of headings) heading.toggleAttribute('data-left', true);
    return headings.length;
  });
  expect(left, 'a screen is there').toBeGreaterThan(0);
  await navigate(page, address);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
