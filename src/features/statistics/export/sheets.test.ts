import { read, utils } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from '#domain/config.ts';
import { NO_FILTER } from '#domain/statistics/cells.ts';
import { calendarOf } from '#domain/days.ts';
import { createStatistics } from '#domain/statistics/statistics.ts';
import { randomSource } from '#domain/statistics/testing/randomEvent.ts';
import { createI18n } from '#i18n/index.ts';
import { xlsxOf } from '#pdf/xlsx.ts';
import {
  formatDate,
  formatDay,
  formatMoney,
  formatMonth,
  formatNumber,
  formatPercent,
  titleIn,
} from '#ui/words/format.ts';
import { titlesAmong } from '#ui/words/titlesAmong.ts';
import type { Counted, Words } from '../viewTypes.ts';
import { moneyViews, registrationViews } from '../views.ts';
import { sheetsOf } from './sheets.ts';

async function wordsIn(language: Language): Promise<Words> {
  const { t } = await createI18n(language);
  return {
    t,
    rateText: (rate) => `${rate}`,
    format: {
      language,
      date: (time: number) => formatDate(language, time, 0),
      day: (day: number) => formatDay(language, day),
      month: (day: number) => formatMonth(language, day),
      number: (value: number) => formatNumber(language, value),
      percent: (share: number) => formatPercent(language, share),
      money: (cents: number, currency: 'chf' | 'eur' | 'usd') => formatMoney(language, cents, currency),
      title: (item: { title: string; titleFrench?: string | null }) => titleIn(language, item),
      titlesAmong: (sessions: Parameters<typeof titlesAmong>[1]) => titlesAmong(language, sessions, 0),
    } as unknown as Words['format'],
  };
}

describe('the exported workbook', () => {
  it('[STATS-03] [STATS-04] another program finds in it what the screen shows, and what each registration comes to', async () => {
    const both = await Promise.all((['en', 'fr'] as const).map(wordsIn));
    fc.assert(
      fc.property(randomSource, fc.constantFrom(...both), (source, words) => {
        const statistics = createStatistics();
        const calendar = calendarOf('Europe/Zurich');
        const counted: Counted = {
          ...{ figures: statistics.update(source, NO_FILTER, calendar), calendar, step: null },
          ...{
            sessions: source.sessions,
            forms: new Map(),
            taken: new Map(),
            isPart: false,
            ofSession: false,
          },
          doorName: (id) => statistics.doorName(id),
        };
        const registrations = [...statistics.registrations()].filter((one) => statistics.isCounted(one));
        const bytes = xlsxOf(sheetsOf(counted, registrations, words), Date.UTC(2026, 0, 1));
        const book = read(bytes, { type: 'array' });
        const rowsOf = (name: string) =>
          utils.sheet_to_json<(string | number)[]>(book.Sheets[name] ?? {}, {
            header: 1,
            raw: true,
            defval: '',
          });
        const screen = [...registrationViews(counted, words), ...moneyViews(counted, words)];
        for (const view of screen.filter(({ rows }) => rows.length > 0)) {
          const [headings, ...rows] = rowsOf(view.title);
          expect(headings).toEqual([view.rowHeading, ...view.columns.map(({ label }) => label)]);
          const lines = [
            ...view.rows.map(({ values }) => values),
            ...(view.total === null ? [] : [view.total]),
          ];
          const inFile = rows.map((row) =>
            view.columns.map(({ unit }, at) => {
              const value = Number(row[at + 1]);
              return unit === 'money' ? Math.round(value * 100) : value;
            }),
          );
          expect(inFile).toEqual(lines);
        }
        // The list of registrations adds up to the table of money.
        const [headings = [], ...list] = rowsOf(words.t('statistics.views.registrations'));
        const place = (key: 'rows.money' | 'columns.total' | 'columns.open') =>
          headings.indexOf(words.t(`statistics.${key}`));
        const money = screen.find(({ id }) => id === 'money');
        for (const { key, label, values } of money?.rows ?? []) {
          const mine = list.filter((row) => row[place('rows.money')] === label);
          const sum = (at: number) => mine.reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0);
          expect([key, sum(place('columns.total')), sum(place('columns.open'))]).toEqual([
            key,
            values[3],
            values[6],
          ]);
        }
      }),
      { numRuns: 25 },
    );
  });
});
