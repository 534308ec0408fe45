import { expect, it } from 'vitest';
import { keepingNatives } from './natives.ts';

it('what is loaded replaces nothing that everything else on the page works with, also when it fails', async () => {
  const { parse, stringify } = JSON;
  const before = [parse, stringify, [].push];
  const replacing = async (): Promise<string> => {
    JSON.parse = () => 'slow';
    JSON.stringify = () => 'slow';
    await Promise.resolve();
    Object.assign(Array.prototype, { push: () => 0 });
    return 'loaded';
  };
  expect(await keepingNatives(replacing)).toBe('loaded');
  expect([JSON.parse, JSON.stringify, [].push]).toEqual(before);
  const failing = keepingNatives(async () => {
    await replacing();
    throw new Error('no network');
  });
  await expect(failing).rejects.toThrow('no network');
  expect([JSON.parse, JSON.stringify, [].push]).toEqual(before);
});

it('a page that is drawn leaves them as they were', async () => {
  const before = [JSON.parse, JSON.stringify, [].push];
  const [{ pixelsOf }, { plainTemplate }] = await Promise.all([
    import('./testing/pixels.ts'),
    import('./testing/templates.ts'),
  ]);
  expect((await pixelsOf(await plainTemplate())).width).toBeGreaterThan(0);
  expect([JSON.parse, JSON.stringify, [].push]).toEqual(before);
});
