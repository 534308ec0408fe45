import type { Language } from '#domain/config.ts';

/** Of a page of the desk that cannot be shown just now, or was sent more than it takes. */
export interface TurnedAwayWords {
  title: string;
  /** `{n}` seconds. */
  tooMany: string;
  tooLarge: string;
  /** The server could not do it. */
  failed: string;
  /** It was not asked for as the page does it. */
  refused: string;
}

export const TURNED_AWAY_WORDS: Readonly<Record<Language, TurnedAwayWords>> = {
  en: {
    title: 'Not just now',
    tooMany: 'Many people use this page from your network just now. Please try again in {n} seconds.',
    tooLarge: 'This is more than can be sent at once. Please shorten your texts, or register fewer guests.',
    failed:
      'Something went wrong on our side. Please go back and try again in a moment: whoever sends a registration twice is registered once.',
    refused: 'This was not sent in a way that this page takes. Please open the form again.',
  },
  fr: {
    title: 'Pas pour le moment',
    tooMany:
      'Beaucoup de personnes utilisent cette page depuis votre réseau. Veuillez réessayer dans {n} secondes.',
    tooLarge:
      'C’est plus que ce qui peut être envoyé d’un coup. Veuillez abréger vos textes ou inscrire moins d’invités.',
    failed:
      'Un problème est survenu de notre côté. Veuillez revenir en arrière et réessayer dans un instant : une inscription envoyée deux fois ne compte qu’une fois.',
    refused: 'L’envoi n’a pas la forme que cette page accepte. Veuillez rouvrir le formulaire.',
  },
};
