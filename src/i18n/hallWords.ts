import type { Language } from '#domain/config.ts';

/** What a hub in a hall says to guests who open a page of the central server's there. */
interface HallWords {
  title: string;
  text: string;
  /** The link to the central server. */
  there: string;
}

export const HALL_WORDS: Readonly<Record<Language, HallWords>> = {
  en: {
    title: 'This page needs the internet',
    text: 'You are in the network of the hall, where another server answers. Leave this network, for instance by switching off Wi-Fi, and open the page again.',
    there: 'Open the page over the internet',
  },
  fr: {
    title: 'Cette page a besoin d’Internet',
    text: 'Vous êtes sur le réseau de la salle, où un autre serveur répond. Quittez ce réseau, par exemple en désactivant le Wi-Fi, et rouvrez la page.',
    there: 'Ouvrir la page par Internet',
  },
};
