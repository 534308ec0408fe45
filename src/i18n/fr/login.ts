import type * as en from '../en/login.ts';
import type { Shape } from '../shape.ts';

export const login: Shape<typeof en.login> = {
  lead: 'La gestion d’événements qui continue quand le réseau s’arrête.',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  submit: 'Se connecter',
  pair: 'Associer ce téléphone avec un code',
  offline:
    'Cet appareil est hors ligne. La connexion au compte exige le réseau ; ensuite, Foyer fonctionne sans.',
  kept: 'Les modifications faites auparavant sur cet appareil sont conservées et envoyées après la connexion.',
};
export const loginMore: Shape<typeof en.loginMore> = {
  changeTitle: 'Choisissez un nouveau mot de passe',
  changeLead: 'Vous vous êtes connecté avec un mot de passe à usage unique. Désormais, utilisez le vôtre.',
  updated: 'Nouveau mot de passe',
  confirmation: 'Confirmer le nouveau mot de passe',
  changeSubmit: 'Enregistrer et se connecter',
  back: 'Retour à la connexion',
  ended:
    'Vous avez été déconnecté : cette connexion a été fermée ou a expiré. Ce qui n’a pas encore été envoyé reste sur cet appareil et partira après votre prochaine connexion.',
  doorEnded:
    'Ce téléphone n’est plus une porte : son temps était écoulé, ou quelqu’un y a mis fin. Les entrées faites sans réseau qu’il n’avait pas encore envoyées restent inconnues des autres : prévenez l’organisateur.',
  doorDelivered:
    'Ce téléphone n’est plus une porte : son temps est écoulé. Tout ce qui a été fait dessus est au serveur.',
  unheard:
    'Vous êtes déconnecté ici : cet appareil a supprimé sa clé. Le serveur terminera la connexion dès qu’il sera joignable.',
};
export const passwordRule: Shape<typeof en.passwordRule> = {
  pattern_password: 'Au moins 6 caractères, dont une majuscule et un chiffre.',
  password_common: 'Trop de personnes utilisent ce mot de passe : il serait deviné. Choisissez-en un autre.',
  password_username: 'Le mot de passe doit différer du nom d’utilisateur.',
  password_same: 'Choisissez un autre mot de passe que celui à usage unique.',
};
export const error: Shape<typeof en.error> = {
  password_mismatch: 'Erreur de confirmation du mot de passe',
};
export const pairing = {
  title: 'Associer ce téléphone',
  lead: 'Ce téléphone enregistrera les entrées d’un événement, et rien d’autre. Le code est sur l’écran de l’organisateur.',
  code: 'Code',
  submit: 'Associer',
  loggedIn:
    'Vous êtes connecté ici en tant que {{name}}. Déconnectez-vous pour faire de ce téléphone une porte.',
  home: 'Aux événements',
  door: 'Ce téléphone est la porte « {{name}} » jusqu’au {{time}}.',
};
