import type { JobKind } from '../jobs/job.ts';

/** Reads a payment from the provider; its key is the page's id or the payment's. */
export const READ_CARD = {
  name: 'readCardPayment',
  looks: true,
  ...{ atOnce: 4, attempts: 300, firstWait: 1000, longestWait: 10 * 60_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;

/** Ends the time in which a place is held; its key is the registration's id. */
export const END_HOLD = {
  name: 'endCardHold',
  looks: true,
  ...{ atOnce: 4, attempts: 20, firstWait: 1000, longestWait: 60_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;

/** Ends pages to pay on whose time is over, or for which nothing is owed any more; its key is the registration's id. */
export const END_PAGES = {
  name: 'endCardPages',
  looks: true,
  ...{ atOnce: 2, attempts: 300, firstWait: 1000, longestWait: 10 * 60_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;

/** Forgets a former account's key, once nobody can pay there any more. */
export const FORGET_KEYS = {
  name: 'forgetFormerCardKeys',
  looks: true,
  ...{ atOnce: 1, attempts: Infinity, firstWait: 60_000, longestWait: 3_600_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;
