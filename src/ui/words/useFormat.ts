import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency, Language } from '#domain/config.ts';
import * as format from './format.ts';
import { titlesAmong } from './titlesAmong.ts';

type Clock = Parameters<typeof format.formatSpan>[0];

/**
 * The formats of ./format.ts in the language of the interface, by the clocks of a time zone; by this device's without one. Below an event
 * useEventFormat has its own (hooks/data/calendar.ts).
 */
export function useFormat(zone: format.Zone = null) {
  const language: Language = useTranslation().i18n.language === 'en' ? 'en' : 'fr';
  return useMemo(() => formatsIn(language, zone), [language, zone]);
}

/** The same in any language: papers for guests are in theirs. */
export function formatsIn(language: Language, zone: format.Zone) {
  return {
    language,
    /** In a list of events, each by its own clocks. */
    date: (time: number, at: format.Zone = zone) => format.formatDate(language, time, Date.now(), at),
    dates: (times: readonly number[]) => format.formatDates(language, times, Date.now(), zone),
    dateTime: (time: number) => format.formatDateTime(language, time, zone),
    /** As clocks show it in that time zone, which is named: '1 Jun 2026 18:00 (Europe/Zurich)'. */
    dateTimeAt: (time: number, { timeZone }: { timeZone: string }) =>
      format.formatDateTimeAt(language, time, timeZone),
    day: (day: number) => format.formatDay(language, day),
    month: (day: number) => format.formatMonth(language, day),
    time: (time: number) => format.formatTime(time, zone),
    span: (start: Clock, end: Clock) => format.formatSpan(start, end, zone),
    leaf: (time: number) => format.dateLeaf(language, time, zone),
    number: (value: number) => format.formatNumber(language, value),
    percent: (share: number) => format.formatPercent(language, share),
    money: (cents: number, currency: Currency) => format.formatMoney(language, cents, currency),
    foreign: (cents: number, currency: string) => format.formatForeign(language, cents, currency),
    bytes: (value: number) => format.formatBytes(language, value),
    /** Of sessions that stand beside one another: two of one title are told apart. */
    titlesAmong: <T extends Parameters<typeof titlesAmong>[1][number]>(sessions: readonly T[]) =>
      titlesAmong(language, sessions, Date.now(), zone),
    title: (item: { title: string; titleFrench?: string | null }) => format.titleIn(language, item),
  };
}
