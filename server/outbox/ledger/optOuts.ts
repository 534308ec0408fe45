import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { NOTIF_METHODS, type Consumer } from '#domain/documents/consumer.ts';
import { contactKey, contactOf } from '#domain/notifications/audience.ts';
import { withLastLine } from '#domain/notifications/lastLine.ts';
import type { Language } from '#domain/config.ts';
import { NEWS_WORDS } from '#i18n/newsWords.ts';
import { update } from '../../storage/documents.ts';
import type { AnyDoc, Database } from '../../storage/types.ts';
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

export const isOptOut = (doc: AnyDoc | undefined): doc is AnyDoc & { _id: string } =>
  doc?.['type'] === 'optout';

/** Addresses (contactKey) that want no news. Of whoever was erased only the id is left: their wish still counts, and tells no address. */
export class OptedOut extends Set<string> {
  private readonly erased = new Set<string>();

  /** Also those of whom only the id is left, where somebody of `people` has the address again. */
  among(people: Iterable<Pick<Consumer, 'person'>>): string[] {
    const own = [...people].flatMap((one) =>
      NOTIF_METHODS.map((method) => contactKey(contactOf(one, method))),
    );
    return [...new Set([...this, ...own.filter((address) => address !== '' && this.has(address))])].sort();
  }

  get hasErased(): boolean {
    return this.erased.size > 0;
  }

  override has(address: string): boolean {
    return super.has(address) || (this.erased.size > 0 && this.erased.has(optOutId(address)));
  }

  note(address: string, isOut: boolean): void {
    if (isOut) this.add(address);
    else this.delete(address);
    this.erased.delete(optOutId(address));
  }

  learn({ _id, address, back }: AnyDoc & { _id: string }): void {
    if (typeof address === 'string') {
      this.note(address, back !== true);
      return;
    }
    for (const known of this) if (optOutId(known) === _id) this.delete(known);
    if (back === true) this.erased.delete(_id);
    else this.erased.add(_id);
  }
}

/** Takes away the addresses that belong to nobody any more. */
export async function eraseOptOuts(
  db: Database,
  optedOut: OptedOut,
  known: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const range = { startkey: 'optout/', endkey: 'optout/\ufff0', include_docs: true };
  const { rows } = await db.allDocs(range);
  const docs = rows.map(({ doc }) => doc as unknown as AnyDoc & { _id: string });
  const named = docs.filter(({ address }) => typeof address === 'string');
  if (named.length === 0) return;
  const stay = await known();
  for (const { _id, address } of named) {
    if (stay.has(address as string)) continue;
    const left = await update(db, _id, (stored) => {
      const { address: gone, ...rest }: AnyDoc = stored ?? {};
      return gone === undefined ? null : rest;
    });
    if (left !== null) optedOut.learn({ ...left, _id });
  }
}

/** Who got the message that the link was in; null for a link that is none. */
export async function addressOf(db: Database, rowId: string, token: string): Promise<string | null> {
  const frozen = await frozenOf(db, rowId);
  const right = frozen?.method === 'email' ? frozen.optOut?.token : undefined;
  if (frozen === null || right === undefined) return null;
  const [a, b] = [right, token].map((one) => new Uint8Array(createHash('sha256').update(one).digest()));
  return a !== undefined && b !== undefined && timingSafeEqual(a, b) ? contactKey(frozen.to) : null;
}
