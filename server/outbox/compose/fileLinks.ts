import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Language } from '#domain/config.ts';
import { calendarOf } from '#domain/days.ts';
import { MOST_ATTACHED } from '#domain/notifications/ownFiles.ts';
import { escaped } from '#domain/notifications/richText.ts';
import { dateWords } from '#domain/text/frenchDate.ts';
import { FILE_LINK_WORDS } from '#i18n/fileLinkWords.ts';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import type { Frozen, FrozenFile, Links } from '../ledger/frozen.ts';

type FrozenMail = Extract<Frozen, { method: 'email' }>;
export const FILE_LINK_PATH = '/message-files';
const DAY = 86_400_000;
/** A link holds so long, and until so long after the last session. */
const [AFTER_MAIL, AFTER_EVENT] = [30 * DAY, 7 * DAY];

/**
 * The files of a mail as they go: the largest documents by a link where all of them are too much, and who reads it can
 * reach us. The organiser's own go along: they were limited when they were picked.
 */
export function withLinks(
  files: readonly (FrozenFile & { size: number })[],
  publicUrl: string | null,
): FrozenFile[] {
  const linked = new Set<FrozenFile>();
  let sum = files.reduce((total, { size }) => total + size, 0);
  const documents = files.filter(({ kind }) => kind !== 'own');
  for (const file of documents.sort((a, b) => b.size - a.size)) {
    if (sum <= MOST_ATTACHED || publicUrl === null) break;
    linked.add(file);
    sum -= file.size;
  }
  return files.map((file) => {
    const { size: _size, ...frozen } = file;
    return linked.has(file) ? { ...frozen, linked: true } : frozen;
  });
}

/** `lastDay`: of the last session, ms; null where there is none. */
export const newLinks = (now: number, lastDay: number | null): Links => ({
  key: randomBytes(16).toString('base64url'),
  until: Math.max(now + AFTER_MAIL, (lastDay ?? 0) + AFTER_EVENT),
});

const signatureOf = ({ key, until }: Links, rowId: string, index: number): string =>
  createHmac('sha256', key).update(`${rowId}\n${index}\n${until}`).digest('base64url');

const addressOf = (base: string, eventId: string, links: Links, rowId: string, index: number): string => {
  const signature = signatureOf(links, rowId, index);
  const query = new URLSearchParams({ row: rowId, file: `${index}`, until: `${links.until}`, signature });
  return `${base}/api${FILE_LINK_PATH}/${encodeURIComponent(eventId)}?${query}`;
};

/** The message, and below it where its large files are. */
export function withFileLines(
  { html, text }: { html: string; text: string },
  files: readonly FrozenFile[],
  about: {
    publicUrl: string;
    eventId: string;
    rowId: string;
    links: Links;
    language: Language;
    timeZone: string | null | undefined;
  },
): { html: string; text: string } {
  const { publicUrl, eventId, rowId, links, language } = about;
  const { timeZone } = calendarOf(about.timeZone);
  const { locale } = DOCUMENT_WORDS[language];
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(links.until);
  const day = dateWords(until, language);
  const lines = files.flatMap((file, index) =>
    file.linked === true && file.kind !== 'own'
      ? [
          {
            words: FILE_LINK_WORDS[language][file.kind](day),
            url: addressOf(publicUrl, eventId, links, rowId, index),
          },
        ]
      : [],
  );
  const shown = lines.map(
    ({ words, url }) =>
      `<p>${escaped(words)} <a href="${escaped(url)}">${escaped(FILE_LINK_WORDS[language].download)}</a></p>`,
  );
  return {
    html: html.replace(/<\/body>(?=<\/html>$)/, () => `${shown.join('')}</body>`),
    text: [text, ...lines.map(({ words, url }) => `${words}\n${url}`)].join('\n\n'),
  };
}

/** What a link asks for; null where no mail of ours holds it. */
export function linkedFile(
  frozen: FrozenMail,
  rowId: string,
  asked: { index: number; until: number; signature: string },
): FrozenFile | null {
  const { links, files } = frozen;
  if (links === undefined || links.until !== asked.until) return null;
  const right = Buffer.from(signatureOf(links, rowId, asked.index));
  const given = Buffer.from(asked.signature);
  const isRight =
    right.length === given.length && timingSafeEqual(new Uint8Array(right), new Uint8Array(given));
  const file = isRight ? files[asked.index] : undefined;
  return file?.linked === true ? file : null;
}
