import { useTranslation } from 'react-i18next';
import type { DataError, Failure } from '#data/types.ts';

/** Codes that say nothing of what happened: for these the details are worth a fold. */
const UNEXPECTED: readonly DataError[] = ['unknown', 'server_error', 'not_implemented'];

/** What was said where a failure was made, in whatever language: for the fold 'details', else null. */
export const detailOf = ({ code, message }: Failure): string | null =>
  UNEXPECTED.includes(code) && message !== undefined && message !== '' ? message : null;

/**
 * The words of a failure, in the language of the interface whatever the failure itself says (I18N-01). A code without words in
 * `errors` (src/i18n/en/common.ts) does not compile.
 */
export function useErrorText(): (failure: Failure) => string {
  const { t } = useTranslation();
  return ({ code }) => t(`errors.${code}`);
}
