import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PastedRow } from '#domain/import/pastedRows.ts';
import { VirtualTable } from '#ui/components/VirtualTable.tsx';
import classes from './PastePreview.module.css';

/** Who it is stands before the verdict: a phone shows no more than that without a swipe. */
const NAMES = ['forename', 'surname'] as const;
const FIELDS = ['company', 'email', 'number'] as const;
const COLUMNS =
  '40px repeat(2, minmax(88px, 1fr)) 248px minmax(120px, 1.2fr) minmax(140px, 1.5fr) minmax(80px, 0.8fr)';
const ROW = 36;
const lineOf = ({ line }: PastedRow): number => line;

/** What was read from the lines, with what is wrong at each of them. */
export function PastePreview({ rows }: { rows: readonly PastedRow[] }) {
  const { t } = useTranslation();
  return (
    <section className={classes.root}>
      <VirtualTable
        label={t('quickAdd.preview')}
        rows={rows}
        keyOf={lineOf}
        heightOf={() => ROW}
        columns={COLUMNS}
        minWidth={920}
        className={classes.table}
        isProblem={({ error }) => error !== null}
        head={
          <>
            <span role="columnheader" className={classes.line}>
              {t('quickAdd.line')}
            </span>
            {NAMES.map((field) => (
              <span key={field} role="columnheader">
                {t(`quickAdd.${field}`)}
              </span>
            ))}
            <span role="columnheader">{t('quickAdd.state')}</span>
            {FIELDS.map((field) => (
              <span key={field} role="columnheader">
                {t(`quickAdd.${field}`)}
              </span>
            ))}
          </>
        }
      >
        {(row) => (
          <>
            <span role="cell" className={classes.line} data-numeric>
              {row.line}
            </span>
            {NAMES.map((field) => (
              <span key={field} role="cell">
                {row[field]}
              </span>
            ))}
            <span role="cell" className={classes.state}>
              {row.error === null ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <IconAlertTriangle size={16} aria-hidden />
              )}
              {row.error === null ? t('quickAdd.good') : t(`quickAdd.error.${row.error}`)}
            </span>
            {FIELDS.map((field) => (
              <span key={field} role="cell">
                {row[field]}
              </span>
            ))}
          </>
        )}
      </VirtualTable>
    </section>
  );
}
