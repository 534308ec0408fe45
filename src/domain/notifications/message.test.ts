import { describe, expect, it } from 'vitest';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { newDocument } from '../documents/new.ts';
import type { RegistrationFacts } from '../templates/facts.ts';
import { contentsOf } from './contents.ts';
import { typedLink } from './links.ts';
import { renderMessage } from './message.ts';
import { problemsOf } from './problems.ts';
import { plainText, rebuiltHtml } from './richText.ts';
import { smsIndicator, smsSize } from './sms.ts';
import { MESSAGE_VARIABLES, messageValues, partsOf, placeholder } from './variables.ts';

const facts: RegistrationFacts = {
  event: { title: 'Gala', titleFrench: null, invoicePrefix: 'G-' },
  consumer: newDocument('consumer', {
    ...{ _id: 'consumer_1', person: { title: 'mr', forename: 'Ada <b>', surname: 'O’Neil\r\nBcc: x@y.z' } },
    registration: { amount: 10_000, currency: 'chf', vat: 0, rate: 100 },
  }),
  clients: [newDocument('client', { _id: 'client_1', forename: 'A', surname: 'B', number: 'G7-1' })],
  sessions: [],
};
const thousand = { amount: 125_000, currency: 'chf', vat: 0, rate: 100 } as const;
const values = messageValues(facts, DOCUMENT_WORDS.en, {
  link: 'https://foyer.example/desk/registrations/x',
  now: 0,
});

