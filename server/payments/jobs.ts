import { databaseName } from '#domain/ids.ts';
import type { JobKind } from '../jobs/job.ts';
import { copyOf } from '../outbox/copy.ts';
import { forgetKeys } from './formerKeys.ts';
import { END_HOLD, END_PAGES, FORGET_KEYS, READ_CARD } from './kinds.ts';
import type { Payments } from './payments.ts';

const MINUTE = 60_000;
/** So often the provider is asked; then the place is given back whatever it says. Who had paid is heard of later. */
const ASKED = 10;

export const paymentJobs = (payments: Payments): JobKind<null>[] => [
  {
    ...READ_CARD,
    async run({ eventId, key, storage, signal }) {
      await payments.quiet(signal);
      if (signal.aborted) throw new Error('the server ends');
      if (eventId === null || !(await storage.exists(databaseName(eventId)))) return;
      await payments.look(eventId, key);
    },
  },
  {
    ...FORGET_KEYS,
    async run({ eventId, storage, now }) {
      if (eventId === null || !(await storage.exists(databaseName(eventId)))) return undefined;
      return forgetKeys(storage, eventId, now());
    },
  },
  {
    ...END_HOLD,
    async run({ eventId, key, storage, now, number }) {
      if (eventId === null || !(await storage.exists(databaseName(eventId)))) return undefined;
      const copy = await copyOf(storage);
      if (copy !== null && copy.confirmedAt === null) return { again: now() + MINUTE };
      return payments.endHold(eventId, key, { atOnce: number > ASKED });
    },
  },
  {
    ...END_PAGES,
    async run({ eventId, key, storage, now }) {
      if (eventId === null || !(await storage.exists(databaseName(eventId)))) return undefined;
      // The original may be running, and somebody paying on its pages.
      const copy = await copyOf(storage);
      if (copy !== null && copy.confirmedAt === null) return { again: now() + MINUTE };
      return payments.endPages(eventId, key);
    },
  },
];
