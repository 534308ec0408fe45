import type { Consumer } from '../documents/consumer.ts';
import type { Row, RowState } from './row.ts';

export type NotifAttempt = Consumer['notifs'][string][number];

/** How many rows are in which state, as the API tells it: one that is claimed is still to be sent. */
export const COUNTED = [
  'queued',
  'committing',
  'sent',
  'failed',
  'uncertain',
  'withheld',
  'delivered',
] as const;
export type Counts = Record<(typeof COUNTED)[number], number>;
export const noCounts = (): Counts => ({
  ...{ queued: 0, committing: 0, sent: 0, failed: 0 },
  ...{ uncertain: 0, withheld: 0, delivered: 0 },
});
export const countedAs = (state: RowState): keyof Counts => (state === 'claimed' ? 'queued' : state);

/**
 * An attempt as the registration tells it (specification 1 §3); null where there is nothing to tell yet. `message` is what was sent,
 * in short; `url` where the provider tells more.
 */
export function attemptOf(row: Row, message: string | null, url: string | null): NotifAttempt | null {
  const told = { date: row.at, message, url };
  switch (row.state) {
    case 'sent':
    case 'delivered':
      return { ok: true, error: null, errorCode: null, ...told };
    case 'uncertain':
      return { ok: false, error: 'uncertain', errorCode: null, ...told };
    case 'failed':
      return {
        ...{ ok: false, error: row.failure?.error ?? 'misconfigured' },
        ...{ errorCode: row.failure?.errorCode ?? null, ...told },
      };
    case 'withheld': {
      if (row.hold === undefined || row.hold === 'gone') return null;
      // Their own wish is no failure. What else holds is called as the specification calls it (1 §8), or has our own word.
      const error = row.hold === 'opted_out' ? null : row.hold;
      return { ok: false, error, errorCode: null, ...told };
    }
    default:
      return null;
  }
}
