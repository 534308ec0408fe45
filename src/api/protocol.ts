/*
 * What an app and a server tell each other with every request and reply: which versions of their conversation each of
 * them speaks. It rises when one would misunderstand the other (decision 21).
 */

/** The versions that a side speaks, from the oldest that it still understands to its own. */
export interface Protocol {
  oldest: number;
  current: number;
}

/** Version 1 is that of apps and servers which say nothing of it. */
export const PROTOCOL: Protocol = { oldest: 1, current: 3 };

/**
 * From this version on entries change by documents of their own. Whoever speaks an earlier one merges sessions in another
 * way, so sessions are not taken from it; and a first pull has no lines about what it leaves out for it.
 */
export const ENTRY_CHANGES = 3;
const SILENT: Protocol = { oldest: 1, current: 1 };

/** Header of requests and replies: `<oldest>-<current>`. Whoever is no app of ours sends none, and is always served. */
export const PROTOCOL_HEADER = 'x-foyer-protocol';

export const spoken = ({ oldest, current }: Protocol): string => `${oldest}-${current}`;

/** What the other side's header says. */
export function protocolOf(header: unknown): Protocol {
  const [, oldest, current] = /^(\d{1,6})-(\d{1,6})$/.exec(typeof header === 'string' ? header : '') ?? [];
  return oldest === undefined || current === undefined
    ? SILENT
    : { oldest: Number(oldest), current: Number(current) };
}

/** Which side is to be updated before the two understand each other; null where they do. */
export function olderSide(own: Protocol, other: Protocol): 'own' | 'other' | null {
  if (other.oldest > own.current) return 'own';
  return other.current < own.oldest ? 'other' : null;
}
