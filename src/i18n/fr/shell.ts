import type * as en from '../en/shell.ts';
import type { Shape } from '../shape.ts';

export const nav: Shape<typeof en.nav> = {
  label: 'Menu principal',
  home: 'Accueil',
  eventNew: 'Nouvel événement',
  clientNew: 'Nouveaux clients',
  notifNew: 'Nouveau message',
  formNew: 'Nouveau formulaire',
  userNew: 'Nouvel utilisateur',
  users: 'Utilisateurs',
  access: 'Gestion des accès',
  logout: 'Se déconnecter',
  toggle: 'Menu',
  skip: 'Aller au contenu',
  sectionEvent: 'Événement',
  overview: 'Vue d’ensemble',
  templates: 'Modèles',
  sectionNew: 'Y ajouter',
  sectionTeam: 'Équipe',
};
export const account: Shape<typeof en.account> = {
  label: 'Compte',
  profile: 'Mon compte',
  roleChanged: 'Un administrateur a changé votre rôle. Vous êtes maintenant : {{role}}.',
  language: 'Langue',
  languageLater: 'L’autre langue n’a pas pu être chargée. Réessayez quand il y a une connexion.',
  scheme: 'Apparence',
  light: 'Claire',
  dark: 'Sombre',
  auto: 'Système',
  logoutTitle: 'Se déconnecter maintenant ?',
  logoutUnfinished: 'Quelque chose sur cette page n’est pas encore enregistré ou terminé.',
  logoutWaiting_one:
    'Une modification n’est pas encore parvenue au serveur. Elle reste sur cet appareil et sera envoyée après votre prochaine connexion.',
  logoutWaiting_other:
    '{{count}} modifications ne sont pas encore parvenues au serveur. Elles restent sur cet appareil et seront envoyées après votre prochaine connexion.',
};
export const search: Shape<typeof en.search> = {
  open: 'Rechercher des clients et des événements',
  short: 'Rechercher',
  placeholder: 'Nom, entreprise, numéro…',
  hint: 'Saisissez un nom, une entreprise ou un numéro.',
  nothing: 'Aucun résultat pour « {{query}} ».',
  reading: 'Lecture des copies de cet appareil…',
  clients: 'Clients',
  found_one: 'Un résultat.',
  found_other: '{{count, number}} résultats.',
  more: 'Seuls les {{count}} premiers sont affichés. Précisez votre recherche.',
  missing_one: 'Les clients d’un événement ne sont pas sur cet appareil. Ouvrez-le pour y rechercher aussi :',
  missing_other:
    'Les clients de {{count, number}} événements ne sont pas sur cet appareil. Ouvrez-en un pour y rechercher aussi :',
  missingMore_one: 'et un autre',
  missingMore_other: 'et {{count, number}} autres',
};
export const sync: Shape<typeof en.sync> = {
  label: 'Synchronisation',
  synced: 'à jour',
  onHub: 'en salle',
  hub: 'Serveur de salle',
  hubMet:
    'Tout ce qui est envoyé est sur le serveur de salle. Son dernier échange complet avec le serveur central date du {{time}}.',
  hubNeverMet:
    'Tout ce qui est envoyé est sur le serveur de salle. Il n’a pas encore tout échangé avec le serveur central.',
  syncing: 'synchronisation',
  syncingCount: 'synchronisation {{count, number}}',
  offline: 'hors ligne',
  offlineCount: 'hors ligne, {{count, number}} en attente',
  attention: 'attention',
  open: 'Synchronisation : {{state}}. Afficher les détails.',
  safe: 'Invités sur cet appareil : {{here, number}} sur {{total, number}}. Vous pouvez passer hors ligne.',
  noApp:
    'Invités sur cet appareil : {{here, number}} sur {{total, number}}. L’application elle-même n’y est pas : restez en ligne, sans réseau elle ne se rouvrirait pas.',
  notSafe:
    'Invités sur cet appareil : {{here, number}} sur {{total, number}}. Restez en ligne jusqu’à ce que tous y soient.',
  kept: 'Invités sur cet appareil, selon le dernier échange : {{here, number}}. On saura en ligne s’il y en a d’autres.',
  keptDocuments: 'Sur cet appareil selon le dernier échange. On saura en ligne s’il y a plus.',
  notFull:
    'Seule la copie légère est sur cet appareil : il manque les fichiers et les modèles. Restez en ligne jusqu’à ce que tout y soit.',
  safeDocuments: 'Complet sur cet appareil. Vous pouvez passer hors ligne.',
  noAppDocuments:
    'Complet sur cet appareil. L’application elle-même n’y est pas : restez en ligne, sans réseau elle ne se rouvrirait pas.',
  notSafeDocuments: 'Pas encore complet sur cet appareil. Restez en ligne.',
  copyLost:
    'Le navigateur a supprimé la copie de cet événement sur cet appareil. Ce qui était ouvert a été enregistré à nouveau et part au prochain échange.',
  why: {
    refused_one: 'Le serveur n’a pas accepté une modification de cet appareil.',
    refused_other: 'Le serveur n’a pas accepté {{count, number}} modifications de cet appareil.',
    forbidden: 'Vous n’avez plus accès à un événement sur lequel vous avez travaillé ici.',
    not_found: 'Le serveur ne connaît plus cet événement.',
    storage_full: 'La mémoire de cet appareil est pleine : rien de nouveau ne peut y être enregistré.',
    storage_broken: 'La mémoire de cet appareil ne répond pas.',
    unsynchronized_event: 'Événement non synchronisé : la copie complète n’a pas pu être téléchargée.',
    server_full: 'Le serveur n’a plus de place et n’accepte rien de nouveau.',
    app_outdated: 'Le serveur attend une version plus récente de l’application.',
    server_outdated: 'Le serveur utilise une version plus ancienne que cette application.',
    hub_unknown: 'Le serveur de salle ne connaît pas cette connexion.',
    other: 'L’échange avec le serveur a été interrompu. {{reason}}',
  },
  todo: {
    refused: 'Rien n’est perdu : vous voyez ci-dessous chacune avec sa raison.',
    forbidden:
      'Adressez-vous à un administrateur ; l’événement a peut-être été supprimé. Ce que vous avez fait ici sans que ce soit envoyé reste sur cet appareil.',
    not_found:
      'Adressez-vous à un administrateur. Ce que vous avez fait ici sans que ce soit envoyé reste sur cet appareil.',
    storage_full: 'Libérez de la place sur cet appareil. Ce qui attend ici continue d’être envoyé.',
    storage_broken:
      'Rechargez la page. Une fenêtre privée ou des données de site bloquées peuvent en être la cause : ouvrez alors Foyer dans une fenêtre ordinaire. Si cela n’aide pas, retéléchargez l’événement.',
    unsynchronized_event:
      'Restez en ligne : un nouvel essai se fait tout seul. Ce que vous faites entre-temps est enregistré et envoyé.',
    server_full:
      'Prévenez la personne qui exploite le serveur. Ce que vous faites est conservé sur cet appareil et envoyé plus tard.',
    app_outdated:
      'Mettez l’application à jour. Ce que vous faites ici est conservé sur cet appareil et envoyé ensuite.',
    server_outdated:
      'Prévenez la personne qui exploite le serveur. Ce que vous faites est conservé sur cet appareil et envoyé plus tard.',
    hub_unknown:
      'Un nouvel essai se fait tout seul. Si cela dure, déconnectez-vous et reconnectez-vous, ou associez à nouveau le téléphone. Ce qui n’est pas encore envoyé reste sur cet appareil : prévenez avant la personne qui exploite le serveur de salle.',
    other: 'Un nouvel essai se fait tout seul. Si cela dure, prévenez la personne qui exploite le serveur.',
  },
  central: 'Liste des événements',
  withheld: 'Événement sans accès',
  letGo: 'Retirer de cet appareil',
  letGoTitle: 'Retirer cet événement de cet appareil ?',
  letGoText_one:
    'Une modification faite ici n’a jamais été envoyée, et sera perdue pour de bon. Si l’événement n’a pas été supprimé, demandez plutôt un accès à un administrateur : elle est alors envoyée toute seule.',
  letGoText_other:
    '{{count, number}} modifications faites ici n’ont jamais été envoyées, et seront perdues pour de bon. Si l’événement n’a pas été supprimé, demandez plutôt un accès à un administrateur : elles sont alors envoyées toutes seules.',
  letGoDone: 'L’événement a été retiré de cet appareil.',
  documents: 'Documents ici',
  ofThere: '{{here, number}} sur {{there, number}}',
  lastExchange: 'Dernier échange',
  never: 'jamais',
  waiting: 'Modifications en attente',
  waitingUnknown: 'connues au prochain échange',
  refused: 'Modifications refusées',
  refusedWhy: 'Le serveur ne les a pas acceptées. Elles sont conservées sur cet appareil.',
  refusedRetry: 'Renvoyer',
  now: 'Synchroniser maintenant',
  storage: 'Mémoire utilisée',
  storageOf: '{{used}} sur {{quota}}',
  persisted: 'Protégée contre l’effacement automatique.',
  notPersisted:
    'Le navigateur peut l’effacer si la place vient à manquer. Installez l’application pour la protéger.',
  clock: 'Horloge',
  clockGood: 'concorde avec le serveur',
  clockUnknown: 'pas encore comparée avec celle du serveur',
  clockSkewed:
    'L’horloge de cet appareil est décalée de {{minutes, number}} min. Les heures sont corrigées ; veuillez la régler.',
  clockApart:
    'L’horloge de cet appareil et celle du serveur de salle diffèrent de {{minutes, number}} min. Les heures suivent le serveur de salle : veuillez régler celle qui est fausse.',
  noDatabases: 'Rien n’est encore enregistré sur cet appareil.',
  device: 'Cet appareil',
  mode_light: 'Copie légère : les fichiers restent sur le serveur.',
  mode_full: 'Copie complète, avec fichiers et modèles.',
  state: {
    idle: 'au repos',
    pulling: 'premier téléchargement',
    syncing: 'échange en cours',
    synced: 'à jour',
    offline: 'hors ligne',
    paused: 'en pause',
    attention: 'attention',
  },
  reason: {
    forbidden_role: 'votre rôle ne le permet pas',
    forbidden_author: 'signée par une autre personne',
    forbidden_immutable: 'une arrivée ne peut être modifiée',
    forbidden_delete: 'suppression interdite',
    session_archived: 'session archivée auparavant',
    time_ahead: 'heure en avance de plus d’un jour : vérifiez l’horloge de cet appareil',
    forbidden: 'interdit',
    invalid_document: 'contenu non valable',
    too_large: 'trop volumineuse pour le serveur',
    update_first: 'faite avec une version trop ancienne : mettez-la à jour',
    newer_document: 'faite avec une version plus récente que celle du serveur : mettez le serveur à jour',
    other: 'le serveur a donné une autre raison',
  },
};
export const pwa: Shape<typeof en.pwa> = {
  updateTitle: 'Une nouvelle version est prête',
  updateText: 'Cela prend une seconde. Rien de ce que vous avez saisi n’est perdu.',
  updateNow: 'Mettre à jour',
  updateLater: 'Plus tard',
  updateNext:
    'La nouvelle version viendra avec la prochaine page ouverte : rien de ce qui est saisi sur celle-ci n’est perdu.',
  offlineReady: 'Foyer démarre désormais aussi sans réseau sur cet appareil.',
  outdatedTitle: 'Mettez l’application à jour',
  newer_one:
    'Une version plus récente de Foyer a enregistré une partie de cet événement. Elle est affichée dans la mesure où cette version la comprend, et ne peut pas être modifiée ici.',
  newer_other:
    'Une version plus récente de Foyer a enregistré {{count, number}} parties de cet événement. Elles sont affichées dans la mesure où cette version les comprend, et ne peuvent pas être modifiées ici.',
  outdated:
    'Le serveur attend une version plus récente de Foyer. Ce que vous faites est conservé sur cet appareil et envoyé après la mise à jour.',
  serverOutdated:
    'Le serveur utilise une version de Foyer plus ancienne que cet appareil. Prévenez la personne qui l’exploite. Ce que vous faites est conservé sur cet appareil et envoyé plus tard.',
  serverOutdatedTitle: 'Le serveur doit être mis à jour',
  updateGet: 'Mettre l’application à jour',
  updateNone:
    'Aucune version plus récente n’est encore disponible. Restez en ligne et réessayez dans un instant.',
};
export const problem: Shape<typeof en.problem> = {
  title: 'Un problème est survenu',
  text: 'Cet écran n’a pas pu être affiché. Ce que vous avez enregistré est en sécurité sur cet appareil.',
  home: 'Aller à l’accueil',
  details: 'Détails techniques',
  chunkTitle: 'Cette partie de l’application n’a pas pu être chargée',
  chunkText:
    'La connexion a échoué pendant deux minutes, ou une version plus récente a été publiée. Rechargez pour continuer ; ce que vous avez enregistré est en sécurité sur cet appareil.',
  chunkSlow: 'L’écran se charge toujours. Nouvel essai…',
  eventTitle: 'Cet événement n’a pas pu être ouvert',
  rebuild: 'Retélécharger cet événement',
  rebuilt_one: 'L’événement a été retéléchargé ; une modification non envoyée a été rétablie.',
  rebuilt_other:
    'L’événement a été retéléchargé ; {{count, number}} modifications non envoyées ont été rétablies.',
  eventStatus: 'L’événement n’a pas pu être chargé : {{reason}}',
};
export const opening: Shape<typeof en.opening> = {
  title: 'Cet événement arrive sur cet appareil',
  why: 'Cela n’arrive qu’une fois. Ensuite, l’événement s’ouvre aussitôt, même sans réseau.',
  late: 'Cet événement tarde à s’ouvrir',
  lateWhy:
    'Il s’affiche dès qu’il arrive. Si la connexion est bonne, un autre onglet de Foyer retient peut-être la mémoire de ce navigateur : fermez les autres onglets et rechargez cette page.',
};
export const needEvent: Shape<typeof en.needEvent> = {
  title: 'Pour quel événement ?',
  text: 'Choisissez l’événement avec lequel continuer.',
  empty: 'Il n’y a pas encore d’événement.',
};
export const screens: Shape<typeof en.screens> = {
  home: 'Accueil',
  login: 'Connexion',
  pair: 'Associer ce téléphone',
  codes: 'Configurer les codes à usage unique',
  profile: 'Mon compte',
  userNew: 'Nouvel utilisateur',
  users: 'Utilisateurs',
  user: 'Utilisateur',
  security: 'Journal de sécurité',
  hubs: 'Serveurs de salle',
  access: 'Gestion des accès',
  accessUser: 'Droits d’accès',
  notifNew: 'Nouveau message',
  formNew: 'Nouveau formulaire',
  clientNew: 'Nouveaux clients',
  clientImport: 'Importer des clients',
  documentNew: 'Nouveau fichier',
  eventNew: 'création d’événement',
  event: 'Événement',
  eventUpdate: 'Modifier l’événement',
  eventHistory: 'Historique',
  client: 'Client',
  clientUpdate: 'Modifier le client',
  clientCopy: 'Copier des clients',
  eventClientNew: 'Nouveaux clients',
  eventClientImport: 'Importer des clients',
  registrant: 'Inscription',
  registrantMoney: 'Paiement d’une inscription',
  eventNotifNew: 'Nouveau message',
  eventNotif: 'Message',
  eventFormNew: 'Nouveau formulaire',
  eventForm: 'Formulaire',
  rate: 'Appliquer un tarif',
  statement: 'Relevé bancaire',
  money: 'Paiements',
  services: 'Services',
  stats: 'Statistiques',
  invitationNew: 'Nouveau modèle d’invitation',
  invitation: 'Modèle d’invitation',
  invoiceNew: 'Nouveau modèle de facture',
  invoice: 'Modèle de facture',
  clients: 'Tous les clients',
  session: 'Session',
  checkin: 'Check-in',
  sessionClientNew: 'Nouveaux clients',
  sessionClientImport: 'Importer des clients',
  plan: 'Plan de salle',
  tables: 'Liste des tables',
  planEdit: 'Modifier le plan de salle',
  scan: 'Scanner',
};
