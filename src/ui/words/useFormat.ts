import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency, Language } from '#domain/config.ts';
import * as format from './format.ts';
import { titlesAmong } from './titlesAmong.ts';

/** The formats of ./format.ts in the language of the interface. */
export function useFormat() {
  const language: Language = useTranslation().i18n.language === 'en' ? 'en' : 'fr';
  return useMemo(
    () => ({
      language,
      date: (time: number) => format.formatDate(language, time, Date.now()),
      dates: (times: readonly number[]) => format.formatDates(language, times, Date.now()),
      dateTime: (time: number) => format.formatDateTime(language, time),
      /** As clocks show it in that time zone, which is named: '1 Jun 2026 18:00 (Europe/Zurich)'. */
      dateTimeAt: (time: number, { timeZone }: { timeZone: string }) =>
        format.formatDateTimeAt(language, time, timeZone),
      day: (day: number) => format.formatDay(language, day),
      month: (day: number) => format.formatMonth(language, day),
      time: format.formatTime,
      span: format.formatSpan,
      leaf: (time: number) => format.dateLeaf(language, time),
      number: (value: number) => format.formatNumber(language, value),
      percent: (share: number) => format.formatPercent(language, share),
      money: (cents: number, currency: Currency) => format.formatMoney(language, cents, currency),
      foreign: (cents: number, currency: string) => format.formatForeign(language, cents, currency),
      bytes: (value: number) => format.formatBytes(language, value),
      /** Of sessions that stand beside one another: two of one title are told apart. */
      titlesAmong: <T extends Parameters<typeof titlesAmong>[1][number]>(sessions: readonly T[]) =>
        titlesAmong(language, sessions, Date.now()),
      title: (item: { title: string; titleFrench?: string | null }) => format.titleIn(language, item),
    }),
    [language],
  );
}
