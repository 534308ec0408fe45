import type * as en from '../en/hubs.ts';
import type { Shape } from '../shape.ts';

/** Les serveurs de salle reliés à celui-ci. */
export const hubs: Shape<typeof en.hubs> = {
  title: 'Serveurs de salle',
  lead: 'Un serveur de salle est Foyer sur un ordinateur portable dans la salle : les portes de son réseau fonctionnent des jours sans Internet, et tout est échangé dès qu’il y en a.',
  offline: 'Les serveurs reliés ne sont connus qu’avec une connexion.',
  emptyTitle: 'Aucun serveur de salle n’est relié',
  emptyText: 'Reliez-en un avant l’événement, tant que l’ordinateur a Internet.',
  add: 'Relier un serveur',
  name: 'Nom du serveur',
  nameHint: 'Comme on appelle le lieu : « Salle 3 ».',
  events: 'Événements qu’il emporte',
  eventsHint: 'Qui a accès à ces événements peut s’y connecter.',
  chooseEvent: 'Choisissez au moins un événement.',
  noEvents: 'Il n’y a aucun événement à emporter.',
  until: 'Prend fin le',
  past: 'Choisissez un jour à venir.',
  tooLate: 'Au plus tard dans trois mois.',
  getCode: 'Afficher le code',
  start: 'Démarrez Foyer sur l’ordinateur avec ces variables :',
  codeUntil: 'Le code sert une fois, jusqu’à {{time}}.',
  waiting: 'En attente du serveur…',
  joined: '{{name}} est relié.',
  ends: 'prend fin le {{time}}',
  over: 'terminé',
  heard: 'dernier contact le {{time}}',
  noEvent: 'aucun événement',
  end: 'Mettre fin',
  endOf: 'Mettre fin à {{name}}',
  endTitle: 'Mettre fin à {{name}} ?',
  endText:
    'Dès maintenant, ce serveur n’accepte plus rien de lui, et lui ne sert plus personne dès qu’il l’apprend. Ce qu’il n’a pas encore envoyé reste sur l’ordinateur et sur les appareils qui l’ont fait.',
};
