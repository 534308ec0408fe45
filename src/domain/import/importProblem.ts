/** What may be wrong at a cell; i18n has the words. */
export const IMPORT_PROBLEMS = [
  'required',
  'name',
  'freename',
  'text',
  'email',
  'phone',
  'tooLong',
  'number_exists',
  'title_unknown',
  'language_unknown',
  'category_unknown',
  'session_unknown',
  'session_archived',
  'no_session',
  'invalid_table_number',
  'seat_without_table',
  'invalid_seat_number',
  'occupied_seat_number',
] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];
