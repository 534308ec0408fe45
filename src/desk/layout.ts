import type { Language } from '#domain/config.ts';
import { matchesPattern } from '#domain/text/text.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { DESK_WORDS } from '#i18n/deskWords.ts';
import { LOCALES } from '#i18n/language.ts';
import { Html, html, lines } from './html.ts';
import { STYLE } from './style.ts';

export interface Layout {
  language: Language;
  title: string;
  location?: string | null;
  other?: { href: string; language: Language };
  body: Html;
  /** The address of a script. */
  script?: string | null;
}

/** A whole page, without anything that comes from elsewhere. */
export function layout({ language, title, location, other, body, script }: Layout): Html {
  const w = DESK_WORDS[language];
  return html`${new Html('<!doctype html>')}
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE)}
        </style>
        ${script && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        <a class="skip" href="#main">${w.skip}</a>
        <header>
          <div>
            <h1>${title}</h1>
            ${location && html`<p class="soft">${location}</p>`}
          </div>
          ${other && html`<a href="${other.href}" lang="${other.language}" hreflang="${other.language}">${w.otherLanguage}</a>`}
        </header>
        <main id="main">${body}</main>
      </body>
    </html>`;
}

/** How to reach the organiser; a telephone or a postal address stands as it was written. */
export function contactOf(contact: string): Html {
  const text = contact.trim();
  return matchesPattern('email', text) ? html`<a href="mailto:${text}">${text}</a>` : html`${text}`;
}

/** What the organiser wrote, in its own language on a page of the other one: programs that read aloud say it in that (WCAG 3.1.2). */
export const writtenIn = (text: string, language: Language, page: Language): Html | Html[] =>
  language === page ? lines(text) : html`<span lang="${language}">${lines(text)}</span>`;

interface Titled {
  title: string;
  titleFrench: string | null;
}
export const titleIn = ({ title, titleFrench }: Titled, language: Language): string =>
  language === 'fr' && titleFrench ? titleFrench : title;

interface Timed {
  date: number;
  timeStart: number | string | null;
  timeEnd: number | string | null;
}

/** 'Saturday, May 1, 2027, 7:00 PM – 11:00 PM', as the event's clocks show it. */
export function whenIn({ date, timeStart, timeEnd }: Timed, language: Language, timeZone: string): string {
  const locale = LOCALES[language];
  const day = dateWords(
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' }).format(date),
    language,
  );
  const clock = (time: number | string | null): string => {
    if (time === null || time === '') return '';
    if (typeof time === 'number')
      return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(time);
    const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(time) ?? [];
    if (hour === undefined || minute === undefined) return time;
    const at = Date.UTC(2000, 0, 1, Number(hour), Number(minute));
    return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' }).format(at);
  };
  const times = [clock(timeStart), clock(timeEnd)].filter((one) => one !== '').join(' – ');
  return times === '' ? day : `${day}, ${times}`;
}
