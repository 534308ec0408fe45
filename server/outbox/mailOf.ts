import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { isAttached, type Frozen, type OptOut } from './frozen.ts';

type FrozenMail = Extract<Frozen, { method: 'email' }>;

/** The whole mail; `files` are those that go along. Nothing in it is ever taken for the name of a file or an address to fetch. */
export async function mailOf(
  { from, to, subject, text, html, messageId, date, files: names, optOut }: FrozenMail,
  files: readonly Uint8Array[],
): Promise<Uint8Array> {
  const { html: shown, pictures } = withPictures(html, messageId);
  const papers = names.filter(isAttached).map(({ name }, index) => ({
    filename: name,
    content: Buffer.from(files[index] ?? []),
    contentType: 'application/pdf',
  }));
  const composer = new MailComposer({
    ...{ from, to: { name: '', address: to }, subject, text, html: shown, messageId, date: new Date(date) },
    headers: optOut === undefined ? {} : optOutHeaders(optOut),
    ...{ disableFileAccess: true, disableUrlAccess: true },
    attachments: [...papers, ...pictures],
  });
  return new Uint8Array(await composer.compile().build());
}

/** As mail programs show it: at the top, and with one tap where a page of ours takes it (RFC 2369, 8058). */
const optOutHeaders = ({
  url,
  token,
}: OptOut): Record<string, string | { prepared: true; value: string }> => ({
  // On one line: some mail programs look no further.
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  ...(token === undefined ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

interface Picture {
  filename: string;
  content: Buffer;
  contentType: string;
  contentDisposition: 'inline';
  cid: string;
}

/** Pictures as parts of the mail: most mail programs show none that stands in the text itself. */
function withPictures(html: string, messageId: string): { html: string; pictures: Picture[] } {
  const pictures = new Map<string, Picture>();
  const host = messageId.slice(messageId.lastIndexOf('@') + 1, -1);
  // The message was written anew from what is allowed in it: a picture is there in this form alone.
  const shown = html.replaceAll(
    / src="data:(image\/(png|jpeg|gif));base64,([^"]+)"/gi,
    (_, contentType: string, ending: string, data: string) => {
      const cid = `${createHash('sha256').update(data).digest('hex').slice(0, 32)}@${host}`;
      if (!pictures.has(cid)) {
        const filename = `picture-${pictures.size + 1}.${ending.toLowerCase()}`;
        const content = Buffer.from(data, 'base64');
        pictures.set(cid, { filename, content, contentType, contentDisposition: 'inline', cid });
      }
      return ` src="cid:${cid}"`;
    },
  );
  return { html: shown, pictures: [...pictures.values()] };
}
