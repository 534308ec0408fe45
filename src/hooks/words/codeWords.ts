import { useTranslation, type UseTranslationResponse } from 'react-i18next';
import { addCodeWords } from '#i18n/codeWords.ts';

/** For whatever shows words of `codes`: they come with the parts that import this, and are there from the first sight on. */
export function useCodeWords(): UseTranslationResponse<'translation', undefined> {
  const translation = useTranslation();
  addCodeWords(translation.i18n);
  return translation;
}
