import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Splash.module.css';

/** `share` is 0 to 1. */
export function OpeningProgress({ share }: { share: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={classes.waiting} role="status">
      <div className={classes.opening}>
        <p>
          <strong>{t('opening.title')}</strong> <span data-numeric>{format.percent(share)}</span>
        </p>
        <Progress value={share * 100} aria-label={t('opening.title')} />
        <p className={classes.why}>{t('opening.why')}</p>
      </div>
    </div>
  );
}