describe('a message as one person gets it', () => {
  it('has a value for every variable that is offered', () => {
    for (const key of MESSAGE_VARIABLES) expect(values).toHaveProperty(key);
    expect(values).toMatchObject({ number: 'G7-1', forename: 'Ada <b>' });
  });

  it('a reminder says what is still to be paid, and not the whole price, to whoever has paid a part', () => {
    const dueOf = (fields: object): string => {
      const consumer = facts.consumer && { ...facts.consumer, ...fields };
      return messageValues({ ...facts, consumer }, DOCUMENT_WORDS.en, { link: '', now: 0 }).amount_due;
    };
    expect(dueOf({})).toMatch(/100\.00$/);
    expect(dueOf({ settlement: { paid: 4_000, refunded: 0 } })).toMatch(/60\.00$/);
    expect(dueOf({ status: 'invoice_paid' })).toMatch(/\D0\.00$/);
    expect(dueOf({ registration: null })).toBe('');
  });

  it('an e-mail: names are text in HTML, one line in the subject, part of an address in a link', () => {
    const contents = contentsOf({
      notifMethod: 'email',
      contents: {
        subject: 'For {{surname}} {{nobody}}',
        body: {
          font: 'Georgia, serif',
          html: '<p>{{ dear }} {{forename}}</p><p><a href="https://example.org/{{surname}}?n={{number}}">here</a></p>',
          text: 'other',
        },
      },
    });
    const message = renderMessage(contents, values, { language: 'en' });
    if (message.method !== 'email') throw new Error('wrong method');
    expect(message.subject).toBe('For O’Neil Bcc: x@y.z {{nobody}}');
    expect(message.html).toContain('Ada &lt;b&gt;');
    expect(message.html).toContain('href="https://example.org/O%E2%80%99Neil%0D%0ABcc%3A%20x%40y.z?n=G7-1"');
    expect(message.html).toContain('font-family:Georgia, serif');
    expect(message.text).toContain('Ada <b>');
  });

  it('the link to the guest’s own page can be followed, in text it is the address', () => {
    const body = { font: '', html: '<p>Here: {{registration_link}}</p>', text: '' };
    const message = renderMessage(
      contentsOf({ notifMethod: 'email', contents: { subject: '', body } }),
      values,
      {
        language: 'en',
      },
    );
    if (message.method !== 'email') throw new Error('wrong method');
    const link = 'https://foyer.example/desk/registrations/x';
    expect(message.html).toContain(`<p>Here: <a href="${link}">${link}</a></p>`);
    expect(message.text.trim()).toBe(`Here: ${link}`);
  });

  it('words of the organiser’s lead to the guest’s own page, where its link is their address', () => {
    const link = 'https://foyer.example/desk/registrations/x';
    expect(typedLink(' {{ registration_link }} ')).toBe('{{registration_link}}');
    const html = rebuiltHtml(
      '<p><a href="{{registration_link}}">your page</a>, <a href="https://{{payment_link}}">pay</a>, ' +
        '<a href="https://a.example/?of={{registration_link}}">other</a> {{registration_link}}</p>',
    );
    const contents = contentsOf({ notifMethod: 'email', contents: { body: { font: '', html, text: '' } } });
    const values = messageValues(facts, DOCUMENT_WORDS.en, { link, now: 0 });
    const message = renderMessage(contents, values, { language: 'en' });
    const mail = message as Extract<typeof message, { method: 'email' }>;
    const hrefs = Array.from(mail.html.matchAll(/<a href="([^"]+)"/g), ([, href]) => href);
    const of = `https://a.example/?of=${encodeURIComponent(link)}`;
    expect(hrefs).toEqual([link, `${link}/pay`, of, link]);
    expect(mail.text).toContain(`your page (${link}), pay (${link}/pay)`);
  });

  it('the link to pay by card leads a step further, in text, and beside the other one', () => {
    const link = 'https://foyer.example/desk/registrations/x';
    const body = { font: '', html: '<p>{{payment_link}} or {{registration_link}}</p>', text: '' };
    const mail = renderMessage(
      contentsOf({ notifMethod: 'email', contents: { subject: '', body } }),
      values,
      { language: 'en' },
    );
    if (mail.method !== 'email') throw new Error('wrong method');
    const pay = `${link}/pay`;
    expect(mail.html).toContain(`<p><a href="${pay}">${pay}</a> or <a href="${link}">${link}</a></p>`);
    expect(mail.text.trim()).toBe(`${pay} or ${link}`);
    const contents = contentsOf({ notifMethod: 'sms', contents: { message: 'Pay: {{payment_link}}' } });
    expect(renderMessage(contents, values, { language: 'en' }).text).toBe(`Pay: ${pay}`);
    const nowhere = messageValues(facts, DOCUMENT_WORDS.en, { link: '', now: 0 });
    expect(nowhere.payment_link).toBe('');
  });

  it('a body of text alone has its HTML from it, and a font is a name', () => {
    const contents = contentsOf({
      notifMethod: 'email',
      contents: {
        email: { subject: 'a', body: { font: 'x;}</style>', html: '', text: 'a <b>\n{{number}}' } },
      },
    });
    const message = renderMessage(contents, values, { language: 'fr' });
    if (message.method !== 'email') throw new Error('wrong method');
    expect(message.html).toContain('<p>a &lt;b&gt;<br>G7-1</p>');
    expect(message.html).not.toContain('</style>');
    expect(message.text).toBe('a <b>\nG7-1');
  });

  it('SMS and WhatsApp', () => {
    const sms = contentsOf({ notifMethod: 'sms', contents: { sms: { message: 'No. {{number}} ' } } });
    expect(renderMessage(sms, values, { language: 'en' })).toEqual({ method: 'sms', text: 'No. G7-1' });
    const whatsapp = newDocument('whatsapptemplate', {
      ...{ _id: 'whatsapptemplate_1', date: 0, message: ['Hello', '{{number}}'], contentSid: 'HX1' },
    });
    const contents = contentsOf({ notifMethod: 'whatsapp', contents: { templateId: whatsapp._id } });
    expect(renderMessage(contents, values, { language: 'en', whatsapp })).toEqual({
      ...{ method: 'whatsapp', text: 'Hello\nG7-1', contentSid: 'HX1' },
      ...{ variables: { number: 'G7-1' }, lacks: [] },
    });
  });

  it('parts of a text are chips and what stands between them', () => {
    expect(partsOf('a {{number}}{{nobody}}{{dear}}')).toEqual([
      { text: 'a ' },
      { variable: 'number' },
      { text: '{{nobody}}' },
      { variable: 'dear' },
    ]);
    expect(partsOf(placeholder('rate'))).toEqual([{ variable: 'rate' }]);
  });
});

