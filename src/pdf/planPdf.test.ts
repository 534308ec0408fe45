import { PDFDocument, PDFName, PDFDict } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#domain/documents/session.ts';
import { seatsOnPlan } from '#domain/plan/hit.ts';
import { newTable } from '#domain/plan/editor/templates.ts';
import { MM } from './document.ts';
import { pageFor, planPdf, type PlanDocument } from './planPdf.ts';
import { arrange, type TableListing } from './tablePlan.ts';
import { readPdf, testFonts } from './testing/read.ts';

const plan: Plan = {
  ratio: 1.6,
  state: {
    nextTableIndex: 3,
    tables: {
      0: { ...newTable('circle', 5, { x: 40, y: 50 }, 1), name: 'Lac', color: '#444e4a' },
      1: { ...newTable('rectangle', 6, { x: 100, y: 30 }, 2), rotation: 30 },
      2: newTable('semicircle', 4, { x: 120, y: 70 }, 12),
    },
  },
};
const base: PlanDocument = {
  ...{ title: 'Gala – Dîner', language: 'fr', now: 0, plan, paper: 'A4', subtitle: '20 juin · 19:00' },
  ...{ aside: '1 juin', taken: ['0 1'], background: null, images: [], tablePlan: null },
};
const table = (index: number, guests: number): TableListing => ({
  title: `Table ${index}`,
  aside: `${guests} / 10`,
  rows: Array.from({ length: guests }, (_, row) => ({
    ...{ place: String(row + 1), name: `Guest ${index}.${row + 1}`, note: 'Arpège' },
  })),
});

