import type { Author } from '#domain/documents/common.ts';
import type { Caller } from '#domain/commands/command.ts';
import type { NewId } from '#domain/ids.ts';
import type { Person } from '../auth/access.ts';

/** Who writes what a stranger does at a public page, and what the provider of card payments tells. */
export const DESK: Author = { id: 'server-desk', name: 'Registration page' };
export const PAYMENTS: Author = { id: 'server-payments', name: 'Card payments' };

/** Who acts for the server itself, without a login: what it does is told under this name. */
export const ownPerson = ({ id, name }: Author): Person => ({
  id,
  role: 'member',
  user: { _id: id, type: 'user', username: name, role: 'member', metadata: {} },
  issuedAt: 0,
  loginId: '',
});

/** A call of a command on the server, now, by that person. */
export const callerOf = (
  person: Person,
  { now, newId, device }: { now: number; newId: NewId; device: Caller['device'] },
): Caller => ({
  author: { id: person.id, name: person.user.username },
  role: person.role,
  time: now,
  ...{ newId, device },
});
