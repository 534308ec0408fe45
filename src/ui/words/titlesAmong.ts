import type { Language } from '#domain/config.ts';
import { formatDate, formatSpan, titleIn, type Zone } from './format.ts';

interface Titled {
  title: string;
  titleFrench?: string | null;
  date?: number | null;
  timeStart?: number | string | null | undefined;
  timeEnd?: number | string | null | undefined;
}

/**
 * What each of these sessions is called beside the others: its title, with its day where another one has the same title, as a
 * dinner on each of two evenings, and with its hours where both are on one day.
 */
export function titlesAmong<T extends Titled>(
  language: Language,
  sessions: readonly T[],
  now: number,
  zone?: Zone,
): (session: T) => string {
  const all = sessions.map((session) => formsOf(language, session, now, zone));
  // One of them is its own.
  const isAlone = (text: string, form: number): boolean =>
    all.filter((forms) => forms[form] === text).length <= 1;
  return (session) => {
    const own = formsOf(language, session, now, zone);
    return own.find(isAlone) ?? own.at(-1) ?? '';
  };
}

/** The shortest first. */
function formsOf(language: Language, session: Titled, now: number, zone: Zone): string[] {
  const title = titleIn(language, session);
  const day = session.date == null ? '' : formatDate(language, session.date, now, zone);
  const hours = formatSpan(session.timeStart, session.timeEnd, zone) ?? '';
  const parts = [title, day, hours];
  return parts.map((_part, at) =>
    parts
      .slice(0, at + 1)
      .filter((part) => part !== '')
      .join(' · '),
  );
}