/** A white point. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

describe('the plan as PDF', async () => {
  const fonts = await testFonts();

  it('lies or stands as the plan does, on A4 or A3', () => {
    expect(pageFor('A4', 1.6)).toEqual({ width: 297 * MM, height: 210 * MM });
    expect(pageFor('A4', 0.6)).toEqual({ width: 210 * MM, height: 297 * MM });
    expect(pageFor('A3', 2)).toEqual({ width: 420 * MM, height: 297 * MM });
  });

  it('shows tables with number and name, and each seat with its number where it is', async () => {
    const { title, pages } = await readPdf(await planPdf(base, fonts));
    expect(title).toBe(base.title);
    expect(pages).toHaveLength(1);
    const [page] = pages;
    expect([page?.width, page?.height]).toEqual([297, 210]);
    const words = page?.texts.map(({ text }) => text) ?? [];
    for (const word of [base.title, base.subtitle, '1 juin', '1', 'Lac', '2', '12', '1 / 1']) {
      expect(words).toContain(word);
    }
    // The seats of three tables: each number as often as there are tables with it, and the tables' own.
    expect(words.filter((word) => /^\d+$/.test(word))).toHaveLength(3 + 5 + 6 + 4);
    // All writing of the plan has the same scale and origin as the seats.
    const fives = page?.texts.filter(({ text }) => text === '5') ?? [];
    const seats = [plan.state.tables['0'], plan.state.tables['1']].flatMap((one) =>
      one === undefined ? [] : (seatsOnPlan(one)[4] ?? []),
    );
    const [first, second] = fives.map(({ x, width }) => x + width / 2);
    const [left, right] = seats.map(({ x }) => x);
    const scale = ((second ?? 0) - (first ?? 0)) / ((right ?? 0) - (left ?? 0));
    expect(scale * 160).toBeGreaterThan(240 * MM);
    expect(scale * 160).toBeLessThan(274 * MM);
  });

  it('writes number and name one below the other on a turned table, within its board, and a number whole', async () => {
    const written = async (table: Plan['state']['tables'][string]) => {
      const alone: Plan = { ratio: 1.6, state: { nextTableIndex: 1, tables: { 0: table } } };
      const { pages } = await readPdf(await planPdf({ ...base, plan: alone }, fonts));
      return (pages[0]?.texts ?? []).filter(({ text }) => /^(33|Cour|A-)/.test(text));
    };
    const bench = { ...newTable('rectangle', 8, { x: 50, y: 50 }, 33), name: 'Cour d’honneur', scale: 3 };
    for (const rotation of [0, 90, 180, 270]) {
      const [number, name] = await written({ ...bench, rotation });
      if (number === undefined || name === undefined) throw new Error('one of both is missing');
      expect(number.x + number.width / 2).toBeCloseTo(name.x + name.width / 2, 0);
      expect(number.y - name.y).toBeGreaterThan(10);
      // Its board is 8.8 by 3, and a unit of the plan is some 4.4 points.
      expect(name.width).toBeLessThan((rotation % 180 === 90 ? 3 : 8.8) * 3 * 4.5);
    }
    const named = { ...newTable('rectangle', 8, { x: 50, y: 50 }, 0), number: null, name: 'Cour d’honneur' };
    expect((await written({ ...named, rotation: 90 })).map(({ text }) => text)).toEqual(['Cour d’honneur']);
    const round = { ...newTable('circle', 5, { x: 50, y: 50 }, 0), number: 'A-1024' };
    expect((await written(round)).map(({ text }) => text)).toEqual(['A-1024']);
  });

  it('holds the background and the pictures of tables', async () => {
    const image = { ...newTable('image', 0, { x: 80, y: 10 }, 0), number: null };
    const framed: Plan = {
      ...plan,
      state: { ...plan.state, tables: { 9: { ...image, image: { fileIndex: 3, width: 20, height: 10 } } } },
    };
    const picture = { bytes: PNG, type: 'image/png' as const };
    const bytes = await planPdf(
      { ...base, plan: framed, background: picture, images: [[3, picture]] },
      fonts,
    );
    const read = await PDFDocument.load(bytes);
    const resources = read.getPage(0).node.Resources();
    expect(resources?.lookup(PDFName.of('XObject'), PDFDict).keys()).toHaveLength(2);
    // A picture without a name says what it is by itself.
    expect((await readPdf(bytes)).pages[0]?.texts.map(({ text }) => text)).not.toContain('9');
  });

  it('lists who sits where on the pages that follow, tables whole where they fit', async () => {
    const tables = Array.from({ length: 60 }, (_, index) => table(index + 1, 8));
    const tablePlan = { heading: 'Plan de table', tables, empty: 'Personne' };
    const { pages } = await readPdf(await planPdf({ ...base, tablePlan }, fonts));
    expect(pages.length).toBeGreaterThan(3);
    const [, ...lists] = pages;
    for (const [index, { texts }] of lists.entries()) {
      const words = texts.map(({ text }) => text);
      expect(words).toEqual(
        expect.arrayContaining([base.title, 'Plan de table', `${index + 2} / ${pages.length}`]),
      );
    }
    const guests = lists.flatMap(({ texts }) => texts.filter(({ text }) => text.startsWith('Guest ')));
    expect(guests.map(({ text }) => text)).toEqual(
      tables.flatMap(({ rows }) => rows.map(({ name }) => name)),
    );
    const empty = await readPdf(await planPdf({ ...base, tablePlan: { ...tablePlan, tables: [] } }, fonts));
    expect(empty.pages[1]?.texts.map(({ text }) => text)).toContain('Personne');
  });

  it('a table longer than a column goes on in the next one, and nothing is lost', () => {
    const columns = { x: 0, y: 0, width: 500, height: 300, count: 2 };
    const tables = [table(1, 3), table(2, 100), table(3, 0), table(4, 2)].map((one) => ({
      ...one,
      rows: one.rows.map((row) => ({ ...row, lines: [] })),
    }));
    const pages = arrange(tables, columns);
    const placed = pages.flat();
    expect(placed.flatMap(({ rows }) => rows)).toEqual(tables.flatMap(({ rows }) => rows));
    expect(placed.filter(({ goesOn }) => goesOn).every(({ table: one }) => one.title === 'Table 2')).toBe(
      true,
    );
    for (const page of pages) {
      for (const { y, rows, column } of page) {
        expect(column).toBeLessThan(2);
        expect(y + 19 + rows.length * 12.2).toBeLessThanOrEqual(300);
      }
    }
  });

  it('writes remarks whole below their guests, at the guest’s table and within the page', async () => {
    const said = (row: number) => `Régime : ${'sans noix, '.repeat(row * 4)}fin`;
    const tables = Array.from({ length: 30 }, (_, index) => ({
      ...table(index + 1, 8),
      rows: table(index + 1, 8).rows.map((row, at) => (at % 3 === 1 ? { ...row, remark: said(at) } : row)),
    }));
    const tablePlan = { heading: '', tables, empty: '' };
    const { pages } = await readPdf(await planPdf({ ...base, tablePlan, listOnly: true }, fonts));
    expect(pages.length).toBeGreaterThan(1);
    const texts = pages.flatMap((page) => page.texts);
    const after = (name: string) => {
      const from = texts.findIndex(({ text }) => text === name);
      const to = texts.findIndex(({ text }, index) => index > from && /^Guest|^Table|^\d+$/.test(text));
      return texts.slice(from + 1, to).map(({ text }) => text);
    };
    expect(after('Guest 7.1')).toEqual(['Arpège']);
    expect(after('Guest 7.2').slice(1).join(' ')).toBe(said(1));
    expect(after('Guest 7.5').slice(1).join(' ')).toBe(said(4));
    for (const { texts: written, height } of pages) {
      const lines = written.filter(({ text }) => /noix|Guest/.test(text));
      expect(lines.length).toBeGreaterThan(0);
      expect(Math.max(...lines.map(({ y }) => y))).toBeLessThan(height * MM - 12 * MM);
      expect(Math.min(...lines.map(({ y }) => y))).toBeGreaterThan(12 * MM);
      // No two lines of a column on one another.
      for (const one of lines) {
        const close = lines.filter((other) => other !== one && Math.abs(other.x - one.x) < 1);
        expect(close.every(({ y }) => Math.abs(y - one.y) > 7)).toBe(true);
      }
    }
  });

  it('has long names of people and tables in full, within their column', async () => {
    const name = 'Jean-François-Maximilien de la Rochefoucauld-Montbel-Hohenlohe';
    const title = 'Table 12 · Association des anciens élèves des écoles hôtelières';
    const one = { title, aside: '1 / 10', rows: [{ place: '1', name, note: 'Arpège' }] };
    const tablePlan = { heading: '', tables: [one, table(2, 3)], empty: '' };
    const { pages } = await readPdf(await planPdf({ ...base, tablePlan, listOnly: true }, fonts));
    for (const long of [name, title]) {
      const found = pages[0]?.texts.find(({ text }) => text === long);
      expect(found?.text).toBe(long);
      expect((found?.x ?? 0) + (found?.width ?? 0)).toBeLessThan(105 * MM);
    }
  });

  it('500 tables with 5,000 seats and their names fit into 2 MB, and say how far they are', async () => {
    const tables = Array.from({ length: 500 }, (_, index) =>
      newTable('circle', 10, { x: 4 + 6.3 * (index % 25), y: 3 + 4.9 * Math.floor(index / 25) }, index + 1),
    );
    const large: Plan = {
      ratio: 1.6,
      state: { nextTableIndex: 500, tables: Object.fromEntries(tables.entries()) },
    };
    const tablePlan = { heading: '', tables: tables.map((_, index) => table(index + 1, 10)), empty: '' };
    const seen: number[] = [];
    const bytes = await planPdf({ ...base, paper: 'A3', plan: large, tablePlan }, fonts, (done) =>
      seen.push(done),
    );
    expect(seen.length).toBeGreaterThan(10);
    expect(bytes.length).toBeLessThan(2_000_000);
  });
});
