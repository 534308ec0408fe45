import type { RefusalCode } from '#domain/commands/refusal.ts';
import type { Result } from '#domain/result.ts';

/** Why a use case failed; i18n has the words. */
export type DataError =
  | RefusalCode
  | 'storage_full'
  | 'storage_broken'
  | 'rights_changed'
  | 'offline'
  | 'invalid_credentials'
  | 'password_change_required'
  | 'password_expired'
  | 'invalid_code'
  | 'code_required'
  | 'wrong_code'
  | 'codes_unreadable'
  | 'codes_central_only'
  | 'codes_first'
  | 'door_over'
  | 'codes_required'
  | 'no_codes'
  | 'not_begun'
  | 'own_codes_first'
  | 'own_account'
  | 'last_manager'
  | 'busy'
  | 'too_many_requests'
  | 'unsynchronized_event'
  | 'already_exists'
  | 'invalid_password'
  | 'link_exists'
  | 'invoice_lost'
  | 'no_email'
  | 'conflict'
  | 'too_many'
  | 'too_large'
  | 'not_implemented'
  | 'server_full'
  | 'server_busy'
  | 'server_unavailable'
  | 'server_error'
  | 'cards_unavailable'
  | 'cards_refused'
  | 'services_key'
  | 'pages_open'
  | 'money_came'
  | 'copy_unconfirmed'
  | 'central_only'
  | 'hub_ended'
  | 'hub_unknown'
  | 'server_outdated';
export interface Failure {
  code: DataError;
  /** What the thrower or the server said, in whatever language: for the log and the folded details, never shown as words. */
  message?: string;
  /** Dotted path, for invalid input. */
  field?: string;
}
export type Outcome<T> = Promise<Result<T, Failure>>;

export interface Subscribable {
  subscribe(listener: () => void): () => void;
}
export interface Readable<T> extends Subscribable {
  get(): T;
}
