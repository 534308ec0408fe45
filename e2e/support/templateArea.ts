import type { Page } from '@playwright/test';

/** Drags on the page of a template, in percent of it. */
export async function dragOnTemplate(
  page: Page,
  from: [number, number],
  to: [number, number],
): Promise<void> {
  const area = page.getByTestId('template-area');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  if (box === null) throw new Error('no page');
  const at = ([x, y]: [number, number]) =>
    [box.x + (box.width * x) / 100, box.y + (box.height * y) / 100] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}
