import type { Session } from '../documents/session.ts';
import { readRegisterTimes } from '../documents/registerTimes.ts';
import { mergeRegisters, withRegisterTimes } from './registers.ts';

/*
 * Title, date, times, status, settings and fields of other programs are a session's details: registers that were last edited at `detailsAt`
 * (decision 49). Who archives it on one device and who corrects its title on another both keep what they did.
 */

type Doc = Record<string, unknown>;

const NO_DETAILS = new Set([
  '_rev',
  '_conflicts',
  '_revisions',
  '_attachments',
  'clients',
  'removedClients',
  'lateRegisters',
  'files',
  'plan',
  'metadata',
]);

/** What merges of a session apart from its entries, plan and files, and when it was edited. */
export type Details = Doc & { metadata: Pick<Session['metadata'], 'detailsAt'> };

/** Merges the details of two versions, as `mergeRegisters` does. */
export function mergeDetails(a: Session, b: Session): Details {
  const { metadata, ...details } = mergeRegisters([asDocument(a), asDocument(b)]);
  const { updatedAt, registers } = metadata as Metadata;
  const { rest, own } = readRegisterTimes(registers, updatedAt);
  const isWhole = rest === updatedAt && Object.keys(own).length === 0;
  const isDated = updatedAt > 0 || [a, b].some((session) => session.metadata.detailsAt !== undefined);
  return {
    ...details,
    ...(isWhole ? {} : { detailTimes: { upTo: updatedAt, rest, times: own } }),
    metadata: isDated ? { detailsAt: updatedAt } : {},
  };
}

/** `next` with the time of this edit at each of the details that it changed of `base`; as it is where they are not edited. */
export function withDetailTimes(base: Session, next: Session): Session {
  if (next.metadata.detailsAt === base.metadata.detailsAt) return next;
  const { registers } = withRegisterTimes(asDocument(base), asDocument(next)).metadata;
  return { ...next, detailTimes: registers };
}

interface Metadata {
  updatedAt: number;
  registers?: Session['detailTimes'];
}

function asDocument({ detailTimes: registers, ...session }: Session): Doc & { metadata: Metadata } {
  const fields = Object.entries(session).filter(([field]) => !NO_DETAILS.has(field));
  const metadata = { updatedAt: session.metadata.detailsAt ?? 0, registers };
  return { ...Object.fromEntries(fields), type: 'session', metadata };
}
