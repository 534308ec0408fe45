import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#domain/import/summary.ts';
import { OutcomeFoot } from '#ui/components/OutcomeFoot.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Import.module.css';

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

/** A file of another program may have dozens. */
const COLUMNS_NAMED = 6;

/** What the import would do, and the way to do it or leave. */
export function ImportFoot(props: ImportFootProps) {
  const { summary, unwanted, dropped, lacking, columnsLeft, doubtful, reading, sessionless } = props;
  const { onFirstProblem, onKnown, onSave, onCancel } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const { ready, parties, joining, updates, skipped, known, twice, reasons } = summary;
  const incomplete = lacking.length > 0;
  const taken = ready.length + updates.length;
  const left = unwanted + dropped + known + twice + skipped;
  const nothing = taken === 0;
  const changes = summary.changed
    .map(({ field, count }) => `${t(`imports.field.${field}`)} (${number(count)})`)
    .concat(summary.registered > 0 ? [`${t('imports.newlyRegistered')} (${number(summary.registered)})`] : [])
    .join(', ');
  const more = columnsLeft.length - COLUMNS_NAMED;
  const columns = [
    ...columnsLeft.slice(0, COLUMNS_NAMED),
    ...(more > 0 ? [t('imports.columnsMore', { count: more })] : []),
  ].join(', ');
  const words = reasons
    .map(({ problem, count }) => `${t(`imports.reason.${problem}`)} (${number(count)})`)
    .join(', ');
  return (
    <OutcomeFoot
      ready={
        incomplete || doubtful || (nothing && left > 0)
          ? null
          : [
              ...(updates.length > 0 && ready.length === 0
                ? []
                : [
                    t('imports.willCreate', { count: ready.length }) +
                      (parties < ready.length - joining
                        ? t('imports.inRegistrations', { count: parties })
                        : '') +
                      (joining > 0 ? t('imports.joining', { count: joining }) : ''),
                  ]),
              ...(updates.length > 0
                ? [
                    t(`imports.${updates.length > summary.updated ? 'willUpdateBy' : 'willUpdate'}`, {
                      count: summary.updated,
                      rows: updates.length,
                      changes,
                    }),
                  ]
                : []),
            ].join(' · ')
      }
      skipped={
        incomplete ? (
          t(`imports.mapRequired.${lacking.length > 1 ? 'both' : (lacking[0] ?? 'both')}`)
        ) : doubtful ? (
          t('imports.answerFirst')
        ) : left > 0 ? (
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
                {t('imports.willSkip', { count: skipped, reasons: words })}{' '}
                <button type="button" className={classes.first} onClick={onFirstProblem}>
                  {t(sessionless ? 'imports.chooseSession' : 'imports.firstProblem')}
                </button>
              </>
            )}
          </>
        ) : null
      }
      aside={columnsLeft.length > 0 && !incomplete ? t('imports.columnsLeft', { columns }) : null}
    >
      {!incomplete && props.skippedRows}
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button disabled={incomplete || doubtful || nothing || reading} onClick={onSave}>
        {nothing
          ? t('imports.saveNone')
          : ready.length === 0
            ? t('imports.saveUpdates', { count: summary.updated })
            : updates.length > 0
              ? t('imports.saveBoth', { count: ready.length, updates: summary.updated })
              : t('imports.save', { count: ready.length })}
      </Button>
    </OutcomeFoot>
  );
}
