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
  httpsOnly:
    'Cette page a été ouverte sans https. Un serveur de salle ne se relie que par https, car les connexions de chacun passent par là : il lui faut l’adresse https de ce serveur. S’il n’y en a pas encore, mettez-la d’abord en place.',
  codeUntil: 'Le code sert une fois, jusqu’à {{time}}.',
  waiting: 'En attente du serveur…',
  takeBack: 'Retirer le code',
  takenBack: 'Le code ne vaut plus rien.',
  codeUsed:
    'Rien à retirer : le code a déjà servi, ou il a expiré. Si un serveur que vous n’attendiez pas est dans la liste, mettez-y fin là.',
  joined: '{{name}} est relié.',
  ends: 'prend fin le {{time}}',
  over: 'terminé',
  heard: 'dernier contact le {{time}}',
  noEvent: 'aucun événement',
  trouble: {
    offline:
      'Le serveur central est injoignable pour le moment. Tout continue ici et sera échangé plus tard.',
    ended: 'Ce serveur de salle a pris fin : utilisez le serveur central.',
    update_first:
      'Rien n’est échangé : ce serveur de salle a une version de Foyer plus ancienne que le serveur central. Mettez-le à jour.',
    server_outdated:
      'Rien n’est échangé : le serveur central a une version de Foyer plus ancienne que ce serveur de salle. C’est lui qu’il faut mettre à jour.',
    refused:
      'Le serveur central ne comprend pas ce serveur de salle. Prévenez la personne qui s’occupe des deux.',
    full: 'Ce serveur de salle n’a plus de place : il n’accepte rien de nouveau et rien n’est échangé. Prévenez la personne qui s’en occupe.',
    clock:
      'L’horloge de ce serveur de salle diffère de celle du serveur central. Ce qui se fait ici reçoit une heure fausse, et le serveur central peut le refuser. Prévenez la personne qui l’exploite, pour qu’elle règle l’horloge.',
  },
  withdrawn:
    '{{event}} : le serveur central n’échange plus cet événement avec ce serveur de salle. Ce qui est fait ici reste ici. Adressez-vous à un administrateur.',
  notTaken: '{{event}} : le serveur central n’a pas accepté ces modifications.',
  notTakenWhy: 'Elles restent sur ce serveur de salle et sont proposées de nouveau chaque minute.',
  refused_one: 'Ce serveur n’a pas accepté une modification.',
  refused_other: 'Ce serveur n’a pas accepté {{count, number}} modifications.',
  refusedKept: 'Tout reste sur le serveur de salle et est proposé de nouveau chaque minute.',
  refusedMore_one: 'Une autre n’est pas affichée.',
  refusedMore_other: '{{count, number}} autres ne sont pas affichées.',
  refusedBy: 'par {{name}}',
  refusedAt: 'non acceptée depuis le {{time}}',
  kind: {
    checkin: 'Arrivée',
    entrychange: 'Modification d’inscriptions',
    client: 'Client',
    session: 'Session',
    other: 'Modification',
  },
  why: {
    archived:
      'La session avait été archivée auparavant. Si cette modification doit compter, sortez la session des archives.',
    right:
      'La personne qui l’a faite n’en a pas le droit ici. Si cette modification doit compter, donnez-lui ce droit ou refaites-la ici.',
    time: 'Son heure est en avance de plus d’un jour. Mettez l’ordinateur à l’heure ; elle est acceptée dès que son heure est venue.',
    hubOld:
      'Elle a été faite avec une version trop ancienne pour ce serveur. Mettez à jour le serveur de salle, ou l’application de l’appareil où elle a été faite.',
    serverOld:
      'Elle a été faite avec une version plus récente que celle de ce serveur. Mettez ce serveur à jour : elle sera alors acceptée.',
    size: 'Elle est trop volumineuse pour ce serveur. Réduisez le fichier sur le serveur de salle.',
    other:
      'Si cette modification doit compter, refaites-la ici et prévenez la personne qui s’occupe du serveur de salle.',
  },
  end: 'Mettre fin',
  endOf: 'Mettre fin à {{name}}',
  endTitle: 'Mettre fin à {{name}} ?',
  endText:
    'Dès maintenant, ce serveur n’accepte plus rien de lui, et lui ne sert plus personne dès qu’il l’apprend. Ce qu’il n’a pas encore envoyé reste sur l’ordinateur et sur les appareils qui l’ont fait. Les téléphones associés sur lui s’arrêtent aussi.',
};
