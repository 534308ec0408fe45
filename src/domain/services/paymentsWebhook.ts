import { PAYMENTS_WEBHOOK } from '../config.ts';

/** What Stripe is asked to tell of; of whatever else it tells, nothing comes. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;
export type StripeEvent = (typeof STRIPE_EVENTS)[number];

/** Where Stripe tells of an event's payments. `origin` is the address at which the server is reached from outside. */
export const paymentsWebhook = (
  eventId: string,
  origin: string,
  template: string = PAYMENTS_WEBHOOK,
): string => new URL(template.replaceAll('{eventId}', encodeURIComponent(eventId)), origin).href;
