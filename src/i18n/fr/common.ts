import type * as en from '../en/common.ts';
import type { Shape } from '../shape.ts';

export const common: Shape<typeof en.common> = {
  appName: 'Foyer',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  cancel: 'Annuler',
  close: 'Fermer',
  back: 'Retour',
  add: 'Ajouter',
  edit: 'Modifier',
  remove: 'Retirer',
  delete: 'Supprimer',
  undo: 'Annuler',
  retry: 'Réessayer',
  reload: 'Recharger',
  search: 'Rechercher',
  clear: 'Effacer',
  loading: 'Chargement…',
  actions: 'Actions',
  noResult: 'Aucun résultat.',
  none: '–',
  yes: 'Oui',
  no: 'Non',
  all: 'Tous',
  copied: 'Copié.',
  optional: 'facultatif',
};
export const roles: Shape<typeof en.roles> = {
  disabled: 'Désactivé',
  host: 'Hôte',
  member: 'Utilisateur',
  manager: 'Administrateur',
};
export const status: Shape<typeof en.status> = {
  upcoming: 'À venir',
  ongoing: 'En cours',
  archived: 'Archivé',
};
export const paymentTypes: Shape<typeof en.paymentTypes> = {
  card: 'Carte',
  cash: 'Espèces',
  none: 'Aucun',
  other: 'Autre',
  transfer: 'Virement bancaire',
};
export const categories: Shape<typeof en.categories> = {
  company: 'Entreprise',
  barter: 'Échange',
  indiv: 'Particulier',
  media: 'Médias',
  ooc: 'Comité d’organisation',
  org: 'Organisation',
  other: 'Autre',
  sponsor: 'Sponsor',
};
export const languages: Shape<typeof en.languages> = { en: 'Anglais', fr: 'Français' };
export const validation: Shape<typeof en.validation> = {
  required: 'Veuillez remplir ce champ.',
  name: 'Veuillez n’utiliser que des lettres, espaces, traits d’union et apostrophes.',
  freename: 'Les caractères < et > ne sont pas admis ici.',
  text: 'Ce texte contient des caractères inutilisables.',
  email: 'Veuillez saisir une adresse e-mail, par exemple nom@exemple.ch.',
  phone: 'Veuillez saisir le numéro au format international, par exemple +41 79 123 45 67.',
  number: 'Veuillez saisir un nombre.',
  range: 'Ce nombre est hors limites.',
  tooLong: 'Ce texte est trop long.',
  date: 'Veuillez saisir une date.',
  invalid: 'Cette saisie n’est pas valable.',
  summary_one: 'Une saisie est à revoir.',
  summary_other: '{{count}} saisies sont à revoir.',
};
export const errors: Shape<typeof en.errors> = {
  not_found: 'Cet élément n’existe plus. Il a peut-être été supprimé.',
  forbidden: 'Vous n’avez pas le droit d’effectuer cette action.',
  invalid_document: 'Une saisie n’est pas valable. Rien n’a été modifié.',
  event_archived: 'Cette session est archivée. Changez son statut pour la modifier.',
  already_checked_in: 'Cet invité est déjà entré.',
  not_checked_in: 'Cet invité n’est pas encore entré.',
  not_registered: 'Cet invité n’est pas inscrit à la session.',
  number_exists: 'Ce code existe déjà.',
  nothing_to_do: 'Il n’y avait rien à modifier.',
  storage_full: 'La mémoire de cet appareil est pleine. Libérez de la place, puis réessayez.',
  storage_broken: 'La mémoire de cet appareil ne répond pas. Rechargez la page.',
  offline: 'Pas de connexion au serveur. Réessayez une fois en ligne.',
  unauthorized: 'Votre session a expiré. Veuillez vous reconnecter.',
  invalid_credentials: 'Nom d’utilisateur ou mot de passe incorrect',
  too_many_requests: 'Trop de tentatives. Attendez une minute, puis réessayez.',
  unsynchronized_event: 'Événement non synchronisé',
  picture_type: 'Ce fichier n’est pas une image. Utilisez PNG, JPEG, WebP, GIF ou AVIF.',
  picture_size: 'Cette image dépasse 5 Mo. Choisissez-en une plus petite.',
  unknown: 'Une erreur est survenue',
};
