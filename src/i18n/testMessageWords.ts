import type { Language } from '#domain/config.ts';
import { frenchSpacing } from './typography.ts';

/** What a message says that somebody sends to try a service. */
export const TEST_MESSAGE_WORDS: Record<Language, { subject: string; text: string }> = {
  en: {
    subject: 'Test message',
    text: 'This is a test message from Foyer. Messages of your event arrive like this one.',
  },
  fr: {
    subject: 'Message d’essai',
    text: frenchSpacing(
      'Ceci est un message d’essai de Foyer. Les messages de votre événement arrivent comme celui-ci.',
    ),
  },
};
