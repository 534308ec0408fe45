import { describe, expect, it } from 'vitest';
import { messagePdf } from './messagePdf.ts';
import { readPdf, testFonts } from './testing/read.ts';

describe('an attempt as PDF', async () => {
  const fonts = await testFonts();

  it('is A4 with a margin of 25.4 mm, and keeps every word over as many pages as it takes [NOTIF-22] [CLIENT-29]', async () => {
    const words = Array.from({ length: 700 }, (_, index) => `word${index + 1}`);
    const text = `${words.slice(0, 350).join(' ')}\n\n${words.slice(350).join(' ')}`;
    const lines = ['Gala du Lac', 'À Élodie Müller, elodie@example.org'];
    const bytes = await messagePdf({ title: 'Bienvenue', language: 'fr', now: 0, lines, text }, fonts);
    const { title, pages } = await readPdf(bytes);
    expect(title).toBe('Bienvenue');
    expect(pages.length).toBeGreaterThan(1);
    const texts = pages.flatMap((page) => page.texts);
    const read = texts.map((one) => one.text);
    expect(read).toEqual(expect.arrayContaining(['Bienvenue', ...lines]));
    expect(read.join(' ').match(/word\d+/g)).toEqual(words);
    for (const page of pages) {
      expect([Math.round(page.width), Math.round(page.height)]).toEqual([210, 297]);
      for (const { x, y } of page.texts) {
        // In points, from the lower left corner: an inch all around.
        expect(x).toBeCloseTo(72, 1);
        expect(y).toBeGreaterThan(72);
        expect(y).toBeLessThan((297 / 25.4) * 72 - 72);
      }
    }
  });
});
