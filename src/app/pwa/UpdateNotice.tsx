import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './UpdateNotice.module.css';
import type { Updates } from './updates.ts';

/** A new version is there: now, or later. */
export function UpdateNotice({ updates }: { updates: Pick<Updates, 'consent' | 'postpone'> }) {
  const { t } = useTranslation();
  return (
    <aside className={classes.prompt} role="status" data-screen-only>
      <IconSparkles size={20} aria-hidden />
      <div className={classes.text}>
        <strong>{t('pwa.updateTitle')}</strong>
        <span>{t('pwa.updateText')}</span>
      </div>
      <Button size="xs" onClick={() => updates.consent()}>
        {t('pwa.updateNow')}
      </Button>
      <Button size="xs" variant="subtle" onClick={() => updates.postpone()}>
        {t('pwa.updateLater')}
      </Button>
    </aside>
  );
}
