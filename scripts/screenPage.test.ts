import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { demoScreens, pageOfScreens, SCREEN_SIZES } from './screenPage.ts';

it('the page of screens shows each that is drawn, at every size, and no picture is left of one that is gone', () => {
  const screens = demoScreens();
  expect(readFileSync('docs/screens.md', 'utf8')).toBe(pageOfScreens(screens));
  const pictures = screens.flatMap(({ name }) =>
    Object.keys(SCREEN_SIZES).map((size) => `${name}-${size}.webp`),
  );
  expect(readdirSync('docs/images/screens').toSorted()).toEqual(pictures.toSorted());
});
