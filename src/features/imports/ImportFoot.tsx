import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#domain/import/summary.ts';
import classes from './Import.module.css';

interface ImportFootProps {
  summary: ImportSummary;
  /** A needed column is not mapped. */
  incomplete: boolean;
  onFirstProblem: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** What the import would do, and the way to do it or leave. */
export function ImportFoot({ summary, incomplete, onFirstProblem, onSave, onCancel }: ImportFootProps) {
  const { t } = useTranslation();
  const { ready, skipped, reasons } = summary;
  const words = reasons
    .map(({ problem, count }) => `${t(`imports.reason.${problem}`)} (${count})`)
    .join(', ');
  return (
    <div className={classes.foot}>
      <div className={classes.outcome} role="status">
        {incomplete ? (
          <span className={classes.skipped}>
            <IconAlertTriangle size={18} aria-hidden /> {t('imports.mapRequired')}
          </span>
        ) : (
          <>
            <span className={classes.ready}>
              <IconCircleCheck size={18} aria-hidden /> {t('imports.willCreate', { count: ready.length })}
            </span>
            {skipped > 0 && (
              <span className={classes.skipped}>
                <IconAlertTriangle size={18} aria-hidden />
                <span>
                  {t('imports.willSkip', { count: skipped, reasons: words })}{' '}
                  <button type="button" className={classes.first} onClick={onFirstProblem}>
                    {t('imports.firstProblem')}
                  </button>
                </span>
              </span>
            )}
          </>
        )}
      </div>
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button disabled={incomplete || ready.length === 0} onClick={onSave}>
        {ready.length === 0 ? t('imports.saveNone') : t('imports.save', { count: ready.length })}
      </Button>
    </div>
  );
}
