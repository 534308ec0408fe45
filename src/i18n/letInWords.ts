import type { Language } from '#domain/config.ts';

/** Of a registration that is cancelled, and somebody was let in with it: a door had not heard of it yet. */
export const LET_IN_WORDS: Readonly<Record<Language, { inside: string }>> = {
  en: {
    inside:
      'Somebody was let in with it all the same. If you are here and want to stay, speak to the people at the entrance.',
  },
  fr: {
    inside:
      'Une personne est pourtant entrée avec elle. Si vous êtes sur place et souhaitez rester, adressez-vous aux personnes à l’entrée.',
  },
};
