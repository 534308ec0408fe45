import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconArrowsSort,
  IconChevronLeft,
  IconChevronRight,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { HistoryEvent } from '#data/types.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { NothingFound } from '#ui/components/Nothing.tsx';
import classes from './HistoryPage.module.css';
import { COLUMNS, isFresh, PAGE_SIZE, type Column, type HistoryView } from './historyRows.ts';

interface HistoryTableProps {
  rows: readonly HistoryEvent[];
  /** How many older ones are still to come. */
  missing: number;
  view: HistoryView;
  lastLogin: number | null;
  page: number;
  onPage: (page: number) => void;
  onSort: (column: Column) => void;
  onShowAll: () => void;
}

/** As 'G0003-01': one that a line ends in the midst of reads as two. */
const NUMBER = /([\p{L}\d]{1,16}(?:-\d{1,8})+)/u;

function WithNumbers({ text }: { text: string }) {
  return text.split(NUMBER).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className={classes.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** Ten rows at a time; a column's head sorts by it, and again the other way (specification 1 §2, §9). */
export function HistoryTable({
  rows,
  missing,
  view,
  lastLogin,
  page,
  onPage,
  onSort,
  onShowAll,
}: HistoryTableProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const current = Math.min(page, pages - 1);
  const shown = rows.slice(current * PAGE_SIZE, (current + 1) * PAGE_SIZE);
  return (
    <>
      <table className={classes.table} aria-label={t('history.title')}>
        <thead>
          <tr>
            {COLUMNS.map((column) => {
              const sorted = view.sort === column;
              const Icon = !sorted ? IconArrowsSort : view.descending ? IconArrowDown : IconArrowUp;
              return (
                <th
                  key={column}
                  scope="col"
                  aria-sort={!sorted ? 'none' : view.descending ? 'descending' : 'ascending'}
                >
                  <button type="button" onClick={() => onSort(column)} data-sorted={sorted || undefined}>
                    {t(`history.${column}`)}
                    <Icon size={14} aria-hidden />
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const fresh = isFresh(row, lastLogin);
            return (
              <tr key={row._id} data-fresh={fresh || undefined}>
                <td data-label={t('history.date')} className={classes.date}>
                  {fresh && <span className={classes.dot} role="img" aria-label={t('history.fresh')} />}
                  <time dateTime={new Date(row.createdAt * 1000).toISOString()}>
                    {format.dateTime(row.createdAt * 1000)}
                  </time>
                </td>
                <td data-label={t('history.event')}>{row.event.name}</td>
                <td data-label={t('history.session')}>{row.session?.name ?? t('common.none')}</td>
                <td data-label={t('history.author')}>
                  {row.author.name}
                  {row.signed != null && (
                    <span className={classes.signed}>{t('history.signed', { name: row.signed.name })}</span>
                  )}
                </td>
                <td data-label={t('history.message')} className={classes.message}>
                  <WithNumbers text={row.change} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <NothingFound onShowAll={onShowAll} />}
      <nav className={classes.foot} aria-label={t('history.pages')}>
        <span className={classes.count} role="status">
          {t('history.count', { count: rows.length })}
          {missing > 0 && ` · ${t('history.missing', { count: missing })}`}
        </span>
        <Button
          variant="default"
          size="xs"
          aria-label={t('history.previous')}
          disabled={current === 0}
          onClick={() => onPage(current - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <span data-numeric>{t('history.page', { page: current + 1, pages })}</span>
        <Button
          variant="default"
          size="xs"
          aria-label={t('history.next')}
          disabled={current >= pages - 1}
          onClick={() => onPage(current + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
      </nav>
    </>
  );
}
