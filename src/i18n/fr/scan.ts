import type * as en from '../en/scan.ts';
import type { Shape } from '../shape.ts';

export const scan: Shape<typeof en.scan> = {
  title: 'Scanner',
  close: 'Fermer le scanner',
  torchOn: 'Allumer la lampe',
  torchOff: 'Éteindre la lampe',
  opening: 'Ouverture de la caméra…',
  aim: 'Placez le code dans le cadre',
  error_denied: 'L’application n’est pas autorisée à accéder à la caméra.',
  error_unsupported: 'Votre appareil n’est pas pris en charge.',
  deniedHint: 'Autorisez la caméra pour cette page dans les réglages du navigateur, puis réessayez.',
  unsupportedHint: 'Une douchette fonctionne aussi ici, de même que la liste des invités.',
  retry: 'Réessayer',
  toList: 'Ouvrir la liste des invités',
  stay: 'Rester sur le scanner',
  stayHint: 'Pour l’invité suivant, aussitôt',
  sound: 'Son',
  settings: 'Réglages du scanner',
  in: 'Bienvenue',
  already: 'Ce code QR a déjà été scanné.',
  alreadyAt: 'Entrée à {{time}} · {{device}}',
  notFound: 'Invité introuvable.',
  notFoundHint: 'Aucun invité de cet événement n’a le code {{code}}.',
  elsewhere: 'Pas d’inscription à cette session.',
  failed: 'Non enregistré',
};
