import type * as en from '../en/common.ts';
import type { Shape } from '../shape.ts';

export const common: Shape<typeof en.common> = {
  calendarEarlier: 'Plus tôt',
  calendarLater: 'Plus tard',
  appName: 'Foyer',
  labelled: '{{label}} : {{value}}',
  emptyFields_one: '{{count, number}} champ vide',
  emptyFields_other: '{{count, number}} champs vides',
  save: 'Enregistrer',
  cancel: 'Annuler',
  close: 'Fermer',
  showPassword: 'Afficher ou masquer le mot de passe',
  add: 'Ajouter',
  edit: 'Modifier',
  remove: 'Retirer',
  duplicate: 'Dupliquer',
  undo: 'Annuler',
  retry: 'Réessayer',
  reload: 'Recharger',
  clear: 'Effacer',
  loading: 'Chargement…',
  actions: 'Actions',
  noResult: 'Aucun résultat.',
  showAll: 'Tout afficher',
  none: '–',
  yes: 'Oui',
  copied: 'Copié.',
  leaveTitle: 'Quitter sans enregistrer ?',
  leave: 'Quitter',
  stay: 'Rester ici',
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
  phone: 'Veuillez saisir le numéro au format international, par exemple +41 79 123 45 67.',
  number: 'Veuillez saisir un nombre.',
  range: 'Ce nombre est hors limites.',
  step: 'Veuillez saisir deux décimales au plus.',
  whole: 'Veuillez saisir un nombre entier.',
  lines: 'Veuillez écrire deux lignes au plus.',
  choices: 'Veuillez écrire 100 choix au plus.',
  origin: 'Veuillez saisir une adresse comme https://gala.example.',
  web: 'Veuillez saisir une adresse comme https://gala.example/donnees.',
  iban: 'Ce n’est pas un IBAN. Un chiffre est peut-être faux ou manquant.',
  ambiguous: 'Le signe devant trois chiffres peut se lire de deux façons. Choisissez la bonne.',
  unit: 'L’unité saisie n’est pas celle du champ.',
  tooLong: 'Ce texte est trop long.',
  date: 'Veuillez saisir une date.',
  noDate: '« {{text}} » n’est pas une date : rien n’a été changé.',
  farDate: '« {{text}} » est hors des années 1970 à 9999 : rien n’a été changé.',
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
  registration_canceled: 'L’inscription de cet invité est annulée.',
  number_exists: 'Ce code existe déjà.',
  invalid_table_number: 'Numéro non valable.',
  invalid_seat_number: 'Numéro non valable.',
  occupied_seat_number: 'Place occupée.',
  plan_changed: 'Quelqu’un a enregistré ce plan au même moment. Regardez-le et enregistrez de nouveau.',
  place_changed: 'Quelqu’un a changé cette place entre-temps. Regardez le plan et réessayez.',
  nothing_to_do: 'Il n’y avait rien à modifier.',
  other_currency:
    'De l’argent est arrivé ou reparti dans la monnaie de cette inscription : elle ne peut pas changer.',
  storage_full: 'La mémoire de cet appareil est pleine. Libérez de la place, puis réessayez.',
  storage_broken: 'La mémoire de cet appareil ne répond pas. Rechargez la page.',
  rights_changed:
    'Vos droits ont changé entre-temps : l’opération n’est pas terminée. Vérifiez ce qui a été fait.',
  offline: 'Pas de connexion au serveur. Réessayez une fois en ligne.',
  unauthorized: 'Votre session a expiré. Veuillez vous reconnecter.',
  invalid_credentials: 'Nom d’utilisateur ou mot de passe incorrect',
  password_change_required: 'Ce mot de passe est à usage unique. Choisissez-en un nouveau.',
  invalid_code:
    'Ce code n’est pas valable. Un code sert une fois, pendant dix minutes : demandez-en un nouveau.',
  password_expired: 'Ce mot de passe à usage unique a expiré. Demandez-en un nouveau à un administrateur.',
  last_manager: 'C’est le dernier administrateur. Donnez d’abord ce rôle à un autre utilisateur.',
  busy: 'Beaucoup de personnes se connectent en ce moment. Réessayez dans quelques secondes.',
  code_required: 'Il faut un code à usage unique.',
  wrong_code: 'Ce code est faux ou a déjà servi. Attendez le suivant.',
  codes_unreadable:
    'Le serveur ne peut pas vérifier les codes : sa clé a changé. Utilisez un code de secours ou demandez à un administrateur.',
  codes_central_only:
    'Vous êtes sur le serveur de salle. Seul le serveur central vérifie les codes à usage unique, et il est injoignable pour le moment. Les appareils déjà connectés continuent.',
  codes_first: 'Le serveur n’accepte rien avant que les codes à usage unique soient configurés.',
  door_over: 'Le temps de cette porte est écoulé : elle ne reçoit plus rien du serveur.',
  codes_required: 'Votre rôle exige des codes à usage unique.',
  no_codes: 'Il n’y a plus de codes à usage unique.',
  not_begun: 'Cela a pris trop de temps. Veuillez recommencer.',
  own_codes_first: 'Configurez d’abord des codes à usage unique pour vous-même, sous « Mon compte ».',
  own_account: 'Ceci est votre propre compte : voyez « Mon compte ».',
  too_many_requests: 'Trop de tentatives. Attendez une minute, puis réessayez.',
  unsynchronized_event: 'Événement non synchronisé',
  unprintable_text:
    'Un texte contient une lettre absente de toutes les polices. L’aperçu du modèle indique laquelle.',
  empty_message: 'Le message est vide.',
  unknown_variable: 'Le texte contient une variable qui n’existe pas.',
  unbound: 'Rien ne remplace encore un élément que le texte approuvé nomme.',
  content_sid_missing:
    'Ce que ce texte a entre doubles accolades n’est rempli que pour un contenu approuvé\u00a0: indiquez son ContentSid, ou écrivez le texte sans.',
  content_sid: 'Le nom d’un contenu approuvé est HX suivi de 32 chiffres ou lettres de a à f.',
  no_counterpart: 'Le formulaire choisi dans l’autre langue n’existe plus. Choisissez à nouveau.',
  too_late: 'C’est trop tard : l’envoi a déjà eu lieu.',
  still_expected:
    'Cet invité est encore attendu. Annulez d’abord l’inscription, ou retirez l’invité des sessions.',
  invoice_lost:
    'Le serveur a perdu ce PDF et ne peut pas le refaire à l’identique. Restaurez une sauvegarde, ou faites corriger la facture : une note de crédit et une nouvelle facture sont alors émises.',
  missing_template: 'Modèle manquant',
  unreadable_invitation: 'Le PDF du modèle d’invitation manque ou ne peut pas être lu.',
  unreadable_invoice: 'Le PDF du modèle de facture manque ou ne peut pas être lu.',
  picture_type: 'Ce fichier n’est pas une image. Utilisez PNG, JPEG, WebP, GIF ou AVIF.',
  picture_size: 'Cette image dépasse 5 Mo. Choisissez-en une plus petite.',
  file_type: 'Ce fichier n’est pas un PDF.',
  file_size: 'Ce PDF dépasse 20 Mo. Choisissez-en un plus petit.',
  file_unreadable:
    'Ce fichier ne peut plus être lu : il a été modifié ou déplacé depuis que vous l’avez choisi. Choisissez-le à nouveau.',
  already_exists: 'Ce nom d’utilisateur existe déjà',
  invalid_password: 'Mot de passe incorrect',
  link_exists: 'L’inscription est déjà associée à un compte.',
  no_email: 'L’inscription n’a pas d’adresse e-mail pour créer un compte.',
  conflict: 'Quelqu’un a modifié cet élément au même moment. Regardez-le à nouveau, puis réessayez.',
  too_many: 'Il y en a autant que possible. Mettez fin à l’un de ceux dont vous n’avez plus besoin.',
  too_large: 'C’est trop volumineux pour le serveur.',
  not_implemented: 'Le serveur ne sait pas encore le faire.',
  server_full:
    'Le serveur n’a plus de place : rien n’y a été enregistré. Prévenez la personne qui l’exploite.',
  server_busy: 'Le serveur est très sollicité. Réessayez dans un instant.',
  server_unavailable: 'Le serveur n’atteint pas sa base de données. Réessayez dans un instant.',
  server_error:
    'Une erreur est survenue sur le serveur. Réessayez ; si elle persiste, prévenez la personne qui l’exploite.',
  cards_unavailable:
    'Stripe ne répond pas pour le moment. Réessayez dans un instant : rien n’est remboursé deux fois.',
  cards_refused: 'Stripe a refusé. Regardez le paiement chez Stripe.',
  services_key:
    'Ce serveur ne peut pas ouvrir les clés de Stripe et n’a donc rien demandé : un autre serveur, avec une autre SERVICES_KEY, les a enregistrées. Demandez à la personne qui gère le serveur de donner la même aux deux, ou saisissez à nouveau les clés.',
  pages_open:
    'Des personnes ont chez Stripe des pages de paiement ouvertes qui ne peuvent pas être fermées en ce moment. Rien n’a été supprimé : réessayez quand Stripe répondra, ou quand ces pages auront pris fin, dans un jour au plus.',
  money_came:
    'Une personne vient de payer par carte. Rien n’a été supprimé : regardez d’abord les paiements de l’événement.',
  copy_unconfirmed:
    'Ce serveur est une copie restaurée. Il ne transfère pas d’argent avant la confirmation d’un administrateur.',
  central_only:
    'Vous êtes sur le serveur de salle. Seul le serveur central fait cela : réessayez quand cet appareil l’atteint.',
  hub_ended:
    'Ce serveur de salle a pris fin : utilisez le serveur central. Ce qui n’est pas encore envoyé reste sur cet appareil.',
  hub_unknown:
    'Le serveur de salle ne connaît pas cette connexion. Ce qui n’est pas encore envoyé reste sur cet appareil.',
  app_outdated:
    'Il faut pour cela une version plus récente de l’application. Mettez-la à jour, puis réessayez.',
  server_outdated:
    'Le serveur utilise une version plus ancienne que cette application. Prévenez la personne qui l’exploite.',
  unknown: 'Une erreur est survenue',
};
