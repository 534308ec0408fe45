import { expect, it } from 'vitest';
import { comesLater, keptWhole } from './laterParts.ts';

it('takes no door for a desk because a part came with the first ones before and comes later now', () => {
  const door = ['http://foyer.test/icon-512.png', 'http://foyer.test/assets/HistoryPage-a1b2.js'];
  expect(door.every((url) => comesLater(new URL(url).pathname))).toBe(true);
  expect(keptWhole(door)).toBe(false);
  expect(keptWhole([...door, 'http://foyer.test/assets/pdf.worker-c3d4.mjs'])).toBe(true);
});
