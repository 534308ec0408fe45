import { createHash } from 'node:crypto';
import type { Contents } from '#domain/notifications/contents.ts';
import { rebuiltHtml } from '#domain/notifications/richText.ts';

/** A picture of a message: a part of the mail, which its text names. */
export interface Picture {
  cid: string;
  /** 'image/png' */
  contentType: string;
  bytes: Uint8Array;
}

/** What a message says, its pictures apart: most mail programs show none that stands in the text itself. */
export interface Illustrated {
  contents: Contents;
  pictures: readonly Picture[];
}

const NO_PICTURES: readonly Picture[] = [];
const known = new WeakMap<object, Illustrated & { host: string }>();

/** Taken out once for all who get it; `owner` is the document whose contents these are. `host`: of the sender's address. */
export function illustrated(owner: object, contents: Contents, host: string): Illustrated {
  if (contents.method !== 'email' || !contents.html.includes('data:'))
    return { contents, pictures: NO_PICTURES };
  const before = known.get(owner);
  if (before?.host === host) return before;
  const pictures = new Map<string, Picture>();
  // Written anew from what is allowed in it, a picture is there in this form alone.
  const html = rebuiltHtml(contents.html).replaceAll(
    / src="data:(image\/(?:png|jpeg|gif));base64,([^"]+)"/gi,
    (_, contentType: string, data: string) => {
      const cid = `${createHash('sha256').update(data).digest('hex').slice(0, 32)}@${host}`;
      const bytes = (): Uint8Array => new Uint8Array(Buffer.from(data, 'base64'));
      if (!pictures.has(cid))
        pictures.set(cid, { cid, contentType: contentType.toLowerCase(), bytes: bytes() });
      return ` src="cid:${cid}"`;
    },
  );
  const result = { contents: { ...contents, html }, pictures: [...pictures.values()], host };
  known.set(owner, result);
  return result;
}

/** Of a message whose pictures were taken out, the addresses of its own; pictures that are elsewhere stay as they are. */
export const isPictureOf =
  (pictures: readonly Picture[], isElse: (address: string) => boolean) =>
  (address: string): boolean =>
    isElse(address) || pictures.some(({ cid }) => address === `cid:${cid}`);
