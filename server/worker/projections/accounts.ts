import { LANGUAGES, type Language } from '#domain/config.ts';
import { typeOfId } from '#domain/ids.ts';
import { claimed } from '../../customers/customers.ts';
import { GIVE_ACCOUNT } from '../../desk/giveAccount.ts';
import type { AnyDoc } from '../../storage/types.ts';
import { getMany } from '../couch.ts';
import type { Projection } from '../projection.ts';

/**
 * Has an account made for each registration whose form asks for one (readings, no. 46). It follows from what is stored: who was
 * told of a registration has the account too, whenever the process that answered has died.
 */
export const accounts: Projection = {
  name: 'accounts',
  begins: 'now',
  wants: ({ id }) => typeOfId(id) === 'consumer',
  create: ({ storage, db, eventId, jobs, readings }) => ({
    async run(ids) {
      const billed = (await readings.settled(ids)).flatMap(({ id, doc }) => billedOf(id, doc) ?? []);
      const forms = await getMany(db, [...new Set(billed.map(({ formId }) => formId))]);
      const asked = billed.filter(({ formId }) => asksAccount(forms.get(formId)?.doc ?? null));
      const given = await claimed(
        storage,
        eventId,
        asked.map(({ id }) => id),
      );
      for (const { id, formId, language: own } of asked) {
        if (given.has(id)) continue;
        const language = languageOf(own) ?? languageOf(forms.get(formId)?.doc?.['language']) ?? 'fr';
        await jobs.enqueue(GIVE_ACCOUNT, { eventId, key: id, payload: { language } });
      }
    },
  }),
};

/** Null where no form made it, or nobody is to be written to, as for one who was erased. */
function billedOf(id: string, doc: AnyDoc | null): { id: string; formId: string; language: unknown } | null {
  const { formId } = (doc?.['registration'] ?? {}) as { formId?: unknown };
  const { email, language } = (doc?.['person'] ?? {}) as { email?: unknown; language?: unknown };
  return typeof formId === 'string' && typeof email === 'string' && email !== ''
    ? { id, formId, language }
    : null;
}

const asksAccount = (form: AnyDoc | null): boolean =>
  (form?.['required'] as { account?: unknown } | null | undefined)?.account === true;

const languageOf = (said: unknown): Language | undefined => LANGUAGES.find((one) => one === said);