describe('what a notification lacks', () => {
  it('an SMS without a text: email_creation.empty_sms [VALID-37]', () => {
    for (const message of [' \n', '\u200b\ufeff']) {
      expect(problemsOf({ notifMethod: 'sms', contents: { message } }, new Map())).toEqual([
        { code: 'email_creation.empty_sms' },
      ]);
    }
  });
  it('an e-mail without a word, a WhatsApp message without a template, a mistyped variable', () => {
    const body = { html: '<p><br></p>', text: '' };
    expect(problemsOf({ notifMethod: 'email', contents: { body } }, new Map())).toEqual([
      { code: 'email_creation.empty_email' },
    ]);
    const whatsapp = { notifMethod: 'whatsapp', contents: { templateId: 'w' } } as const;
    expect(problemsOf(whatsapp, new Map())).toEqual([{ code: 'missing_template' }]);
    expect(
      problemsOf(
        whatsapp,
        new Map([
          ['w', newDocument('whatsapptemplate', { _id: 'whatsapptemplate_w', date: 1, message: ['Hi'] })],
        ]),
      ),
    ).toEqual([]);
    const many = { subject: '', body: { html: `<p>${'{{forename}} '.repeat(1001)}</p>` } };
    expect(problemsOf({ notifMethod: 'email', contents: many }, new Map())).toEqual([
      { code: 'too_many_variables' },
    ]);
    expect(problemsOf({ notifMethod: 'sms', contents: { message: '{{forname}}' } }, new Map())).toEqual([
      { code: 'unknown_variable', variable: 'forname' },
    ]);
  });

  const mailOf = (html: string, subject = '') =>
    problemsOf(
      { notifMethod: 'email', contents: { subject, body: { html, text: plainText(html) } } },
      new Map(),
    );

  it.each([
    ['another program’s words', '<p>Dear {{First&nbsp;name}}</p>', 'First\u00a0name'],
    ['a capital', '<p>Dear {{Forename}}</p>', 'Forename'],
    ['in French', '<p>{{Prénom}}</p>', 'Prénom'],
    ['half of it bold', '<p>{{<strong>Nom</strong>}}</p>', 'Nom'],
    ['single brackets', '<p>Dear {Forename}</p>', '{Forename}'],
    ['in a link', '<p><a href="https://example.org/{{code}}">x</a></p>', 'code'],
  ])('a variable as somebody else calls it, which everybody would read so: %s', (_title, html, variable) => {
    expect(mailOf(html)).toEqual([{ code: 'unknown_variable', variable }]);
  });

  it('brackets that are meant as such stay', () => {
    expect(mailOf('<p>{{ forename }} {draft} {} {{}} a{b}c, {{surname}}</p>')).toEqual([]);
  });

  it('a text that is longer than a message may be; it has no pictures to be removed', () => {
    expect(mailOf(`<p>${'a '.repeat(30_000)}</p>`)).toEqual([{ code: 'too_long' }]);
    expect(mailOf('<p>a</p>', 'a'.repeat(2001))).toEqual([{ code: 'too_long' }]);
    expect(mailOf('<p><strong>a</strong></p>'.repeat(30_000))).toEqual([{ code: 'too_long' }]);
  });
});

describe('the size of an SMS', () => {
  it('nothing under 150, what remains up to 160, then segments of 153', () => {
    const at = (length: number, cursor?: number) => smsIndicator('a'.repeat(length), cursor);
    expect(at(149)).toBeNull();
    expect(at(150)).toEqual({ kind: 'remaining', remaining: 10 });
    expect(at(160)).toEqual({ kind: 'remaining', remaining: 0 });
    expect(at(161)).toEqual({ kind: 'segments', segment: 2, total: 2 });
    expect(at(306)).toEqual({ kind: 'segments', segment: 2, total: 2 });
    expect(at(307)).toEqual({ kind: 'segments', segment: 3, total: 3 });
    expect(at(307, 10)).toEqual({ kind: 'segments', segment: 1, total: 3 });
  });

  it('as it is sent: a letter of two units, one that makes it UCS-2, one that is not cut', () => {
    expect(smsSize('a'.repeat(160))).toMatchObject({ alphabet: 'gsm7', segments: 1 });
    expect(smsSize(`${'a'.repeat(159)}€`)).toMatchObject({ units: 161, segments: 2, perSegment: 153 });
    expect(smsSize(`${'a'.repeat(69)}ê`)).toMatchObject({ alphabet: 'ucs2', segments: 1, costly: ['ê'] });
    expect(smsSize(`${'a'.repeat(70)}ê`)).toMatchObject({ segments: 2, perSegment: 67 });
    // 153 letters, of which the last one takes two units: it goes to the next segment.
    expect(smsSize(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ units: 306, segments: 3 });
    expect(smsSize('')).toMatchObject({ segments: 0 });
  });

  it.each(['en', 'fr'] as const)(
    'an SMS that tells an amount is no dearer than its letters: its blanks are plain ones: %s',
    (language) => {
      const dear = messageValues(
        { ...facts, consumer: facts.consumer && { ...facts.consumer, registration: thousand } },
        DOCUMENT_WORDS[language],
        { now: 0, link: '' },
      );
      const contents = { method: 'sms', message: 'Merci\u00a0! {{amount_due}}\u202f: {{amount}}' } as const;
      const sent = renderMessage(contents, dear, { language });
      const text = sent.method === 'sms' ? sent.text : '';
      expect(text).toMatch(language === 'fr' ? /^Merci ! 1 250\.00 CHF : / : /^Merci ! CHF 1,250\.00 : /);
      expect(smsSize(text)).toMatchObject({ alphabet: 'gsm7', segments: 1, costly: [] });
    },
  );
});
