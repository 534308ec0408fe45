import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { IMPORT_FIELDS, type ImportField, type Mapping } from '#domain/import/fields.ts';
import { cellOf, type Edits, type ImportTable, type TableRow } from '#domain/import/table.ts';
import { PreviewCell } from './PreviewCell.tsx';
import classes from './PreviewTable.module.css';

export interface ShownRow {
  row: TableRow;
  checked: CheckedRow;
}
export interface PreviewHandle {
  /** Shows the row and puts the focus on its first cell with a problem. */
  goTo: (line: number) => void;
}
interface PreviewTableProps {
  ref?: Ref<PreviewHandle>;
  table: ImportTable;
  rows: readonly ShownRow[];
  mapping: Mapping;
  edits: Edits;
  sessions: readonly string[];
  onMap: (column: number, field: ImportField | null) => void;
  onEdit: (line: number, column: number, text: string) => void;
}

const ROW = { plain: 40, problem: 58 };

/** The rows of the file with the meaning of each column, editable, the problems at their cells (IMPORT-02). */
export function PreviewTable({
  ref,
  table,
  rows,
  mapping,
  edits,
  sessions,
  onMap,
  onEdit,
}: PreviewTableProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (hasProblem(rows[index]) ? ROW.problem : ROW.plain),
    getItemKey: (index) => rows[index]?.row.line ?? index,
    overscan: 8,
    initialRect: { width: 1000, height: 480 },
  });
  // A problem that comes or goes changes the height of its row.
  const measured = useRef(rows);
  useLayoutEffect(() => {
    if (measured.current === rows) return;
    measured.current = rows;
    list.measure();
  }, [list, rows]);
  useImperativeHandle(ref, () => ({
    goTo(line) {
      const index = rows.findIndex(({ row }) => row.line === line);
      if (index < 0) return;
      list.scrollToIndex(index, { align: 'center' });
      // The row exists after the next frame.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const row = scroller.current?.querySelector(`[data-line="${line}"]`);
          row?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
        }),
      );
    },
  }));
  const template = `56px repeat(${mapping.length}, minmax(148px, 1fr))`;
  const name = (column: number): string =>
    table.headers[column] || t('imports.columnNumber', { number: column + 1 });
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
      tabIndex={0}
      role="region"
      aria-label={t('imports.table')}
    >
      <div
        role="table"
        aria-label={t('imports.table')}
        aria-rowcount={rows.length + 1}
        className={classes.table}
        style={{ '--columns': template, minWidth: 56 + mapping.length * 148 } as React.CSSProperties}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          <span role="columnheader" className={classes.line}>
            {t('imports.row')}
          </span>
          {mapping.map((field, column) => (
            // Columns have no other identity than their place in the file.
            <span key={column} role="columnheader" data-off={field === null || undefined}>
              <span className={classes.header}>{name(column)}</span>
              <select
                className={classes.map}
                aria-label={t('imports.fieldOf', { column: name(column) })}
                value={field ?? ''}
                onChange={(change) =>
                  onMap(column, (change.currentTarget.value || null) as ImportField | null)
                }
              >
                <option value="">{t('imports.notImported')}</option>
                {IMPORT_FIELDS.map((option) => (
                  <option key={option} value={option}>
                    {t(`imports.field.${option}`)}
                  </option>
                ))}
              </select>
            </span>
          ))}
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => {
            const shown = rows[item.index];
            return (
              shown && (
                <div
                  key={item.key}
                  role="row"
                  aria-rowindex={item.index + 2}
                  data-line={shown.row.line}
                  data-problem={hasProblem(shown) || undefined}
                  className={classes.row}
                  style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  <span role="cell" className={classes.line} data-numeric>
                    {shown.row.line}
                  </span>
                  {mapping.map((field, column) => {
                    const text = cellOf(shown.row, column, edits);
                    return (
                      <span key={column} role="cell" data-off={field === null || undefined}>
                        {field === null ? (
                          <span className={classes.plain}>{text}</span>
                        ) : (
                          <PreviewCell
                            line={shown.row.line}
                            column={column}
                            field={field}
                            text={text}
                            problem={shown.checked.problems[field]}
                            disabled={(field === 'table' || field === 'seat') && !shown.checked.hasPlan}
                            sessions={sessions}
                            onEdit={onEdit}
                          />
                        )}
                      </span>
                    );
                  })}
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

const hasProblem = (shown: ShownRow | undefined): boolean =>
  shown !== undefined && Object.keys(shown.checked.problems).length > 0;
