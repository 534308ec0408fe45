/** What was paid, how it stands, and what goes back. */
export const payments = {
  state: 'State',
  states: {
    free: 'Nothing to pay',
    held: 'Waits for the payment by card',
    open: 'Not paid yet',
    part: 'Paid in part',
    paid: 'Paid',
    refunded: 'Given back',
    canceled: 'Cancelled: nothing is owed',
  },
  heldUntil: 'Waits for the payment by card. The place is held until {{time}}',
  flags: {
    late: 'Paid too late',
    over: 'Paid too much',
    disputed: 'Disputed',
  },
  flagHints: {
    late: 'The payment came when the place was given to others. {{amount}} is to be given back.',
    over: 'More came in than is owed. {{amount}} is to be given back.',
    disputed: 'The payer has objected to a payment at the bank. Answer at Stripe, there is a time limit.',
  },
  paid: 'Paid',
  refunded: 'Given back',
  open: 'Still owed',
  credit: 'To give back',
  cards: 'Payments by card',
  refundedOf: '{{amount}} of it given back',
  atStripe: 'Look at it at Stripe',
  atStripeOf: 'Look at the payment of {{amount}} at Stripe',
  refund: 'Give back',
  refundOf: 'Give the payment of {{amount}} back',
  refundTitle: 'Give money back',
  refundAmount: 'Amount, {{most}} at most',
  refundNow: 'Give {{amount}} back',
  refundDone: '{{amount}} is on the way back to the card.',
  outcomes: {
    credit: 'What was paid too much goes back. The registration stays as it is.',
    less: 'The registration then costs that much less.',
    lessInvoice:
      'The registration then costs that much less: a credit note takes its invoice back, and a new one is issued.',
    canceled: 'All of it goes back, so the registration is cancelled and its places are free.',
    canceledInvoice:
      'All of it goes back, so the registration is cancelled and its places are free. A credit note takes its invoice back.',
  },
};
