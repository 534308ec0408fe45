import type * as en from '../en/values.ts';
import type { Shape } from '../shape.ts';

export const titles: Shape<typeof en.titles> = { mr: 'M.', mrs: 'Mme', other: 'Autre' };

export const consumerStatuses: Shape<typeof en.consumerStatuses> = {
  pending: 'En attente',
  registered: 'Inscrit',
  reservation_confirmed: 'Réservation confirmée',
  rsvp_confirmed: 'Présence confirmée',
  notice_sent: 'Avis envoyé',
  invitation_sent: 'Invitation envoyée',
  ticket_sent: 'Billet envoyé',
  invoice_sent: 'Facture envoyée',
  invoice_paid: 'Facture payée',
  invoiceextra_sent: 'Facture complémentaire envoyée',
  seating_validated: 'Placement validé',
  postevent_sent: 'Message d’après-événement envoyé',
  canceled: 'Annulé',
};

export const paymentTypes: Shape<typeof en.paymentTypes> = {
  card: 'Carte',
  cash: 'Espèces',
  none: 'Aucun',
  other: 'Autre',
  transfer: 'Virement bancaire',
};
