import type { Language } from '#domain/config.ts';
import { historyWords } from './historyWords.ts';

/** What codes in all that is kept of a guest mean to who reads it, besides what the history calls them. */
interface PersonWords {
  /** By `field:value`. */
  value: Readonly<Record<string, string>>;
}

export const PERSON_WORDS: Readonly<Record<Language, PersonWords>> = {
  en: {
    value: {
      ...historyWords.en.value,
      'action:in': 'checked in',
      'action:out': 'check-in taken back',
      'action:seen': 'double entry settled',
      'method:list': historyWords.en.method.list,
      'method:scan': historyWords.en.method.scan,
      'method:desk': historyWords.en.method.desk,
      'method:email': 'e-mail',
      'method:sms': 'SMS',
      'method:whatsapp': 'WhatsApp',
    },
  },
  fr: {
    value: {
      ...historyWords.fr.value,
      'action:in': 'entrée',
      'action:out': 'entrée annulée',
      'action:seen': 'double entrée réglée',
      'method:list': historyWords.fr.method.list,
      'method:scan': historyWords.fr.method.scan,
      'method:desk': historyWords.fr.method.desk,
      'method:email': 'e-mail',
      'method:sms': 'SMS',
      'method:whatsapp': 'WhatsApp',
    },
  },
};
