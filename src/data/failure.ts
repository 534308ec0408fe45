import type { Result } from '#domain/result.ts';
import type { DataError, Failure } from './types.ts';

/** A failure on its way up inside the data layer; the public face returns its `failure`. */
export class DataFailure extends Error {
  override name = 'DataFailure';
  constructor(
    readonly failure: Failure,
    /** HTTP status, 0 when there was no answer. */
    readonly status = 0,
    /** ms, when the server asked for patience. */
    readonly retryAfter: number | null = null,
    /** The server's own code of the failure. */
    readonly serverCode: string | null = null,
  ) {
    super(failure.message ?? failure.code);
  }
}

export const fail = (code: DataError, message?: string): { ok: false; error: Failure } => ({
  ok: false,
  error: message === undefined ? { code } : { code, message },
});

/** The failure that an error stands for: ours as it is, the local database's by what PouchDB and IndexedDB say. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DataFailure) return error.failure;
  if (isQuota(error)) return { code: 'storage_full' };
  if (isBroken(error)) return { code: 'storage_broken' };
  return { code: 'unknown', message: error instanceof Error ? error.message : textOf(error) };
}

/** Runs a use case; what it throws becomes its failure. */
export async function attempt<T>(work: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>> {
  try {
    return await work();
  } catch (error) {
    return { ok: false, error: failureOf(error) };
  }
}

/**
 * No answer, or one that says: later. Nothing is wrong with what was asked, and asking again may help (`codes_first`: once
 * one-time codes are set up).
 */
export const isUnreachable = (code: DataError): boolean =>
  ['offline', 'too_many_requests', 'server_busy', 'server_unavailable', 'hub_ended', 'codes_first'].includes(
    code,
  );

const statusOf = (error: unknown): number => {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : 0;
};
export const isConflict = (error: unknown): boolean => statusOf(error) === 409;
export const isMissing = (error: unknown): boolean => statusOf(error) === 404;

export const isQuota = (error: unknown): boolean => /quota|disk is full|ENOSPC/i.test(textOf(error));

/** A connection that the browser closed under us, as an iPhone's does ("Connection to Indexed Database server lost"); opening the database again may help. */
export const isClosed = (error: unknown): boolean =>
  /InvalidStateError|database is closed|database is not open|connection is closing|connection (?:was|is) lost|Database server lost|DatabaseClosed/i.test(
    textOf(error),
  );

/** Anything that says the local database itself cannot be used. */
export const isBroken = (error: unknown): boolean =>
  isClosed(error) ||
  /went_bad|backing store|UnknownError|VersionError|Corruption|idb_open|DataError|NotReadableError/i.test(
    textOf(error),
  );

/** All that an error says, in one line: PouchDB puts the browser's words in `reason`. */
function textOf(error: unknown): string {
  if (error === null || typeof error !== 'object') return String(error);
  const { name, message, reason, error: inner } = error as Record<string, unknown>;
  return [name, message, reason, inner].map(wordsOf).join(' ');
}

const wordsOf = (part: unknown): string =>
  typeof part === 'string' ? part : part instanceof Error ? `${part.name} ${part.message}` : '';
