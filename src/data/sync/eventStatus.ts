import type { CopyMode } from '#domain/devices/light.ts';
import { DataFailure, failureOf, isUnreachable } from '../failure.ts';
import type { CopyMarker } from '../local/positions.ts';
import type { DatabaseSync, DataError, RefusedChange, SyncState } from '../types.ts';
import type { Outbox } from './outbox.ts';

/* How an exchange stands, as the device shows it. */

interface Standing {
  id: string;
  phase: SyncState;
  error: DataError | null;
  copy: CopyMarker;
  wanted: CopyMode;
  current: boolean;
  templates: boolean;
  localDocs: number;
  outbox: Pick<Outbox, 'size' | 'ids'>;
  refused: readonly RefusedChange[];
}

export function statusOf(standing: Standing): DatabaseSync {
  const { id, phase, error, copy, wanted, current, templates, outbox, refused } = standing;
  const waiting = outbox.size;
  // What a first pull left out is here in other words.
  const localDocs = standing.localDocs + copy.leftOut;
  const { bundle, remoteDocs } = copy;
  let state = phase;
  if (error !== null && !isUnreachable(error)) state = 'attention';
  else if (state === 'synced' && refused.length > 0) state = 'attention';
  else if (state === 'synced' && waiting > 0) state = 'syncing';
  return {
    id,
    state,
    mode: copy.mode,
    wanted,
    localDocs,
    // Counted now and then; what the server acknowledged since is there too.
    remoteDocs: remoteDocs === null ? null : Math.max(remoteDocs, localDocs - waiting - refused.length),
    complete: copy.complete,
    current,
    templates: templates || (copy.mode === 'full' && copy.complete),
    waiting,
    unsentCheckins: outbox.ids('checkin_'),
    lastExchange: copy.lastExchange,
    progress: bundle === null ? null : bundle.total === 0 ? 1 : Math.min(1, bundle.done / bundle.total),
    refused,
    error,
    lostAt: null,
  };
}

export const isSameStatus = (a: DatabaseSync, b: DatabaseSync): boolean =>
  (Object.keys(a) as (keyof DatabaseSync)[]).every((key) => Object.is(a[key], b[key]));

/** SYNC-08: a first full pull that fails, where the copy was not full before, has an error of its own. */
export function asUnsynchronized(reason: unknown, mode: CopyMode): unknown {
  if (mode !== 'full') return reason;
  const failure = failureOf(reason);
  const status = reason instanceof DataFailure ? reason.status : 0;
  if ([401, 403, 404].includes(status) || failure.code.startsWith('storage')) return reason;
  const message = failure.message === undefined ? {} : { message: failure.message };
  return new DataFailure({ code: 'unsynchronized_event', ...message }, status);
}
