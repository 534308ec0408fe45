import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastedRow } from '#domain/pastedRows.ts';
import classes from './PastePreview.module.css';

const FIELDS = ['forename', 'surname', 'company', 'email', 'number'] as const;
const ROW = 36;

/** What was read from the lines, with what is wrong at each of them. */
export function PastePreview({ rows }: { rows: readonly PastedRow[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    initialRect: { width: 800, height: 400 },
  });
  return (
    <section className={classes.root}>
      <div
        ref={scroller}
        className={classes.scroller}
        // Scrolls by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        role="region"
        aria-label={t('quickAdd.preview')}
      >
        <div
          role="table"
          aria-label={t('quickAdd.preview')}
          aria-rowcount={rows.length + 1}
          className={classes.table}
        >
          <div role="row" aria-rowindex={1} className={classes.head}>
            <span role="columnheader" className={classes.line}>
              {t('quickAdd.line')}
            </span>
            <span role="columnheader">{t('quickAdd.state')}</span>
            {FIELDS.map((field) => (
              <span key={field} role="columnheader">
                {t(`quickAdd.${field}`)}
              </span>
            ))}
          </div>
          <div role="rowgroup" className={classes.body} style={{ height: list.getTotalSize() }}>
            {list.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <div
                    key={item.key}
                    role="row"
                    aria-rowindex={item.index + 2}
                    className={classes.row}
                    data-error={row.error !== null || undefined}
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <span role="cell" className={classes.line} data-numeric>
                      {row.line}
                    </span>
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
                  </div>
                )
              );
            })}
          </div>
        </div>
      </div>
    </section>
  );
}
