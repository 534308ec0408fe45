import type { Language } from '#domain/config.ts';

/** Of a page of the desk that was sent before, and comes again: whoever goes back in a browser. */
export interface SentAgainWords {
  notTaken: string;
  notTakenHint: string;
  /** Beside the form itself. */
  sentBefore: string;
  own: string;
  anew: string;
}

export const SENT_AGAIN_WORDS: Readonly<Record<Language, SentAgainWords>> = {
  en: {
    notTaken: 'Your changes were not taken',
    notTakenHint:
      'You have sent this form before, and what was registered then stands below. To change it, use this page or ask the organiser. To register somebody else, or once more, open the form anew.',
    sentBefore:
      'You have sent this form, and it was taken. What you change here now is no longer taken: see your registration, or open the form anew to register somebody else.',
    own: 'Your registration',
    anew: 'Open the form anew',
  },
  fr: {
    notTaken: 'Vos modifications n’ont pas été prises en compte',
    notTakenHint:
      'Vous aviez déjà envoyé ce formulaire, et ce qui a été enregistré alors figure ci-dessous. Pour le modifier, utilisez cette page ou adressez-vous à l’organisateur. Pour inscrire une autre personne, ou vous inscrire encore une fois, rouvrez le formulaire.',
    sentBefore:
      'Vous avez envoyé ce formulaire, et il a été enregistré. Ce que vous y changez maintenant n’est plus pris en compte\u00a0: voyez votre inscription, ou rouvrez le formulaire pour inscrire une autre personne.',
    own: 'Votre inscription',
    anew: 'Rouvrir le formulaire',
  },
};
