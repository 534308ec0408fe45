import type * as en from '../en/statement.ts';
import type { Shape } from '../shape.ts';

export const statement: Shape<typeof en.statement> = {
  lead: 'Les paiements reçus sur votre compte, rapprochés des factures ouvertes par leur référence.',
  choose: 'Choisir un relevé',
  formats:
    'Un fichier camt.052, camt.053 ou camt.054 (XML), ou un tableau CSV de votre e-banking. Il reste sur cet appareil.',
  unreadable:
    'Aucun paiement n’a été trouvé dans ce fichier. Ce n’est ni un camt.052, ni un camt.053, ni un camt.054, ni un tableau avec une date et un montant.',
  reading: 'Lecture de {{file}}…',
  too_large: 'Ce fichier est trop grand. Il est possible de lire 20 Mo au plus.',
  too_many:
    'Ce relevé contient plus de {{max, number}} paiements. Choisissez-en un d’une période plus courte.',
  too_slow: 'La lecture de ce fichier prend trop de temps. Choisissez un relevé d’une période plus courte.',
  damaged: 'Ce fichier est illisible. Il est peut-être endommagé, ou a été déplacé entre-temps.',
  empty: 'Aucun paiement reçu selon ce relevé.',
  found_one: '{{count, number}} paiement reçu',
  found_other: '{{count, number}} paiements reçus',
  day: 'Date',
  payer: 'Payeur',
  amount: 'Montant',
  invoice: 'Facture',
  verdict: 'Correspond à',
  exact: 'Le montant ouvert',
  other: 'Ouvert : {{open}}',
  twice: 'Identique à un paiement ci-dessus : peut-être le même',
  byHand: 'Un virement de ce montant est déjà noté à la main : peut-être le même. Ouvert : {{open}}',
  sameDay:
    'Un paiement du même jour et du même montant est déjà noté, d’après un autre fichier : peut-être le même. Ouvert : {{open}}',
  currency: 'Une autre monnaie que celle de la facture',
  booked: 'Déjà noté',
  unknown: 'Aucune facture de cet événement',
  whose: 'De qui vient-il ?',
  whoseOf: 'De qui vient le paiement de {{amount}} ?',
  said: 'Choisi à la main. Ouvert : {{open}}',
  back: 'La banque a repris ce paiement. S’il a été noté, annulez la note sur la page de l’invité.',
  taken_one: '{{count, number}} repris par la banque',
  taken_other: '{{count, number}} repris par la banque',
  take: 'Noter ce paiement de {{amount}} pour {{number}}',
  confirm_one: 'Noter {{count, number}} paiement',
  confirm_other: 'Noter {{count, number}} paiements',
  hint: 'Vérifiez chaque rapprochement avant de le confirmer. Qui a tout payé passe à « Facture payée ».',
  done_one: '{{count, number}} paiement a été noté.',
  done_other: '{{count, number}} paiements ont été notés.',
};
