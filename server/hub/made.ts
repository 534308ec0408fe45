import type { MadeDoor } from '#api/hubSchemas.ts';
import { user as userSchema, type User } from '#domain/documents/user.ts';
import type { Accounts } from '../auth/accounts.ts';
import { update } from '../storage/documents.ts';
import { DATABASES, type Storage } from '../storage/types.ts';

/* Doors that were paired on this hub, until the central server knows of them. */

export async function untoldDoors(storage: Storage, accounts: Accounts): Promise<MadeDoor[]> {
  const { rows } = await (await storage.open(DATABASES.users)).allDocs({ include_docs: true });
  const users = rows.flatMap(({ doc }) => userSchema.safeParse(doc).data ?? []).filter(isUntold);
  const doors = await Promise.all(
    users.map(async ({ _id: id, username: name, door, metadata }): Promise<MadeDoor[]> => {
      const [login] = await accounts.logins.all(id);
      // Its phone has no login yet: it is told the next time.
      if (login?.tokenHash === undefined || door == null) return [];
      const { loginId, tokenHash, issuedAt, since, device, endedAt } = login;
      const ended = endedAt === undefined ? {} : { endedAt };
      return [
        {
          ...{ id, name, eventId: door.eventId, until: door.until, by: metadata.author?.id ?? '' },
          login: { loginId, tokenHash, issuedAt, since, device, ...ended },
        },
      ];
    }),
  );
  return doors.flat();
}

export const isUntold = ({ door }: Pick<User, 'door'>): boolean => door?.untold === true;

/** The central server knows of them by now. */
export async function markTold(storage: Storage, ids: readonly string[]): Promise<void> {
  const users = await storage.open(DATABASES.users);
  for (const id of ids)
    await update(users, id, (stored) =>
      stored === null ? null : { ...stored, door: { ...(stored['door'] as object), untold: false } },
    );
}
