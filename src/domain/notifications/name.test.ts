import { describe, expect, it } from 'vitest';
import { newDocument } from '../documents/new.ts';
import { textWithChips, withChips } from './chips.ts';
import { notifName } from './name.ts';
import { rebuiltHtml } from './richText.ts';

describe('what a message is called', () => {
  const templates = new Map([
    [
      'whatsapptemplate_a',
      newDocument('whatsapptemplate', { _id: 'whatsapptemplate_a', date: 1, message: ['See you'] }),
    ],
  ]);
  const email = (contents: object | null) => notifName({ notifMethod: 'email', contents }, templates);
  const sms = (contents: object) => notifName({ notifMethod: 'sms', contents }, templates);
  const whatsapp = (contents: object) => notifName({ notifMethod: 'whatsapp', contents }, templates);

  it('is its subject, or its own first words; else it says what is missing [NOTIF-17] [NOTIF-18] [DOC-38]', () => {
    const message = `Doors open at seven.\n${'Bring your badge. '.repeat(9)}`;
    const words = 'Doors open at seven. Bring your badge. Bring your badge. Bri…';
    expect(sms({ sms: { message } })).toEqual({ words });
    expect(sms({ message })).toEqual({ words });
    expect(sms({ message: ' ' })).toEqual({ lacks: 'text' });
    // No variable is cut in two.
    for (const fits of [49, 53, 58])
      expect(sms({ message: `${'a'.repeat(fits)} {{forename}} {{surname}}` })).toEqual({
        words: `${'a'.repeat(fits)}…`,
      });
    expect(email({ subject: 'Welcome', message })).toEqual({ words: 'Welcome' });
    expect(email({ email: { subject: 'Hello' } })).toEqual({ words: 'Hello' });
    expect(email(null)).toEqual({ lacks: 'subject' });
    expect(whatsapp({ templateId: 'whatsapptemplate_a' })).toEqual({ words: 'See you' });
    expect(whatsapp({ templateId: 'whatsapptemplate_gone' })).toEqual({ lacks: 'template' });
  });
});

describe('variables as chips', () => {
  it('stand for what is stored as text, and become it again', () => {
    const stored =
      '<p>Dear <strong>{{dear}}</strong>, {{nobody}} <a href="https://x.y/{{number}}">see</a></p>';
    const shown = withChips(stored);
    expect(shown).toContain('<strong><span data-variable="dear">dear</span></strong>');
    // What is none stays to be seen, and an address keeps its own.
    expect(shown).toContain('{{nobody}} <a href="https://x.y/{{number}}">');
    expect(rebuiltHtml(shown)).toBe(rebuiltHtml(stored));
  });

  it('in a text, each line a paragraph, nothing in it is an element', () => {
    expect(textWithChips('Hi {{forename}}\n<b>you</b>')).toBe(
      '<p>Hi <span data-variable="forename">forename</span></p><p>&lt;b&gt;you&lt;/b&gt;</p>',
    );
  });

  it('calls variables by their names', () => {
    const notif = {
      notifMethod: 'email' as const,
      contents: { subject: 'Your invoice {{invoice_id}} {{nobody}}' },
    };
    expect(notifName(notif, new Map(), (variable) => `[${variable.toUpperCase()}]`)).toEqual({
      words: 'Your invoice [INVOICE_ID] {{nobody}}',
    });
    expect(notifName(notif, new Map())).toEqual({ words: 'Your invoice {{invoice_id}} {{nobody}}' });
  });
});
