import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderMessage } from '#domain/notifications/message.ts';
import type { Frozen } from './frozen.ts';
import { mailOf } from './mailOf.ts';
import { attachedTo } from './testing/scene.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function frozen(html: string, more: Partial<Extract<Frozen, { method: 'email' }>> = {}) {
  const body = { font: '', html, text: '' };
  const contents = { method: 'email' as const, subject: 'Hi', ...body };
  const message = renderMessage(
    { ...contents, attachInvitation: false, attachInvoice: false },
    { registration_link: '' } as never,
    {
      language: 'en',
    },
  );
  if (message.method !== 'email') throw new Error('no mail');
  return {
    ...{ ...message, method: 'email' as const, to: 'ada@example.org' },
    ...{ from: { name: 'Gala', address: 'gala@example.org' }, date: 1000, files: [] },
    messageId: '<abc@example.org>',
    ...more,
  };
}
const sourceOf = async (...asked: Parameters<typeof mailOf>): Promise<string> =>
  Buffer.from(await mailOf(...asked)).toString();

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
    // With the text as one thing; documents are another.
    expect(source.indexOf('multipart/mixed')).toBeLessThan(source.indexOf('multipart/related'));
  });

  it('a text that only speaks of a picture stays as it is', async () => {
    const source = await sourceOf(frozen('<p>src="data:image/png;base64,AAAA"</p>'), []);
    expect(attachedTo(source)).toEqual([]);
    expect(source).not.toContain('cid:');
  });
});
