import { describe, expect, it } from 'vitest';
import { addCodeWords, CODE_WORDS } from './codeWords.ts';
import { en as first } from './en/index.ts';
import { fr as firstFrench } from './fr/index.ts';
import { changeLanguage, createI18n } from './index.ts';
import { chooseLanguage, LOCALES } from './language.ts';
import { ENGLISH_UNITS, texts, WRONG_IN_FRENCH } from './testing/texts.ts';
import { frenchSpacing } from './typography.ts';

const en = { ...first, ...CODE_WORDS.en };
const fr = { ...firstFrench, ...CODE_WORDS.fr };

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').sort((a, b) => a.localeCompare(b));

describe('language', () => {
  it.each([
    ['en', 'en'],
    ['en-US', 'en'],
    ['EN-gb', 'en'],
    ['fr-CH', 'fr'],
    ['de-CH', 'fr'],
    ['', 'fr'],
    [undefined, 'fr'],
  ])('[I18N-02] a browser in %s gets %s', (browser, language) => {
    expect(chooseLanguage(browser)).toBe(language);
  });

  it('[I18N-03] the locales are en-US and fr-CH', () => {
    expect(LOCALES).toEqual({ en: 'en-US', fr: 'fr-CH' });
  });
});

describe('catalogues', () => {
  it('[I18N-01] both languages have the same keys with the same placeholders, and no empty text', () => {
    const french = new Map(texts(fr));
    expect([...french.keys()].sort()).toEqual(
      texts(en)
        .map(([key]) => key)
        .sort(),
    );
    const empty = [...texts(en), ...french].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
    // A singular may say "one" instead of the number.
    const english = texts(en).filter(([key]) => !key.endsWith('_one'));
    expect(english.map(([key]) => [key, placeholders(french.get(key) ?? '')])).toEqual(
      english.map(([key, text]) => [key, placeholders(text)]),
    );
  });

  it('French has its spaces: none of the breaking kind before : ; ! ? or inside « »', () => {
    expect(texts(fr).filter(([, text]) => WRONG_IN_FRENCH.test(text))).toEqual([]);
    expect(frenchSpacing('Ah ? « Oui » : non ; bon !')).toBe(
      'Ah\u202f? «\u202fOui\u202f»\u00a0: non\u202f; bon\u202f!',
    );
  });

  it('French says no noun in the plural behind a number that may be 0 or 1', () => {
    const many = /\{\{(?!rows|max)\w+, number\}\} (?!sur |fois )\p{L}+s\b/u;
    const fixed = texts(fr).filter(([key]) => !/_(?:one|other)$/.test(key));
    expect(fixed.filter(([, text]) => many.test(text))).toEqual([]);
  });

  it('French has one word for one idea: the ones beside it are not in use', () => {
    const others = /gestionnaire|types? de paiement|fournisseur|société|réduction de|par les membres/i;
    expect(texts(fr).filter(([, text]) => others.test(text))).toEqual([]);
  });

  it.each([en, fr])(
    '[ERROR-01] [ERROR-02] what a service lacks is said alike of a person, before sending, and in the statistics',
    ({ client_display: { notifErrors }, notifs: { holds }, statistics: { outcomes } }) => {
      const lacks = ({ disabled, misconfigured }: Record<'disabled' | 'misconfigured', string>) => [
        disabled,
        misconfigured,
      ];
      expect([lacks(holds), lacks(outcomes)]).toEqual([lacks(notifErrors), lacks(notifErrors)]);
    },
  );

  it.each([en, fr])(
    'that a message was stopped is said alike, for its button and its type do that',
    ({ client_display: { notifErrors }, notifs: { holds }, statistics: { outcomes } }) => {
      expect(notifErrors.stopped).toBe(holds.stopped);
      expect(outcomes.stopped).not.toMatch(/inacti/i);
    },
  );

  it('sizes have their French units in both languages, as the app writes them', () => {
    expect([...texts(en), ...texts(fr)].filter(([, text]) => ENGLISH_UNITS.test(text))).toEqual([]);
  });

  it('[ROLE-03] roles are labelled Disabled, Host, User and Administrator', () => {
    expect(en.roles).toEqual({
      disabled: 'Disabled',
      host: 'Host',
      member: 'User',
      manager: 'Administrator',
    });
  });

  it('[ERROR-19] [ERROR-17] the specified messages, letter by letter', () => {
    expect(en.errors.unknown).toBe('An error occured');
    expect(en.errors.invalid_credentials).toBe('Invalid username or password');
    expect(en.home.statusChanged).toBe('Changed event status.');
    expect(en.screens.eventNew).toBe('event creation');
  });

  it('words that come with a part leave another language to be loaded whole', async () => {
    const instance = await createI18n('en');
    addCodeWords(instance);
    expect(instance.t('codes.confirm')).toBe('Confirm');
    await changeLanguage(instance, 'fr');
    expect([instance.t('codes.confirm'), instance.t('login.submit')]).toEqual([
      ...[fr.codes.confirm, fr.login.submit],
    ]);
  });

  it.each([
    ['Marie Curie', 'Inscription de Marie Curie'],
    ['Éric de Preux', 'Inscription d’Éric de Preux'],
    ['Œdipe', 'Inscription d’Œdipe'],
    ['Yves', 'Inscription d’Yves'],
    ['Yolande', 'Inscription de Yolande'],
    ['Hugo', 'Inscription de Hugo'],
  ])('French says whose it is before a vowel, too: %s', async (name, words) => {
    expect((await createI18n('fr')).t('consumerForm.title', { name })).toBe(words);
  });

  it('a share has the decimal sign of its language', async () => {
    const [french, english] = [await createI18n('fr'), await createI18n('en')];
    const told = [french, english].map(({ t }) => t('client_display.rateReduction', { percent: 66.67 }));
    expect(told.map((text) => text.replace(/\s/g, ' '))).toEqual(['Rabais de 66,67 %', '66.67% off']);
  });

  it('fills in titles and counts', async () => {
    const { t } = await createI18n('en');
    expect(t('event.deleteConfirm', { title: 'A & B' })).toBe(
      'Do you confirm the deletion of “A & B”? This is irreversible.',
    );
    const { t: tf } = await createI18n('fr');
    expect(tf('session.shown', { count: 0 })).toBe('0 client');
    expect(tf('session.shown', { count: 1234 }).replace(/\s/g, ' ')).toBe('1 234 clients');
  });
});
