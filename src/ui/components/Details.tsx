import { useTranslation } from 'react-i18next';
import classes from './Details.module.css';

/**
 * What was said where something failed, in whatever language, folded: for whoever looks after the app. The one place
 * on a screen for such a text (I18N-01).
 */
export function Details({ text }: { text: string | null }) {
  const { t } = useTranslation();
  if (text === null) return null;
  return (
    <details className={classes.details}>
      <summary>{t('problem.details')}</summary>
      <pre>{text}</pre>
    </details>
  );
}
