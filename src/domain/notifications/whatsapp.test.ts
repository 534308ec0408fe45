import { describe, expect, it } from 'vitest';
import { DOCUMENT_WORDS } from '#i18n/documentWords.ts';
import { newDocument } from '../documents/new.ts';
import { contentsOf } from './contents.ts';
import { renderMessage } from './message.ts';
import { problemsOf } from './problems.ts';
import { messageValues } from './variables.ts';
import { placeholdersOf } from './whatsapp.ts';

const values = messageValues(
  {
    event: { title: 'Gala', titleFrench: null, invoicePrefix: 'G-' },
    consumer: newDocument('consumer', {
      ...{ _id: 'consumer_1', person: { forename: 'Ada', surname: 'O’Neil\tof   Cork' } },
      address: { name: null, street: 'Quai 3', zip: '1820', city: 'Montreux', country: null },
      registration: { amount: 10_000, currency: 'chf', vat: 0, rate: 100 },
    }),
    clients: [],
    sessions: [],
  },
  DOCUMENT_WORDS.en,
  { link: 'https://foyer.example/x', now: 0 },
);
const template = (message: string[], contentSid: string | null = 'HX1') =>
  newDocument('whatsapptemplate', { _id: 'whatsapptemplate_w', date: 1, message, contentSid });
const notif = (variables?: Record<string, string>) => ({
  notifMethod: 'whatsapp' as const,
  contents: { templateId: 'whatsapptemplate_w', ...(variables === undefined ? {} : { variables }) },
});
const rendered = (whatsapp: ReturnType<typeof template>, variables?: Record<string, string>) =>
  renderMessage(contentsOf(notif(variables)), values, { language: 'en', whatsapp });

it('free text whose braces nobody fills in is not sent as it stands', () => {
  const problems = (message: string) =>
    problemsOf(notif(), new Map([['whatsapptemplate_w', template([message], null)]]));
  expect(problems('Hello {{1}}, at {{ 2 }}!')).toEqual([
    { code: 'unknown_variable', variable: '1' },
    { code: 'unknown_variable', variable: '2' },
  ]);
  expect(problems('Hello {{forename}}')).toEqual([]);
});

describe('content that WhatsApp approved', () => {
  it('has what the message binds for each placeholder, and one of a variable’s name that variable', () => {
    const whatsapp = template(['Hello {{1}}, {{ 2 }}!', '{{1}}: {{forename}}']);
    expect(placeholdersOf(whatsapp)).toEqual(['1', '2', 'forename']);
    expect(
      rendered(whatsapp, { 1: '{{forename}} ("A")', 2: 'see {{registration_link}}', 9: 'not named' }),
    ).toEqual({
      ...{ method: 'whatsapp', contentSid: 'HX1', lacks: [] },
      text: 'Hello Ada ("A"), see https://foyer.example/x!\nAda ("A"): Ada',
      variables: { 1: 'Ada ("A")', 2: 'see https://foyer.example/x', forename: 'Ada' },
    });
    expect(rendered(whatsapp, { 1: 'a', 2: 'b', forename: '{{surname}}' })).toMatchObject({
      variables: { forename: 'O’Neil, of Cork' },
    });
  });

  it('a value is one line, as the provider asks; what is empty is said to be missing', () => {
    const whatsapp = template(['To {{1}} of {{2}} or {{3}}.']);
    expect(values.address).toContain('\n');
    expect(rendered(whatsapp, { 1: '{{address}}', 2: ' {{company}} ' })).toMatchObject({
      text: 'To Quai 3, 1820 Montreux of {{2}} or {{3}}.',
      variables: { 1: 'Quai 3, 1820 Montreux', 2: '', 3: '' },
      lacks: ['2', '3'],
    });
    // Guests would read « of  or », and the provider refuses some of it.
    expect(rendered(whatsapp, { 1: 'a', 2: '\u200b', 3: '\u2060\u00a0' })).toMatchObject({
      lacks: ['2', '3'],
    });
    // What a name holds is no placeholder.
    expect(rendered(template(['{{1}} and {{2}}']), { 1: '{{2}}', 2: 'two' })).toMatchObject({
      text: '{{2}} and two',
    });
  });

  it('without placeholders nothing is told; free text has none', () => {
    expect(rendered(template(['See you']))).toMatchObject({ variables: null, lacks: [] });
    const free = template(['Hi {{forename}}, {{1}}'], null);
    expect(rendered(free, { 1: 'x' })).toMatchObject({
      text: 'Hi Ada, {{1}}',
      contentSid: null,
      variables: null,
    });
    expect(placeholdersOf(free)).toEqual([]);
  });

  it('a message that binds nothing to a placeholder is not saved, nor one with a mistyped variable', () => {
    const templates = new Map([['whatsapptemplate_w', template(['{{1}} {{constructor}} {{forename}}'])]]);
    const codes = (variables?: Record<string, string>) => problemsOf(notif(variables), templates);
    expect(codes()).toEqual([
      { code: 'unbound', placeholder: '1' },
      { code: 'unbound', placeholder: 'constructor' },
    ]);
    expect(codes({ 1: '{{forname}}', constructor: 'x' })).toEqual([
      { code: 'unknown_variable', variable: 'forname' },
    ]);
    expect(codes({ 1: '{{surname}}', constructor: 'x' })).toEqual([]);
    for (const forename of [' ', '\u200b']) {
      expect(codes({ 1: '{{surname}}', constructor: 'x', forename })).toEqual([
        { code: 'unbound', placeholder: 'forename' },
      ]);
    }
  });
});
