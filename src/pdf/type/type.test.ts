import { describe, expect, it } from 'vitest';
import { startDocument } from '../document.ts';
import { alikeness, drawnText, inkBox, pixelsOf } from '../testing/pixels.ts';
import { readPdf, testFonts } from '../testing/read.ts';
import { fontPackages } from '../testing/packages.ts';
import { FontAway, type Weight } from './fontFiles.ts';
import { openFonts } from './fonts.ts';
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

  it.each([
    ['Chinese', '王小明 (李)', 'sc'],
    ['Chinese as Taiwan writes it', '陳淑芬', 'sc'],
    ['Japanese', '山田 たろう', 'jp'],
    ['Japanese in katakana', 'ヤマダ・タロウ', 'jp'],
    ['an ideograph of Japan alone', '鴫原', 'jp'],
    ['Korean', '김민준', 'kr'],
    ['Korean, typed apart', '김민준'.normalize('NFD'), 'kr'],
    ['beside Latin letters', 'Anna 陈', 'liberation'],
    ['with a sign that asks for a shape', '葛\u{E0100}西', 'sc'],
  ] as const)('%s', async (_what, text, family) => {
    const pixels = await pixelsOf(await printed(text), 0, 3);
    const { width, height } = pixels;
    const at = { width, height, x: 60, y: 120, size: SIZE * 3 };
    const seen = text.normalize('NFC').replaceAll('\u{E0100}', '');
    expect(alikeness(pixels, drawnText(seen, 'regular', at, family))).toBeGreaterThan(LIKE);
  });

  it('an ideograph is drawn as its country draws it', async () => {
    const spansOf = async (text: string) => {
      const typesetter = new Typesetter(await testFonts([text]));
      return typesetter.line(text, 'regular').spans.map(({ face }) => face.family);
    };
    expect(new Set(await spansOf('一直'))).toEqual(new Set(['sc']));
    expect(new Set(await spansOf('あ 直'))).toEqual(new Set(['jp', 'liberation']));
    expect(new Set(await spansOf('가 直'))).toEqual(new Set(['kr', 'liberation']));
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
    const texts = ['𪚥山 Taro', '🎉 Paul'];
    const typesetter = new Typesetter(await testFonts(texts));
    expect(typesetter.line('𪚥山 Taro', 'regular').missing).toEqual(['𪚥']);
    expect(typesetter.line('🎉 Paul', 'bold').missing).toEqual(['🎉']);
    expect(typesetter.line('Zoë', 'bold').missing).toEqual([]);
  });

  it('sets the same text the same way, whatever was set before, and in whatever order', async () => {
    const fonts = await testFonts(['山田 たろう', '一', '3王A']);
    await Promise.all([fonts.prepare(['山田']), fonts.prepare(['山田'])]);
    const alone = new Typesetter(await testFonts(['山田'])).line('山田', 'regular');
    const after = new Typesetter(fonts).line('山田', 'regular');
    const facesOf = ({ spans }: typeof alone) => spans.map(({ face }) => face.key);
    expect(facesOf(after)).toEqual(facesOf(alone));
    const mixed = new Typesetter(fonts).line('3王A', 'regular');
    expect(mixed.spans.map(({ face }) => face.family)).toEqual(['liberation', 'sc', 'liberation']);
  });

  it('tells of letters whose files cannot be fetched, and asks again the next time', async () => {
    let isOffline = true;
    const away = <T>(answer: Promise<T>) => (isOffline ? Promise.reject(new FontAway('offline')) : answer);
    const fonts = openFonts({
      file: (file, weight) =>
        file.startsWith('sc-') ? away(fontPackages.file(file, weight)) : fontPackages.file(file, weight),
      slices: () => fontPackages.slices(),
    });
    await fonts.prepare(['李 Anna']);
    expect(fonts.areAway).toBe(true);
    expect(new Typesetter(fonts).line('李 Anna', 'regular').missing).toEqual(['李']);
    isOffline = false;
    await fonts.prepare(['李 Anna']);
    expect(fonts.areAway).toBe(false);
    expect(new Typesetter(fonts).line('李 Anna', 'regular').missing).toEqual([]);
  });

  it('has what several asked for at the same time', async () => {
    const fonts = openFonts(fontPackages);
    const texts = ['김민준', 'Γιώργος', '김민준', '王小明'];
    await Promise.all(texts.map((text) => fonts.prepare([text])));
    const typesetter = new Typesetter(fonts);
    expect(texts.flatMap((text) => typesetter.line(text, 'bold').missing)).toEqual([]);
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
