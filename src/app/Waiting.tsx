import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Splash.module.css';

/** A screen that waits for its data: says so, but only after a moment. */
export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
      <Loader size="sm" />
    </div>
  );
}
