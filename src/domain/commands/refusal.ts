import type { Refusal } from '../judging/verdict.ts';

/** Why a command writes nothing; i18n has the words. */
export type RefusalCode =
  | 'not_found'
  | 'forbidden'
  | 'unauthorized'
  | 'invalid_document'
  | 'event_archived'
  | 'already_checked_in'
  | 'not_checked_in'
  | 'not_registered'
  | 'registration_canceled'
  | 'number_exists'
  | 'invalid_table_number'
  | 'invalid_seat_number'
  | 'occupied_seat_number'
  | 'place_changed'
  | 'plan_changed'
  | 'nothing_to_do'
  | 'other_currency'
  | 'picture_type'
  | 'picture_size'
  | 'file_type'
  | 'file_size'
  | 'file_unreadable'
  | 'missing_template'
  | 'unreadable_invitation'
  | 'unreadable_invoice'
  | 'unprintable_text'
  | 'empty_message'
  | 'too_large'
  | 'unknown_variable'
  | 'unbound'
  | 'content_sid'
  | 'content_sid_missing'
  | 'no_counterpart'
  | 'too_late'
  | 'still_expected'
  | 'app_outdated'
  | 'unknown';

export interface CommandRefusal {
  code: RefusalCode;
  /** For the log, never shown as words. */
  message?: string;
  /** Dotted path of the field, or whose part of the input it is. */
  field?: string;
}

/** What the judgement of a write says, as its caller hears it. */
export function refusalOf({ code, field, detail }: Refusal): CommandRefusal {
  if (code === 'newer_document' || code === 'update_first') return { code: 'app_outdated' };
  if (code === 'session_archived') return { code: 'event_archived' };
  if (code !== 'invalid_document') return { code: 'forbidden', message: code };
  return {
    code,
    ...(field === undefined ? {} : { field }),
    ...(detail === undefined ? {} : { message: detail }),
  };
}
