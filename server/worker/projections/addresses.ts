import type { Documents } from '#domain/commands/documents.ts';
import { deskAddresses } from '#domain/commands/desk.ts';
import { run } from '#domain/commands/run.ts';
import { typeOfId, type NewId } from '#domain/ids.ts';
import type { Person } from '../../auth/access.ts';
import { callerOf, ownPerson } from '../../commands/own.ts';
import type { DeskAddresses } from '../../desk/addresses.ts';
import type { Projection } from '../projection.ts';

interface AddressesParts {
  addresses: DeskAddresses;
  documents(eventId: string, person: Person): Promise<Documents>;
  newId: NewId;
}

const server = ownPerson({ id: 'server-forms', name: 'Foyer' });
const device = { id: 'server', name: 'Foyer' };

/** Which event a public address belongs to, so that the desk finds the form there. */
export const addresses = ({ addresses: index, documents, newId }: AddressesParts): Projection => ({
  name: 'addresses',
  wants: ({ id }) => typeOfId(id) === 'form',
  create: ({ eventId, now }) => ({
    wholly: true,
    async run() {
      const own = await documents(eventId, server);
      const done = await run(own, deskAddresses, null, callerOf(server, { now: now(), newId, device }));
      if (!done.ok) throw new Error(`forms cannot be read: ${done.error.code}`);
      for (const accessId of done.value.value) await index.claim(accessId, eventId);
    },
  }),
});
