/** The configured lists of specification 1 §9: the one place to change them. */
export const LANGUAGES = ['en', 'fr'] as const;
export const PAYMENT_TYPES = ['card', 'cash', 'none', 'other', 'transfer'] as const;
export const CURRENCIES = ['chf', 'eur', 'usd'] as const;
export const DEFAULT_CURRENCY = 'chf';
/** Percentages to pay; 100 is the full price. */
export const RATES = [100, 75, 50, 25, 0] as const;
export const DEFAULT_MAX_CLIENTS_PER_SESSION = 100;
/**
 * Where the public desk is (readings, no. 49): relative ones are of Foyer's own server. `{formAccessId}` and `{eventId}` are
 * put in; an empty webhook is not called.
 */
export const DESK_ENDPOINTS: Readonly<Record<'form' | 'login' | 'eventWebhook', string>> = {
  form: '/desk/{formAccessId}',
  login: '/desk/login',
  eventWebhook: '',
};
/** Where Stripe tells of payments; a relative one is of Foyer's own server, `{eventId}` is put in. */
export const PAYMENTS_WEBHOOK = '/api/payments/webhook/{eventId}';
export const CATEGORIES = ['company', 'barter', 'indiv', 'media', 'ooc', 'org', 'other', 'sponsor'] as const;
export const TITLES = ['mr', 'mrs', 'other'] as const;
export const SESSION_STATUSES = ['upcoming', 'ongoing', 'archived'] as const;
export const DEFAULT_AUTO_SAVE_DELAY_SECONDS = 60;

export type Language = (typeof LANGUAGES)[number];
export type PaymentType = (typeof PAYMENT_TYPES)[number];
export type Currency = (typeof CURRENCIES)[number];
export type Category = (typeof CATEGORIES)[number];
export type Title = (typeof TITLES)[number];
export type SessionStatus = (typeof SESSION_STATUSES)[number];
