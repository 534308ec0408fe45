/** What a statement may be at most: one of a year is smaller. The worker is ended when it takes too long. */
export const STATEMENT_LIMITS = { bytes: 20 * 1024 * 1024, entries: 10_000, ms: 30_000 } as const;

/** Why a file could not be read; i18n has the words. */
export type StatementFault = 'too_large' | 'too_many' | 'too_slow' | 'damaged' | 'unreadable';
