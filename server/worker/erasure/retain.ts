import { eraseDue } from '#domain/commands/erase.ts';
import type { Documents } from '#domain/commands/documents.ts';
import { run } from '#domain/commands/run.ts';
import { databaseName } from '#domain/ids.ts';
import type { Person } from '../../auth/access.ts';
import { callerOf, ownPerson } from '../../commands/own.ts';
import type { JobKind } from '../../jobs/job.ts';
import { copyOf } from '../../outbox/copy.ts';
import { RETAIN } from './kind.ts';

const OWN = ownPerson({ id: 'server-retention', name: 'Foyer' });
const DEVICE = { id: 'server', name: 'Foyer' };
/** Registrations at once. */
const PORTION = 50;
/** A copy asks again whether it is the one that goes on, and what is planned far ahead is looked at again, ms. */
const MINUTE = 60_000;
const DAY = 86_400_000;

export interface RetainParts {
  documents(eventId: string, person: Person): Promise<Documents>;
}

/**
 * Erases registrations whose time is over, some at once, and comes again when the next are due, at the latest in a day: more
 * come, and sessions move. On a copy that nobody has said to go on with, nothing is erased.
 */
export const retain = ({ documents }: RetainParts): JobKind<null> => ({
  ...RETAIN,
  async run({ eventId, storage, now, signal }) {
    if (eventId === null || !(await storage.exists(databaseName(eventId)))) return undefined;
    const copy = await copyOf(storage);
    if (copy !== null && copy.confirmedAt === null) return { again: now() + MINUTE };
    for (;;) {
      signal.throwIfAborted();
      const caller = callerOf(OWN, { now: now(), newId: () => '', device: DEVICE });
      const done = await run(await documents(eventId, OWN), eraseDue, { most: PORTION }, caller);
      if (!done.ok) throw new Error(`registrations cannot be erased: ${done.error.code}`);
      const { erased, next } = done.value.value;
      if (erased > 0) continue;
      return next === null ? undefined : { again: Math.min(next, now() + DAY) };
    }
  },
});
