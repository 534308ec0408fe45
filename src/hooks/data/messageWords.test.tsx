import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createI18n } from '#i18n/index.ts';
import { useReasonWords } from './messageWords.ts';
import { stalledWhy } from './stalled.ts';

const ADDRESS = [
  'The mail server knows no such address',
  'Le serveur de messagerie ne connaît pas cette adresse',
];
const FULL = ['The mailbox is full', 'La boîte aux lettres est pleine'];
const REFUSED = ['The mail server refused the message', 'Le serveur de messagerie a refusé le message'];

it.each<[string, string[]]>([
  ['550', ADDRESS],
  ['550 5.1.1', ADDRESS],
  ['550 5.0.0', ADDRESS],
  ['452 4.2.2', FULL],
  ['552', FULL],
  // That the mail is unsigned, looks like spam, or the server has no room itself, is no word of the guest's address.
  ['550 5.7.26', REFUSED],
  ['552 5.2.0', REFUSED],
  ['452 4.3.1', REFUSED],
  ['554', REFUSED],
])('what a mail server refuses by %s is said in words, in both languages', async (error, words) => {
  const attempt = {
    ok: false,
    error,
    errorCode: Number(error.slice(0, 3)),
    date: 1,
    message: null,
    url: null,
  };
  for (const [index, language] of (['en', 'fr'] as const).entries()) {
    const i18n = await createI18n(language);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    );
    const { result } = renderHook(() => useReasonWords(), { wrapper });
    expect(result.current(attempt)).toEqual({ text: `${words[index]} (${error})`, link: null });
  }
});

it('whoever puts a message off asks to wait', () => {
  expect(stalledWhy('email', '451')).toBe('asks');
  expect([stalledWhy('email', 'timeout'), stalledWhy('sms', 'provider_down')]).toEqual(['email', 'none']);
});
