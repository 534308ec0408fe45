import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PasteSummary } from './pasteSummary.ts';
import classes from './QuickAddPage.module.css';

/** How many rows will be added, and how many not, with the reasons. */
export function PasteOutcome({ summary }: { summary: PasteSummary }) {
  const { t } = useTranslation();
  const { ready, skipped, reasons } = summary;
  const words = reasons.map(({ error, count }) => `${t(`quickAdd.error.${error}`)} (${count})`).join(', ');
  return (
    <div className={classes.outcome} role="status">
      {ready.length > 0 && (
        <span className={classes.ready}>
          <IconCircleCheck size={18} aria-hidden /> {t('quickAdd.willAdd', { count: ready.length })}
        </span>
      )}
      {skipped > 0 && (
        <span className={classes.skipped}>
          <IconAlertTriangle size={18} aria-hidden />{' '}
          {t('quickAdd.skipped', { count: skipped, reasons: words })}
        </span>
      )}
    </div>
  );
}
