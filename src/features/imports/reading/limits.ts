/** What a file may be at most: a spreadsheet of people, not a bomb. The worker is ended when it takes too long. */
export const FILE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  /** Of an .xlsx when unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  rows: 20_000,
  columns: 100,
  cellLength: 10_000,
  ms: 30_000,
} as const;

/** Why a file could not be read; i18n has the words. */
export type ReadError =
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_slow'
  | 'unknown_format'
  | 'damaged'
  | 'empty'
  | 'only_hidden';

export class ReadFailure extends Error {
  override name = 'ReadFailure';
  constructor(readonly code: ReadError) {
    super(code);
  }
}
