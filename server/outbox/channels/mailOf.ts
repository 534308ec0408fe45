import type { Readable } from 'node:stream';
import { encode, wrap } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import MimeNode from 'nodemailer/lib/mime-node';
import { isAttached, type Frozen, type OptOut } from '../ledger/frozen.ts';

type FrozenMail = Extract<Frozen, { method: 'email' }>;

/** A mail as it goes. */
export interface Source {
  /** Bytes that it has at least: without headers and what encoding adds to the texts. */
  atLeast: number;
  /** Headers and body, put together while they are read. */
  bytes: Readable;
}

/** The whole mail; `files` are those that go along, and then its pictures. Nothing in it is ever taken for the name of a file or an address to fetch. */
export function mailOf(
  { from, to, subject, text, html, messageId, date, files: names, pictures = [], optOut }: FrozenMail,
  files: readonly Uint8Array[],
): Source {
  const papers = names.filter(isAttached).map(({ name }, index) => paper(name, files[index] ?? NOTHING));
  const parts = pictures.map(({ cid, contentType }, index) => ({
    filename: `picture-${index + 1}.${contentType.replace('image/', '')}`,
    content: Buffer.from(files[papers.length + index] ?? []),
    ...{ cid, contentType, contentDisposition: 'inline' as const },
  }));
  const composer = new MailComposer({
    ...{ from, to: { name: '', address: to }, subject, text, html, messageId, date: new Date(date) },
    headers: optOut === undefined ? {} : optOutHeaders(optOut),
    ...{ disableFileAccess: true, disableUrlAccess: true },
    attachments: [...papers, ...parts],
  });
  const texts = Buffer.byteLength(text) + Buffer.byteLength(html);
  // As letters in lines: 78 bytes for 57.
  const atLeast = files.reduce((sum, { length }) => sum + Math.ceil(length / 57) * 78, texts);
  return { atLeast, bytes: composer.compile().createReadStream() };
}

const PDF = 'application/pdf';
const NOTHING = new Uint8Array();

/** Of files that went once: null, or the whole part where they went again. Whatever goes to many is the same array for all of them. */
const gone = new WeakMap<Uint8Array, { name: string; part: Buffer } | null>();

/** A file as a part of its mail; what goes to many is put in letters once. */
function paper(filename: string, bytes: Uint8Array) {
  const known = gone.get(bytes);
  if (known === undefined) gone.set(bytes, null);
  else if (known === null) gone.set(bytes, { name: filename, part: partOf(filename, bytes) });
  const again = gone.get(bytes);
  return again?.name === filename
    ? { filename, contentType: PDF, raw: again.part }
    : { filename, contentType: PDF, content: Buffer.from(bytes) };
}

/** The bytes that the composer makes of it. */
function partOf(filename: string, bytes: Uint8Array): Buffer {
  const content = Buffer.from(bytes);
  const node = new MimeNode('multipart/mixed').createChild(PDF, { filename });
  node.setHeader('Content-Transfer-Encoding', 'base64').setHeader('Content-Disposition', 'attachment');
  const headers = node.setContent(content).buildHeaders();
  return Buffer.from(`${headers}\r\n\r\n${wrap(encode(content), LINE)}`);
}
const LINE = 76;

/** As mail programs show it: at the top, and with one tap where a page of ours takes it (RFC 2369, 8058). */
const optOutHeaders = ({
  url,
  token,
}: OptOut): Record<string, string | { prepared: true; value: string }> => ({
  // On one line: some mail programs look no further.
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  ...(token === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});
