import type { Documents } from '#domain/commands/documents.ts';
import { joinForms } from '#domain/commands/forms.ts';
import { run } from '#domain/commands/run.ts';
import type { NewId } from '#domain/ids.ts';
import { typeOfId } from '#domain/ids.ts';
import type { Person } from '../../auth/access.ts';
import { callerOf, ownPerson } from '../../commands/own.ts';
import type { Projection } from '../projection.ts';

interface FormsParts {
  documents(eventId: string, person: Person): Promise<Documents>;
  newId: NewId;
}

const server = ownPerson({ id: 'server-forms', name: 'Foyer' });
const device = { id: 'server', name: 'Foyer' };

/** How long whoever saves a form has to switch the version before off (ms): then a crash has left it. */
const LEFTOVER_AFTER = 60_000;
const ALL = 'forms';

/** One form at each public address: what two devices made of it while they were apart is joined. */
export const forms = ({ documents, newId }: FormsParts): Projection => ({
  name: 'forms',
  wants: ({ id }) => typeOfId(id) === 'form',
  create({ eventId, now, settled }) {
    let leftoversAt: number | null = null;
    async function join(leftovers: boolean): Promise<void> {
      const own = await documents(eventId, server);
      // Of three, two are joined, and then the third.
      for (let joined = true; joined;) {
        const done = await run(
          own,
          joinForms,
          { leftovers },
          callerOf(server, { now: now(), newId, device }),
        );
        if (!done.ok)
          throw new Error(`forms cannot be joined: ${done.error.code} ${done.error.message ?? ''}`);
        joined = done.value.value !== null;
      }
    }
    return {
      wholly: true,
      async run() {
        await join(false);
        leftoversAt ??= now() + LEFTOVER_AFTER;
      },
      later: {
        waiting: () => (leftoversAt === null ? [] : [ALL]),
        schedule: () => (leftoversAt ??= now() + LEFTOVER_AFTER),
        due: () => leftoversAt,
        async run(everything) {
          if (leftoversAt === null || (!everything && now() < leftoversAt)) return false;
          leftoversAt = null;
          await join(true).then(
            () => settled(ALL, null),
            (error: unknown) => settled(ALL, error),
          );
          return true;
        },
      },
    };
  },
});
