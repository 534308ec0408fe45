import { describe, expect, it } from 'vitest';
import { startDocument } from '../document.ts';
import { alikeness, drawnText, inkBox, pixelsOf } from '../testing/pixels.ts';
import { readPdf, testFonts } from '../testing/read.ts';
import type { Weight } from './fontFiles.ts';
import { Typesetter } from './typesetter.ts';
import { directedRuns } from './visualOrder.ts';

const PAGE = { width: 300, height: 60 };
const SIZE = 20;
/** HarfBuzz takes other forms of some accents, a pixel or two higher; where one is missing there is nothing near. */
const LIKE = 0.5;
const UNLIKE = 0.2;

async function printed(text: string, weight: Weight = 'regular') {
  const fonts = await testFonts([text]);
  const writer = await startDocument(fonts, { title: 't', language: 'en', now: 0 });
  const page = writer.page(PAGE.width, PAGE.height);
  page.text(text, 20, 40, { size: SIZE, face: weight });
  page.end();
  return writer.finish();
}

describe('text is seen as it is written', () => {
  it.each([
    ['French', 'Élodie Müller-Îles'],
    ['Polish, Romanian', 'Łukasz Ștefan Țepeș'],
    ['Greek', 'Γιώργος Παπαδόπουλος'],
    ['Cyrillic', 'Ганна Коваль Ђорђе'],
    ['Hebrew', 'שרה כהן'],
    ['Hebrew with points', 'שָׂרָה כֹּהֵן'],
    ['Arabic', 'محمد الأمين'],
    ['Persian with a joiner', 'علی‌رضا پورحسینی'],
    ['both directions', 'Dr. محمد الأمين (Genève)'],
    ['numbers within Arabic', 'شارع 12 ب'],
    ['signs', 'A & B – “C” 50 % €'],
  ])('%s', async (_what, text) => {
    const pixels = await pixelsOf(await printed(text), 0, 3);
    const { width, height } = pixels;
    const expected = drawnText(text.normalize('NFC'), 'regular', {
      ...{ width, height, x: 60, y: 120, size: SIZE * 3 },
    });
    expect(alikeness(pixels, expected)).toBeGreaterThan(LIKE);
  });

  it.each([
    ['Vietnamese', 'Nguyễn-Hộ'],
    ['Vietnamese, typed apart', 'Nguyễn'.normalize('NFD')],
    ['ancient Greek', 'Ὀδυσσεὺς ἀνήρ'],
    ['Kazakh', 'Әлия Қасымова'],
  ])('%s, words whole in the second typeface', async (_what, text) => {
    const pixels = await pixelsOf(await printed(text), 0, 3);
    const { width, height } = pixels;
    const at = { width, height, x: 60, y: 120, size: SIZE * 3 };
    const expected = drawnText(text.normalize('NFC'), 'regular', at, 'noto');
    expect(alikeness(pixels, expected)).toBeGreaterThan(LIKE);
  });

  it.each([
    ['a mark of another file', 'Adélékẹ̀'],
    ['two marks', 'ṵ̄n'],
  ])('%s stands on its letter', async (_what, text) => {
    const pixels = await pixelsOf(await printed(text), 0, 3);
    const { width, height } = pixels;
    const at = { width, height, x: 60, y: 120, size: SIZE * 3 };
    const without = drawnText(text.normalize('NFD').replaceAll(/\p{M}/gu, ''), 'regular', at, 'noto');
    const [ink, bare] = [inkBox(pixels), inkBox(without)];
    expect((ink?.top ?? 0) < (bare?.top ?? 0) || (ink?.bottom ?? 0) > (bare?.bottom ?? 0)).toBe(true);
    expect(ink?.right).toBeLessThan((bare?.right ?? 0) + 4);
  });

  it('bold; and a mark less is noticed', async () => {
    const pixels = await pixelsOf(await printed('Nguyễn', 'bold'), 0, 3);
    const { width, height } = pixels;
    const at = { width, height, x: 60, y: 120, size: SIZE * 3 };
    expect(alikeness(pixels, drawnText('Nguyễn', 'bold', at, 'noto'))).toBeGreaterThan(LIKE);
    expect(alikeness(pixels, drawnText('Nguyên', 'bold', at, 'noto'))).toBeLessThan(UNLIKE);
  });

  it('is copied as it is written', async () => {
    const { pages } = await readPdf(await printed('Nguyễn Văn Łukasz'));
    expect(pages[0]?.texts.map(({ text }) => text).join('')).toBe('NguyễnVăn Łukasz');
  });
});

describe('the typesetter', () => {
  it('says what no typeface has', async () => {
    const texts = ['山田 Taro', '🎉 Paul'];
    const typesetter = new Typesetter(await testFonts(texts));
    expect(typesetter.line('山田 Taro', 'regular').missing).toEqual(['山', '田']);
    expect(typesetter.line('🎉 Paul', 'bold').missing).toEqual(['🎉']);
    expect(typesetter.line('Zoë', 'bold').missing).toEqual([]);
  });

  it('sets a word in one design', async () => {
    const typesetter = new Typesetter(await testFonts(['Nguyễn']));
    const designs = (text: string) => [
      ...new Set(typesetter.line(text, 'regular').spans.map(({ face }) => face.family)),
    ];
    expect(designs('Nguyễn')).toEqual(['noto']);
    expect(designs('Anna')).toEqual(['liberation']);
    expect(designs('Anna Nguyễn')).toEqual(['liberation', 'noto']);
  });

  it('leaves out what is not seen', async () => {
    const typesetter = new Typesetter(await testFonts());
    const { missing, width } = typesetter.line('A\u00adn\u200bn\u2060a\ufeff', 'regular');
    expect(missing).toEqual([]);
    expect(width).toBeCloseTo(typesetter.width('Anna', 'regular'));
  });

  it('knows the order in which a line is seen', () => {
    expect(directedRuns('abc אבג 12 (x)').map(({ text }) => text)).toEqual(['abc ', '12', 'אבג ', ' (x)']);
    expect(directedRuns('')).toEqual([]);
  });
});
