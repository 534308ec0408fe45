import type { JobKind } from '../../jobs/job.ts';

/** Takes what is left of erased people away, in one event. */
export const ERASE = {
  name: 'erasePeople',
  looks: true,
  ...{ atOnce: 1, attempts: Infinity, firstWait: 1000, longestWait: 3_600_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;

/** Erases the registrations of one event whose time is over. */
export const RETAIN = {
  name: 'eraseDue',
  looks: true,
  ...{ atOnce: 1, attempts: Infinity, firstWait: 60_000, longestWait: 6 * 3_600_000 },
} as const satisfies Omit<JobKind<null>, 'run'>;
