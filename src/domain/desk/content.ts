import { canonical } from '../canonical.ts';
import type { Submission } from './submission.ts';

/**
 * What somebody asks for, as one text: who, what, how it is paid and what was answered. The same whatever else came along with it
 * (the language of the page, the version of the form, a signature), and however what was left empty is said.
 */
export function contentOf(submission: Submission): string {
  const { person, address, addressSec, paymentType, clients, extras, answers } = submission;
  return canonical(
    filled({
      ...{ person, address, addressSec, paymentType, answers },
      clients: clients.map((guest) => ({ ...guest, sessions: guest.sessions.toSorted(by('sessionId')) })),
      extras: (extras ?? []).filter(({ count }) => count > 0).toSorted(by('id')),
    }),
  );
}

const by =
  <K extends string>(key: K) =>
  (a: Record<K, string>, b: Record<K, string>): number =>
    a[key] < b[key] ? -1 : Number(a[key] > b[key]);

/** Without what says nothing. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(filled);
  if (typeof value === 'string') return value.trim() || undefined;
  if (typeof value !== 'object' || value === null) return value === false ? undefined : (value ?? undefined);
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const kept = filled(part);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}
