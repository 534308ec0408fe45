import type { en } from '../en/index.ts';
import type { Shape } from '../shape.ts';

export const payments: Shape<typeof en.payments> = {
  state: 'État',
  states: {
    free: 'Rien à payer',
    held: 'Attend le paiement par carte',
    open: 'Pas encore payé',
    part: 'Payé en partie',
    paid: 'Payé',
    refunded: 'Remboursé',
    canceled: 'Annulé : rien n’est dû',
  },
  heldUntil: 'Attend le paiement par carte. La place est gardée jusqu’au {{time}}',
  flags: {
    late: 'Payé trop tard',
    over: 'Payé en trop',
    disputed: 'Contesté',
  },
  flagHints: {
    late: 'Le paiement est arrivé quand la place était déjà à d’autres. {{amount}} est à rembourser.',
    over: 'Il est arrivé plus que ce qui est dû. {{amount}} est à rembourser.',
    disputed:
      'La personne qui a payé conteste un paiement auprès de sa banque. Répondez chez Stripe, le délai est limité.',
  },
  paid: 'Payé',
  refunded: 'Remboursé',
  open: 'Encore dû',
  credit: 'À rembourser',
  cards: 'Paiements par carte',
  refundedOf: 'dont {{amount}} remboursés',
  atStripe: 'Voir chez Stripe',
  atStripeOf: 'Voir le paiement de {{amount}} chez Stripe',
  refund: 'Rembourser',
  refundOf: 'Rembourser le paiement de {{amount}}',
  refundTitle: 'Rembourser',
  refundAmount: 'Montant, {{most}} au plus',
  refundNow: 'Rembourser {{amount}}',
  refundDone: '{{amount}} repart vers la carte.',
  outcomes: {
    credit: 'Ce qui a été payé en trop est remboursé. L’inscription reste comme elle est.',
    less: 'L’inscription coûte ensuite d’autant moins.',
    lessInvoice:
      'L’inscription coûte ensuite d’autant moins : une note de crédit annule sa facture, et une nouvelle est établie.',
    canceled: 'Tout est remboursé : l’inscription est donc annulée et ses places sont libres.',
    canceledInvoice:
      'Tout est remboursé : l’inscription est donc annulée et ses places sont libres. Une note de crédit annule sa facture.',
  },
};
