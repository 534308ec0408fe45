import type { Language } from '#domain/config.ts';
import { databaseName } from '#domain/ids.ts';
import type { JobKind } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { PASSWORD_MAIL } from '../outbox/passwordMail.ts';
import { read } from '../storage/documents.ts';
import { DATABASES } from '../storage/types.ts';
import { accountOf, associateStored, type Customer } from '../customers/customers.ts';

/** Its key is the registration's id. */
export const GIVE_ACCOUNT = {
  name: 'giveAccount',
  ...{ atOnce: 2, attempts: 20, firstWait: 2000, longestWait: 3_600_000 },
} as const satisfies Omit<JobKind<{ language: Language }>, 'run'>;

/**
 * Where a form asks for it, a registration comes with an account of its e-mail address (readings, no. 46). Nobody is told a
 * password: a new account has a link mailed with which its owner chooses one, which proves the address.
 */
export const giveAccount = (jobs: Jobs, publicUrl: string | null): JobKind<{ language: Language }> => ({
  ...GIVE_ACCOUNT,
  async run({ eventId, key: consumerId, payload: { language }, storage, now }) {
    if (eventId === null || !(await storage.exists(databaseName(eventId)))) return;
    const db = await storage.openExisting(databaseName(eventId));
    // Done again it changes nothing: least of all a password that was chosen meanwhile.
    await associateStored(storage, db, { eventId, consumerId }, now());
    const id = await accountOf(storage, eventId, consumerId);
    if (id === null) return;
    const account = (await read(await storage.open(DATABASES.customers), id)) as unknown as Customer | null;
    const isNew = account?.madeBy === `${eventId}/${consumerId}` && account.mailed === undefined;
    if (!isNew || publicUrl === null) return;
    await jobs.enqueue(PASSWORD_MAIL, { eventId: null, key: id, payload: { language, isNew } });
  },
});
