/** Words for values that documents, sentences and the public page say too: they are their own script, loaded early. */
export const titles = { mr: 'Mr', mrs: 'Ms', other: 'Other' };
export const consumerStatuses = {
  pending: 'Pending',
  registered: 'Registered',
  reservation_confirmed: 'Reservation confirmed',
  rsvp_confirmed: 'RSVP confirmed',
  notice_sent: 'Notice sent',
  invitation_sent: 'Invitation sent',
  ticket_sent: 'Ticket sent',
  invoice_sent: 'Invoice sent',
  invoice_paid: 'Invoice paid',
  invoiceextra_sent: 'Extra invoice sent',
  seating_validated: 'Seating validated',
  postevent_sent: 'Post-event message sent',
  canceled: 'Cancelled',
};
export const paymentTypes = {
  card: 'Card',
  cash: 'Cash',
  none: 'None',
  other: 'Other',
  transfer: 'Bank transfer',
};
