import type { invoices as english } from '../en/invoices.ts';
import type { Shape } from '../shape.ts';

export const invoices: Shape<typeof english> = {
  title: 'Factures',
  none: 'Aucune facture n’a encore été émise.',
  issue: 'Émettre la facture',
  waiting: 'La facture sera émise dès que le serveur en aura connaissance.',
  correcting: 'La correction sera émise dès que le serveur en aura connaissance.',
  invoice: 'Facture {{number}}',
  credit: 'Note de crédit {{number}}',
  takesBack: 'Annule la facture {{number}}',
  takenBack: 'Annulée',
  lacks: {
    missing_template:
      'Pas encore de PDF : il n’y a pas de modèle de facture pour cette langue et ce mode de paiement, ou son PDF ne peut pas être lu.',
    unprintable: 'Pas de PDF : une de ses lettres ne figure dans aucune police.',
  },
  unprintable: {
    warning:
      'Une lettre de « {{text}} » ne figure dans aucune police : la facture recevrait son numéro, mais pas de PDF. Modifiez ce texte avant d’émettre la facture.',
    confirm: 'Émettre sans PDF',
  },
  correct: {
    label: 'Corriger la facture',
    question:
      'Une note de crédit annule la facture {{number}}, et une nouvelle facture est émise d’après l’inscription actuelle.',
    confirm: 'Émettre les deux',
  },
  cancel: {
    label: 'Annuler la facture',
    question: 'L’inscription est annulée : une note de crédit annule la facture {{number}}.',
    confirm: 'Émettre la note de crédit',
  },
  again: {
    label: 'Émettre une nouvelle facture',
    question: 'La facture {{number}} a été annulée. Une nouvelle est émise d’après l’inscription actuelle.',
    confirm: 'Émettre la facture',
  },
};
