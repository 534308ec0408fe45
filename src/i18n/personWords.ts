import type { Language } from '#domain/config.ts';
import type { RowState } from '#domain/notifications/row.ts';
import { historyWords } from './historyWords.ts';

const METHODS = { 'method:email': 'e-mail', 'method:sms': 'SMS', 'method:whatsapp': 'WhatsApp' };

const wordsOf = (
  language: Language,
  actions: Readonly<Record<'in' | 'out' | 'seen', string>>,
  states: Readonly<Record<RowState, string>>,
) => {
  const { value, method } = historyWords[language];
  return {
    ...Object.fromEntries(Object.entries(states).map(([state, word]) => [`state:${state}`, word])),
    ...{ ...value, ...METHODS },
    ...{ 'method:list': method.list, 'method:scan': method.scan, 'method:desk': method.desk },
    ...{ 'action:in': actions.in, 'action:out': actions.out, 'action:seen': actions.seen },
  };
};

/** By `field:value`: what codes in all that is kept of a guest mean to who reads it. */
export const PERSON_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: wordsOf(
    'en',
    { in: 'checked in', out: 'check-in taken back', seen: 'marked as seen' },
    {
      ...{ queued: 'waiting', claimed: 'waiting', committing: 'being sent', sent: 'sent' },
      ...{ failed: 'failed', uncertain: 'not known', withheld: 'held back', delivered: 'delivered' },
    },
  ),
  fr: wordsOf(
    'fr',
    { in: 'entrée', out: 'entrée annulée', seen: 'marqué comme vu' },
    {
      ...{ queued: 'en attente', claimed: 'en attente', committing: 'en cours d’envoi', sent: 'envoyé' },
      ...{ failed: 'échec', uncertain: 'incertain', withheld: 'retenu', delivered: 'remis' },
    },
  ),
};
