import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#domain/import/summary.ts';
import { OutcomeFoot } from '#ui/components/OutcomeFoot.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Import.module.css';
import { useImportWords } from './useImportWords.ts';

interface ImportFootProps {
  summary: ImportSummary;
  /** Rows that the person left out by what a column says. */
  unwanted: number;
  /** Rows of another width than the header. */
  dropped: number;
  /** The way to save what is not imported. */
  skippedRows: ReactNode;
  /** Needed, and no column is mapped to it. */
  lacking: readonly ('forename' | 'surname')[];
  /** Names of the columns of which nothing is imported. */
  columnsLeft: readonly string[];
  /** The file itself is doubtful, and nobody has answered for it yet. */
  doubtful: boolean;
  /** Rows are looked at again: what stands here is what came of them before. */
  reading: boolean;
  /** Nobody has said for which sessions: that is the first problem, and no row of the table shows it. */
  sessionless: boolean;
  onFirstProblem: () => void;
  /** The way to those that look like somebody. */
  onKnown: () => void;
  onSave: () => void;
  onCancel: () => void;
}

/** What the import would do, and the way to do it or leave. */
export function ImportFoot(props: ImportFootProps) {
  const { summary, unwanted, dropped, lacking, columnsLeft, doubtful, reading } = props;
  const { t } = useTranslation();
  const words = useImportWords(summary);
  const { ready, updates, skipped, known, twice } = summary;
  const incomplete = lacking.length > 0;
  const taken = ready.length + updates.length;
  const left = unwanted + dropped + known + twice + skipped;
  const nothing = taken === 0;
  const [lack = 'both', ...others] = lacking;
  return (
    <OutcomeFoot
      ready={incomplete || doubtful || (nothing && left > 0) ? null : words.willDo()}
      skipped={
        incomplete ? (
          t(`imports.mapRequired.${others.length > 0 ? 'both' : lack}`)
        ) : doubtful ? (
          t('imports.answerFirst')
        ) : left > 0 ? (
          <LeftRows {...props} {...{ taken, left }} />
        ) : null
      }
      aside={
        columnsLeft.length > 0 && !incomplete
          ? t('imports.columnsLeft', { columns: words.columns(columnsLeft) })
          : null
      }
    >
      {!incomplete && props.skippedRows}
      <Button variant="default" onClick={props.onCancel}>
        {t('common.cancel')}
      </Button>
      <Button disabled={incomplete || doubtful || nothing || reading} onClick={props.onSave}>
        {words.save()}
      </Button>
    </OutcomeFoot>
  );
}

/** Why rows are not imported, and the way to them. */
function LeftRows(props: ImportFootProps & { taken: number; left: number }) {
  const { summary, unwanted, dropped, sessionless, onFirstProblem, onKnown, taken, left } = props;
  const { known, twice, skipped, reasons } = summary;
  const { t } = useTranslation();
  const { number } = useFormat();
  const why = reasons
    .map(({ problem, count }) => `${t(`imports.reason.${problem}`)} (${number(count)})`)
    .join(', ');
  return (
    <>
      {t('imports.ofRows', { count: taken + left, taken, left })}{' '}
      {unwanted > 0 && <>{t('imports.willLeave', { count: unwanted })} </>}
      {dropped > 0 && <>{t('imports.willDrop', { count: dropped })} </>}
      {known > 0 && <>{t('imports.willKeep', { count: known })} </>}
      {twice > 0 && <>{t('imports.willLeaveTwins', { count: twice })} </>}
      {known + twice > 0 && (
        <>
          <button type="button" className={classes.first} onClick={onKnown}>
            {t('imports.toKnown')}
          </button>{' '}
        </>
      )}
      {skipped > 0 && (
        <>
          {t('imports.willSkip', { count: skipped, reasons: why })}{' '}
          <button type="button" className={classes.first} onClick={onFirstProblem}>
            {t(sessionless ? 'imports.chooseSession' : 'imports.firstProblem')}
          </button>
        </>
      )}
    </>
  );
}
