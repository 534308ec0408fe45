import { describe, expect, it } from 'vitest';
import { MM } from './document.ts';
import { listPdf } from './listPdf.ts';
import { planPdf } from './planPdf.ts';
import { readPdf, testFonts } from './testing/read.ts';

const titles = {
  short: 'Gala du Lac',
  long: 'Assemblée générale extraordinaire et gala de la Fédération internationale',
  longer:
    `Assemblée générale extraordinaire et soirée de gala de la Fédération internationale des associations
    d’anciens élèves des écoles hôtelières de Suisse romande · 75e anniversaire`.replaceAll(/\s+/g, ' '),
};
const details = { language: 'fr', now: 0, aside: 'Établi le 12 juin 2027 à 18:30' };
const subtitle =
  'Dîner de gala au Grand Hôtel du Rivage et de la Promenade · samedi 20 juin 2027, de 19:00 à 23:30 · Salle des fêtes Belle Époque';

describe('the head of a page', async () => {
  const fonts = await testFonts();
  const list = (title: string) =>
    listPdf({ ...details, title, subtitle, headings: ['Nom'], rows: [['Ada']] }, fonts);
  const plan = (title: string) =>
    planPdf(
      {
        ...{ ...details, title, subtitle: '', paper: 'A4', taken: [], background: null, images: [] },
        ...{ plan: { ratio: 1.6, state: { nextTableIndex: 0, tables: {} } }, listOnly: true },
        tablePlan: { heading: subtitle, tables: [], empty: 'Personne' },
      },
      fonts,
    );

  it.each([
    ['a list', list, 14],
    ['a plan’s list', plan, 12],
  ])(
    'has the whole of a long title on %s, beside the time and above what the page shows',
    async (_, make, margin) => {
      for (const title of Object.values(titles)) {
        const page = (await readPdf(await make(title))).pages[0];
        const texts = page?.texts ?? [];
        const aside = texts.find(({ text }) => text === details.aside);
        const below = texts.find(({ text }) => text === subtitle);
        if (page === undefined || aside === undefined || below === undefined)
          throw new Error('a part is missing');
        const lines = texts.filter(({ text }) => title.includes(text) && text.length > 5);
        expect(lines.map(({ text }) => text).join(' ')).toBe(title);
        for (const { x, y, width } of lines) {
          expect(x + width).toBeLessThan(aside.x - 10);
          expect(y - below.y).toBeGreaterThan(9);
          expect(y).toBeLessThan((page.height - margin) * MM);
        }
        expect(below.x + below.width).toBeLessThan((page.width - margin) * MM + 0.1);
      }
    },
  );
});
