import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { renderMessage } from '#domain/notifications/message.ts';
import { isSafePicture } from '#domain/notifications/richText.ts';
import type { Frozen } from '../ledger/frozen.ts';
import { mailOf } from './mailOf.ts';
import { illustrated, isPictureOf } from '../ledger/pictures.ts';
import { attachedTo } from '../testing/scene.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HOST = 'example.org';
function frozen(html: string, more: Partial<Extract<Frozen, { method: 'email' }>> = {}) {
  const written = { method: 'email' as const, subject: 'Hi', font: '', html, text: '' };
  const { contents, pictures } = illustrated(
    {},
    { ...written, attachInvitation: false, attachInvoice: false },
    HOST,
  );
  const isPicture = isPictureOf(pictures, isSafePicture);
  const values = { registration_link: '' } as never;
  const message = renderMessage(contents, values, { language: 'en', isPicture });
  if (message.method !== 'email') throw new Error('no mail');
  return {
    files: pictures.map(({ bytes }) => bytes),
    mail: {
      ...{ ...message, method: 'email' as const, to: 'ada@example.org', pictures },
      ...{ from: { name: 'Gala', address: 'gala@example.org' }, date: 1000, files: [] },
      messageId: `<abc@${HOST}>`,
      ...more,
    },
  };
}
async function sourceOf(
  { mail, files }: ReturnType<typeof frozen>,
  papers: readonly Uint8Array[] = [],
): Promise<string> {
  return text(mailOf(mail, [...papers, ...files]).bytes);
}

describe('the mail that is sent', () => {
  it('holds its pictures as parts of its own, each once, and its documents beside them', async () => {
    const picture = `<img src="data:image/png;base64,${PIXEL}" alt="Logo">`;
    const file = { kind: 'invitation' as const, name: 'invitation-1.pdf', sha256: '' };
    const paper = new Uint8Array([1, 2, 3]);
    const source = await sourceOf(frozen(`<p>See${picture}</p><p>${picture}</p>`, { files: [file] }), [
      paper,
    ]);
    const cid = `${createHash('sha256').update(PIXEL).digest('hex').slice(0, 32)}@example.org`;
    expect(source).toContain(`Content-ID: <${cid}>`);
    const text = source.replaceAll(/=\r\n/g, '');
    expect(text.split(`src=3D"cid:${cid}"`)).toHaveLength(3);
    expect(text).not.toContain('data:image');
    const parts = attachedTo(source);
    expect(parts.map(({ name }) => name).sort()).toEqual(['invitation-1.pdf', 'picture-1.png']);
    const shown = parts.find(({ name }) => name === 'picture-1.png');
    expect(Buffer.from(shown?.bytes ?? []).toString('base64')).toBe(PIXEL);
    // Who reads text alone is told what is there.
    expect(source).toContain('See[Logo]');
    // With the text as one thing; documents are another.
    expect(source.indexOf('multipart/mixed')).toBeLessThan(source.indexOf('multipart/related'));
  });

  it('a text that only speaks of a picture stays as it is', async () => {
    const source = await sourceOf(frozen(`<p>Write: &lt;img src="data:image/png;base64,${PIXEL}"&gt;</p>`));
    expect(attachedTo(source)).toEqual([]);
    expect(source).not.toContain('cid:');
    expect(source.replaceAll(/=\r\n/g, '')).toContain(PIXEL.slice(0, 60));
  });

  it('no drawing goes, nor a picture that another mail has', async () => {
    const svg = `<img src="data:image/svg+xml;base64,PHN2Zz4=" alt="a"><img src="cid:other@${HOST}" alt="b">`;
    const source = await sourceOf(frozen(`<p>See${svg}<img src='data:image/png;base64,${PIXEL}'></p>`));
    expect(attachedTo(source).map(({ name }) => name)).toEqual(['picture-1.png']);
    expect(source.replaceAll(/=\r\n/g, '').split('<img')).toHaveLength(2);
    expect(source).not.toContain('svg');
    const bare = await sourceOf(frozen(`<p>See<img src="cid:other@${HOST}" alt="b"></p>`));
    expect(bare).not.toContain('cid:other');
  });

  it('a file that goes to many is the same part in each mail, also under another name', async () => {
    const file = { kind: 'own' as const, name: 'Résumé "été".pdf', sha256: '' };
    const paper = new Uint8Array(1000).map((_, index) => index);
    const parted = async (name: string, bytes: Uint8Array): Promise<string> => {
      const source = await sourceOf(frozen('<p>See</p>', { files: [{ ...file, name }] }), [bytes]);
      const [, boundary = ''] = /boundary="([^"]+)"/.exec(source) ?? [];
      return source.replaceAll(boundary.slice(0, -1), '');
    };
    const first = await parted(file.name, paper);
    for (let time = 0; time < 3; time++) expect(await parted(file.name, paper)).toBe(first);
    const other = await parted('plan.pdf', paper);
    expect(other).toBe(await parted('plan.pdf', new Uint8Array(paper)));
    expect(attachedTo(other)[0]?.bytes).toEqual(paper);
  });
});
