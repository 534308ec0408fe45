import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '#ui/components/Page.tsx';
import classes from './Import.module.css';

interface ImportRunningProps {
  /** Clients written so far. */
  done: number;
  total: number;
  onCancel: () => void;
}

/** The import on its way. */
export function ImportRunning({ done, total, onCancel }: ImportRunningProps) {
  const { t } = useTranslation();
  const percent = total === 0 ? 0 : (done / total) * 100;
  return (
    <Section>
      <div className={classes.running}>
        <h2>{t('imports.running')}</h2>
        <Progress value={percent} aria-label={t('imports.running')} size="lg" />
        <p data-numeric>{t('imports.runningCount', { done, total })}</p>
        <p className={classes.dim}>{t('imports.runningHint')}</p>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </Section>
  );
}
