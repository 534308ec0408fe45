import { useTranslation } from 'react-i18next';
import type { Failure } from '#data/types.ts';
import type { English } from '#i18n/en/index.ts';

type Problem = keyof English['passwordRule'];
const PROBLEMS: readonly string[] = [
  'pattern_password',
  'password_common',
  'password_username',
  'password_same',
] satisfies Problem[];

/** What is wrong with a new password, as the server judges it; null for any other failure. */
export function usePasswordProblem(): (failure: Failure) => string | null {
  const { t } = useTranslation();
  return ({ message }) =>
    message !== undefined && PROBLEMS.includes(message) ? t(`passwordRule.${message as Problem}`) : null;
}
