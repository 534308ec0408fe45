import { useImperativeHandle, useRef, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '#domain/import/check.ts';
import { IMPORT_FIELDS, type ImportField, type Mapping } from '#domain/import/fields.ts';
import { cellOf, cellText, type Edits, type ImportTable, type TableRow } from '#domain/import/table.ts';
import { VirtualTable, type VirtualTableHandle } from '#ui/components/VirtualTable.tsx';
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
  const list = useRef<VirtualTableHandle>(null);
  useImperativeHandle(ref, () => ({
    goTo(line) {
      const index = rows.findIndex(({ row }) => row.line === line);
      if (index >= 0) list.current?.focusIn(index, '[aria-invalid="true"]');
    },
  }));
  const name = (column: number): string =>
    table.headers[column] || t('imports.columnNumber', { number: column + 1 });
  return (
    <VirtualTable
      ref={list}
      label={t('imports.table')}
      rows={rows}
      keyOf={lineOf}
      heightOf={heightOf}
      columns={`56px repeat(${mapping.length}, minmax(148px, 1fr))`}
      minWidth={56 + mapping.length * 148}
      className={classes.table}
      isProblem={hasProblem}
      head={
        <>
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
        </>
      }
    >
      {({ row, checked }) => (
        <>
          <span role="cell" className={classes.line} data-numeric>
            {row.line}
          </span>
          {mapping.map((field, column) => {
            const text = cellOf(row, column, edits);
            return (
              <span key={column} role="cell" data-off={field === null || undefined}>
                {field === null ? (
                  <span className={classes.plain}>{text}</span>
                ) : (
                  <PreviewCell
                    line={row.line}
                    column={column}
                    field={field}
                    text={cellText(text, field)}
                    problem={checked.problems[field]}
                    disabled={(field === 'table' || field === 'seat') && !checked.hasPlan}
                    sessions={sessions}
                    onEdit={onEdit}
                  />
                )}
              </span>
            );
          })}
        </>
      )}
    </VirtualTable>
  );
}

const lineOf = ({ row }: ShownRow): number => row.line;
const heightOf = (shown: ShownRow): number => (hasProblem(shown) ? ROW.problem : ROW.plain);
const hasProblem = ({ checked }: ShownRow): boolean => Object.keys(checked.problems).length > 0;
