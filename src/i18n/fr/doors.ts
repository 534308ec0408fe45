/** Les téléphones associés à un événement. */
export const doors = {
  title: 'Téléphones aux portes',
  show: 'Associer un téléphone, ou voir ceux qui le sont',
  lead: 'Un téléphone associé enregistre les entrées de cet événement, et rien d’autre. Il n’a pas besoin de compte et s’arrête de lui-même.',
  onHub:
    'Vous êtes sur le serveur de salle : tant qu’il n’a pas joint le serveur central, un téléphone associé ici ne fonctionne que sur le réseau de la salle.',
  offline: 'Les téléphones associés ne sont connus qu’avec une connexion.',
  add: 'Associer un téléphone',
  addTitle: 'Associer un téléphone',
  name: 'Nom de la porte',
  nameHint: 'Il figure dans l’historique : « Porte nord ».',
  untilDate: 'S’arrête le',
  untilTime: 'À',
  past: 'Choisissez un moment à venir.',
  tooLate: 'Dans un mois au plus.',
  getCode: 'Afficher le code',
  scan: 'Scannez-le avec l’appareil photo du téléphone, ou ouvrez-y {{address}} et saisissez le code.',
  onlyHere:
    'Cette adresse ne vaut que sur cet ordinateur : un téléphone ne peut pas l’ouvrir. Ouvrez ici Foyer à l’adresse que les téléphones atteignent, puis associez.',
  codeUntil: 'Il sert une fois, jusqu’à {{time}}.',
  waiting: 'En attente du téléphone…',
  takeBack: 'Retirer le code',
  takenBack: 'Le code ne vaut plus rien.',
  codeUsed:
    'Rien à retirer : le code a déjà servi, ou il a expiré. Si un téléphone que vous n’attendiez pas est dans la liste, arrêtez-le là.',
  paired: '{{name}} est associée : {{device}}',
  aPhone: 'un téléphone',
  ends: 's’arrête le {{time}}',
  over: 'terminée',
  used: 'dernière utilisation le {{time}}',
  end: 'Arrêter',
  endOf: 'Arrêter {{name}}',
  endTitle: 'Arrêter {{name}} ?',
  endText:
    'Le téléphone est déconnecté et perd sa copie de l’événement dès qu’il a une connexion. Les entrées qu’il n’a pas encore envoyées y restent et sont perdues avec lui.',
};
