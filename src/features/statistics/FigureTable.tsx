import { useTranslation } from 'react-i18next';
import type { RowKey } from '#domain/statistics/cells.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { valueText } from './rowWords.ts';
import classes from './Statistics.module.css';
import type { View, ViewColumn, ViewRow } from './viewTypes.ts';

export type ShowPeople = (view: View, column: ViewColumn, key: RowKey | null) => void;

interface FigureTableProps {
  view: View;
  onPeople: ShowPeople;
}

/** The figures; each leads to the people behind it. */
export function FigureTable({ view, onPeople }: FigureTableProps) {
  const { t } = useTranslation();
  const currencies = new Set(view.rows.map(({ currency }) => currency));
  const [currency = null] = currencies.size === 1 ? currencies : [];
  const figures = (row: Pick<ViewRow, 'values' | 'currency' | 'label'>, key: RowKey | null) =>
    view.columns.map((column, at) => (
      <td key={column.id}>
        <Figure
          value={row.values[at] ?? null}
          row={row}
          column={column}
          onOpen={
            column.counts === null || view.people === null ? undefined : () => onPeople(view, column, key)
          }
        />
      </td>
    ));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
    <div className={classes.scroller} tabIndex={0} role="region" aria-label={view.title}>
      <table className={classes.table} aria-label={view.title}>
        <thead>
          <tr>
            <th scope="col">{view.rowHeading}</th>
            {view.columns.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row) => (
            <tr key={row.key} data-strong={row.strong || undefined}>
              <th scope="row">{row.label}</th>
              {figures(row, row.key)}
            </tr>
          ))}
        </tbody>
        {view.total !== null && view.rows.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">{t('statistics.total')}</th>
              {figures({ values: view.total, currency, label: t('statistics.total') }, null)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface FigureProps {
  value: number | null;
  row: Pick<ViewRow, 'currency' | 'label'>;
  column: ViewColumn;
  onOpen: (() => void) | undefined;
}

function Figure({ value, row, column, onOpen }: FigureProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = valueText({ t, format }, value, column.unit, row.currency);
  if (onOpen === undefined || value === null || value === 0) {
    return <span data-nothing={value === 0 || value === null || undefined}>{text}</span>;
  }
  const words = t('statistics.peopleOf', { column: column.label, row: row.label });
  return (
    <button type="button" onClick={onOpen} aria-label={`${text} – ${words}`}>
      {text}
    </button>
  );
}
