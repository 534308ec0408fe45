import type { Language } from '#domain/config.ts';

/** What stands under news, and on the page that its link leads to: for guests, who have no settings here. */
interface NewsWords {
  byPage: string;
  byMail: string;
  link: string;
  title: string;
  question: string;
  button: string;
  done: string;
  unknown: string;
}

export const NEWS_WORDS: Readonly<Record<Language, NewsWords>> = {
  en: {
    byPage: 'You no longer want news of this event?',
    byMail: 'You no longer want news of this event? Answer this message with “unsubscribe”.',
    link: 'Unsubscribe',
    title: 'News of this event',
    question: 'No more news of this event? You still get what is about your own registration.',
    button: 'Unsubscribe',
    done: 'Done: you get no more news of this event.',
    unknown: 'This link is not valid any more. Answer the message instead.',
  },
  fr: {
    byPage: 'Vous ne voulez plus de nouvelles de cet événement\u202f?',
    byMail:
      'Vous ne voulez plus de nouvelles de cet événement\u202f? Répondez «\u00a0désinscription\u00a0» à ce message.',
    link: 'Se désinscrire',
    title: 'Nouvelles de cet événement',
    question:
      'Plus de nouvelles de cet événement\u202f? Vous recevrez encore ce qui concerne votre propre inscription.',
    button: 'Se désinscrire',
    done: 'C’est fait\u00a0: vous ne recevrez plus de nouvelles de cet événement.',
    unknown: 'Ce lien n’est plus valable. Répondez plutôt au message.',
  },
};
