import { useTranslation } from 'react-i18next';
import type { English } from '#i18n/en/index.ts';
import type { DataError, Failure } from '#data/types.ts';

type ErrorKey = `errors.${keyof English['errors']}`;

/** Every error code has words: a new code that has none does not compile. */
export const ERROR_KEYS = {
  not_found: 'errors.not_found',
  forbidden: 'errors.forbidden',
  invalid_document: 'errors.invalid_document',
  event_archived: 'errors.event_archived',
  already_checked_in: 'errors.already_checked_in',
  not_checked_in: 'errors.not_checked_in',
  not_registered: 'errors.not_registered',
  registration_canceled: 'errors.registration_canceled',
  number_exists: 'errors.number_exists',
  invalid_table_number: 'errors.invalid_table_number',
  invalid_seat_number: 'errors.invalid_seat_number',
  occupied_seat_number: 'errors.occupied_seat_number',
  place_changed: 'errors.place_changed',
  nothing_to_do: 'errors.nothing_to_do',
  other_currency: 'errors.other_currency',
  storage_full: 'errors.storage_full',
  storage_broken: 'errors.storage_broken',
  offline: 'errors.offline',
  unauthorized: 'errors.unauthorized',
  invalid_credentials: 'errors.invalid_credentials',
  password_change_required: 'errors.password_change_required',
  password_expired: 'errors.password_expired',
  invalid_code: 'errors.invalid_code',
  code_required: 'errors.code_required',
  wrong_code: 'errors.wrong_code',
  codes_unreadable: 'errors.codes_unreadable',
  codes_central_only: 'errors.codes_central_only',
  codes_first: 'errors.codes_first',
  codes_required: 'errors.codes_required',
  no_codes: 'errors.no_codes',
  not_begun: 'errors.not_begun',
  own_codes_first: 'errors.own_codes_first',
  own_account: 'errors.own_account',
  last_manager: 'errors.last_manager',
  busy: 'errors.busy',
  too_many_requests: 'errors.too_many_requests',
  unsynchronized_event: 'errors.unsynchronized_event',
  missing_template: 'errors.missing_template',
  unprintable_text: 'errors.unprintable_text',
  picture_type: 'errors.picture_type',
  picture_size: 'errors.picture_size',
  file_type: 'errors.file_type',
  file_size: 'errors.file_size',
  already_exists: 'errors.already_exists',
  invalid_password: 'errors.invalid_password',
  invoice_lost: 'errors.invoice_lost',
  link_exists: 'errors.link_exists',
  no_email: 'errors.no_email',
  conflict: 'errors.conflict',
  too_many: 'errors.too_many',
  too_large: 'errors.too_large',
  empty_message: 'errors.empty_message',
  unknown_variable: 'errors.unknown_variable',
  unbound: 'errors.unbound',
  content_sid: 'errors.content_sid',
  no_counterpart: 'errors.no_counterpart',
  too_late: 'errors.too_late',
  still_expected: 'errors.still_expected',
  not_implemented: 'errors.not_implemented',
  server_full: 'errors.server_full',
  server_busy: 'errors.server_busy',
  server_unavailable: 'errors.server_unavailable',
  server_error: 'errors.server_error',
  cards_unavailable: 'errors.cards_unavailable',
  cards_refused: 'errors.cards_refused',
  services_key: 'errors.services_key',
  pages_open: 'errors.pages_open',
  money_came: 'errors.money_came',
  copy_unconfirmed: 'errors.copy_unconfirmed',
  central_only: 'errors.central_only',
  hub_ended: 'errors.hub_ended',
  app_outdated: 'errors.app_outdated',
  server_outdated: 'errors.server_outdated',
  unknown: 'errors.unknown',
} as const satisfies Record<DataError, ErrorKey>;

/** Codes that say nothing of what happened: for these the details are worth a fold. */
const UNEXPECTED: readonly DataError[] = ['unknown', 'server_error', 'not_implemented'];

/** What was said where a failure was made, in whatever language: for the fold 'details', else null. */
export const detailOf = ({ code, message }: Failure): string | null =>
  UNEXPECTED.includes(code) && message !== undefined && message !== '' ? message : null;

/** The words of a failure, in the language of the interface whatever the failure itself says (I18N-01). */
export function useErrorText(): (failure: Failure) => string {
  const { t } = useTranslation();
  return ({ code }) => t(ERROR_KEYS[code]);
}
