import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document's title to `<text> · Foyer`. */
export function useDocumentTitle(text: string): void {
  const { t } = useTranslation();
  const name = t('common.appName');
  useEffect(() => {
    document.title = `${text} · ${name}`;
  }, [text, name]);
}
