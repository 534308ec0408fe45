import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#domain/import/summary.ts';
import { OutcomeFoot } from '#ui/components/OutcomeFoot.tsx';
import classes from './Import.module.css';

interface ImportFootProps {
  summary: ImportSummary;
  /** A needed column is not mapped. */
  incomplete: boolean;
  /** The file itself is doubtful, and nobody has answered for it yet. */
  doubtful: boolean;
  onFirstProblem: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** What the import would do, and the way to do it or leave. */
export function ImportFoot(props: ImportFootProps) {
  const { summary, incomplete, doubtful, onFirstProblem, onSave, onCancel } = props;
  const { t } = useTranslation();
  const { ready, skipped, reasons } = summary;
  const words = reasons
    .map(({ problem, count }) => `${t(`imports.reason.${problem}`)} (${count})`)
    .join(', ');
  return (
    <OutcomeFoot
      ready={incomplete || doubtful ? null : t('imports.willCreate', { count: ready.length })}
      skipped={
        incomplete ? (
          t('imports.mapRequired')
        ) : doubtful ? (
          t('imports.answerFirst')
        ) : skipped > 0 ? (
          <>
            {t('imports.willSkip', { count: skipped, reasons: words })}{' '}
            <button type="button" className={classes.first} onClick={onFirstProblem}>
              {t('imports.firstProblem')}
            </button>
          </>
        ) : null
      }
    >
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button disabled={incomplete || doubtful || ready.length === 0} onClick={onSave}>
        {ready.length === 0 ? t('imports.saveNone') : t('imports.save', { count: ready.length })}
      </Button>
    </OutcomeFoot>
  );
}
