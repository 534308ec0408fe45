import type { Contact } from '#domain/clients/contact.ts';
import type { OpenEvent } from '#data/types.ts';

/** What a guest was called, and how reached, until somebody corrected it here. */
export interface Renaming {
  former: Contact;
  /** The registration's newest invoice, which has the former name; null where there is none. */
  invoice: string | null;
}

// Goes with the event: the form is left by then, and the guest's page says what follows.
const renamings = new WeakMap<OpenEvent['repository'], Map<string, Renaming>>();

export function keepRenaming({ repository }: OpenEvent, clientId: string, renaming: Renaming): void {
  const own = renamings.get(repository) ?? new Map<string, Renaming>();
  // Corrected twice: what was asked about first still stands elsewhere.
  if (!own.has(clientId)) own.set(clientId, renaming);
  renamings.set(repository, own);
}

export const renamingOf = ({ repository }: OpenEvent, clientId: string): Renaming | null =>
  renamings.get(repository)?.get(clientId) ?? null;
