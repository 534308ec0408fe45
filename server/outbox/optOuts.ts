import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { contactKey } from '#domain/notifications/audience.ts';
import { withLastLine } from '#domain/notifications/lastLine.ts';
import type { Language } from '#domain/config.ts';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import type { AnyDoc, Database } from '../storage/types.ts';
import { frozenOf, type OptOut } from './frozen.ts';

export const OPT_OUT_PATH = '/opt-out';

export function newOptOut(publicUrl: string | null, eventId: string, rowId: string, from: string): OptOut {
  if (publicUrl === null) return { url: `mailto:${encodeURI(from)}?subject=unsubscribe` };
  const token = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({ row: rowId, token });
  return { url: `${publicUrl}/api${OPT_OUT_PATH}/${encodeURIComponent(eventId)}?${query}`, token };
}

/** The message with its last line, which says how. */
export function withOptOut(
  message: { html: string; text: string },
  { url, token }: OptOut,
  language: Language,
): { html: string; text: string } {
  const { byPage, byMail, link } = NEWS_WORDS[language];
  const line = token === undefined ? byMail : byPage;
  return withLastLine(message, { line, link, url, isShown: token !== undefined });
}

export const optOutId = (address: string): string =>
  `optout/${createHash('sha256').update(address).digest('hex')}`;

export const isOptOut = (doc: AnyDoc | undefined): doc is AnyDoc & { address: string } =>
  doc?.['type'] === 'optout' && typeof doc['address'] === 'string';

/** Who got the message that the link was in; null for a link that is none. */
export async function addressOf(db: Database, rowId: string, token: string): Promise<string | null> {
  const frozen = await frozenOf(db, rowId);
  const right = frozen?.method === 'email' ? frozen.optOut?.token : undefined;
  if (frozen === null || right === undefined) return null;
  const [a, b] = [right, token].map((one) => new Uint8Array(createHash('sha256').update(one).digest()));
  return a !== undefined && b !== undefined && timingSafeEqual(a, b) ? contactKey(frozen.to) : null;
}
