import { hasRole, type Role } from './roles.ts';

/*
 * What of an event a role may hold on its devices (readings, no. 41). Registrations carry addresses and amounts: they are
 * for members, as whole documents, never in a shortened form under the same revision. Messages and templates no screen of
 * a door shows, and the PDF of a template has up to 20 MB.
 */

/** Ids of documents that hosts never see begin so. */
export const MEMBERS_ONLY_PREFIXES = [
  ...['consumer_', 'payment_'],
  ...['notif_', 'invitationtemplate_', 'invoicetemplate_', 'whatsapptemplate_'],
] as const;

/** Which documents a copy of an event holds: all of them, or those that a door may have. */
export type CopyScope = 'all' | 'door';

export const scopeOf = (role: Role): CopyScope => (hasRole(role, 'member') ? 'all' : 'door');

/** Decides by id alone, so that it also holds for deletions. */
export const isInScope = (scope: CopyScope, id: string): boolean =>
  scope === 'all' || !MEMBERS_ONLY_PREFIXES.some((prefix) => id.startsWith(prefix));

/**
 * Whether this person may bring back what a server has lost, whoever wrote it. Those at a door may bring their own
 * check-ins: offering the rest would only fill the server's log with refusals.
 */
export function mayBring(scope: CopyScope, userId: string, doc: Readonly<Record<string, unknown>>): boolean {
  if (scope === 'all') return true;
  return doc['type'] === 'checkin' && (doc['author'] as { id?: unknown } | undefined)?.id === userId;
}

/**
 * Whether a document at a door came from the server, by its signature: what is made there, or was while its person was a member,
 * bears that person's own. After a crash nothing else may tell, and a server that lost it would refuse it from a host.
 */
export function isOfOthers(
  scope: CopyScope,
  userId: string,
  doc: Readonly<Record<string, unknown>>,
): boolean {
  if (scope === 'all') return false;
  const { author, metadata } = doc as { author?: Signed; metadata?: { author?: Signed } };
  const signer = (author ?? metadata?.author)?.id;
  return typeof signer === 'string' && signer !== userId;
}
interface Signed {
  id?: unknown;
}
