import { createHash } from 'node:crypto';
import type { Pictures } from '#domain/sessions/archive.ts';

interface Attachment {
  digest?: string;
  data?: string;
}

/** Name → digest of a document's attachments. What comes with its data is measured: its word is not taken. */
export function picturesOf(doc: Record<string, unknown>): Pictures {
  const attachments = Object.entries((doc['_attachments'] ?? {}) as Record<string, Attachment>);
  return new Map(
    attachments.map(([name, { digest, data }]) => [name, data === undefined ? (digest ?? '') : md5(data)]),
  );
}

/** As PouchDB and CouchDB name the content of a picture. (CouchDB compresses text first, and names what comes out.) */
const md5 = (data: string): string => `md5-${createHash('md5').update(data, 'base64').digest('base64')}`;
