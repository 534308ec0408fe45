import { describe, expect, it } from 'vitest';
import { listPdf, type ListDocument } from './listPdf.ts';
import { readPdf, testFonts } from './testing/read.ts';

const base: ListDocument = {
  title: 'Gala du Lac · Dîner',
  subtitle: '20 juin · 19:00',
  aside: '2 clients',
  language: 'fr',
  now: 0,
  headings: ['Nom', 'Entreprise', 'E-mail', 'Notes'],
  rows: [],
};

describe('the client list as PDF', async () => {
  const fonts = await testFonts();

  it('is A3 landscape, with title, headings and page numbers on each page [EXPORT-04]', async () => {
    const rows = Array.from({ length: 150 }, (_, index) => [`Name ${index + 1}`, 'Company', 'a@b.ch', '']);
    const seen: number[] = [];
    const bytes = await listPdf({ ...base, rows }, fonts, (done) => seen.push(done));
    const { title, pages } = await readPdf(bytes);
    expect(title).toBe(base.title);
    expect(pages.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toBe(150);
    for (const [index, { width, height, texts }] of pages.entries()) {
      expect([width, height]).toEqual([420, 297]);
      const words = texts.map(({ text }) => text);
      expect(words).toEqual(
        expect.arrayContaining([base.title, base.subtitle, base.aside, ...base.headings]),
      );
      expect(words).toContain(`${index + 1} / ${pages.length}`);
    }
    const all = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
    expect(all.filter((text) => text.startsWith('Name '))).toEqual(rows.map(([name]) => name));
  });

  it('names keep their letters: Polish, Greek, Cyrillic, and accents typed apart', async () => {
    const names = ['Łukasz Żółć', 'Παπαδόπουλος', 'Чайковский', 'Élodie'.normalize('NFD'), 'Offiefli'];
    const { pages } = await readPdf(await listPdf({ ...base, rows: names.map((name) => [name]) }, fonts));
    const words = pages[0]?.texts.map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(names.map((name) => name.normalize('NFC'))));
  });

  it('letters come from other typefaces, and are a box where none has them', async () => {
    const rows = [['Nguyễn'], ['🎉🎉 x\u0303y']];
    const { pages } = await readPdf(await listPdf({ ...base, rows }, await testFonts(rows.flat())));
    const texts = pages[0]?.texts.map(({ text }) => text) ?? [];
    expect(texts.join('')).toContain('Nguyễn');
    expect(texts.join('')).toContain('□□');
    expect(texts.join('').normalize('NFC')).toContain('x\u0303y');
  });

  it('long texts wrap, then end in an ellipsis, and nothing leaves its column', async () => {
    const row = [
      'Ada',
      'Very Long Company '.repeat(20),
      `${'a'.repeat(300)}@example.com`,
      'note\n'.repeat(200),
    ];
    const [page] = (
      await readPdf(await listPdf({ ...base, rows: [row, ['中文名', '', '🎉', '\u0000']] }, fonts))
    ).pages;
    const texts = page?.texts ?? [];
    expect(texts.filter(({ text }) => text.endsWith('…')).length).toBe(3);
    const starts = base.headings.map((heading) => texts.find(({ text }) => text === heading)?.x ?? 0);
    for (const { x, width, y } of texts.filter((one) => starts.includes(one.x))) {
      const next = starts[starts.indexOf(x) + 1] ?? (420 / 25.4) * 72;
      expect(x + width, `at ${y}`).toBeLessThanOrEqual(next);
    }
  });

  it('an empty list is a page with headings', async () => {
    expect((await readPdf(await listPdf(base, fonts))).pages.length).toBe(1);
  });

  it('what the kitchen must know is not cut off, however long, while a note is', async () => {
    const diet = 'No nuts at all (anaphylaxis, carries a pen), no gluten, no milk, no eggs; '
      .repeat(6)
      .trim();
    const company = 'Société des amis de la musique de chambre du lac '.repeat(4);
    const row = ['Ada Lovelace', company, 'ada.lovelace@a-very-long-domain-name.example.org', diet];
    const rows = [row, ['Bo Li', '', '', 'vegan']];
    const { pages } = await readPdf(await listPdf({ ...base, rows, whole: [3] }, fonts));
    const said = (pages[0]?.texts ?? [])
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ');
    for (const word of ['anaphylaxis', 'pen),', 'eggs;']) expect(said.split(word).length).toBe(7);
    expect(said).toContain('vegan');
    const cut = await readPdf(
      await listPdf({ ...base, rows: rows.map((one) => one.map((text) => text + text)) }, fonts),
    );
    expect((cut.pages[0]?.texts ?? []).some(({ text }) => text.endsWith('…'))).toBe(true);
  });
});
