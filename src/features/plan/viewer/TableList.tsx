import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanTable } from '#domain/documents/session.ts';
import { freeSeats } from '#domain/sessions/seating.ts';
import { collatorOf } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Plan.module.css';
import { TableSeats } from './TableSeats.tsx';
import type { SeatingDesk } from './useSeating.ts';

/** All tables as a list, in the order of their numbers. */
export function TableList({ desk }: { desk: SeatingDesk }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const tables = useMemo(() => {
    const collator = collatorOf(language);
    return (
      Object.entries(desk.session.plan?.state.tables ?? {})
        // A stage is no table.
        .filter(([, { type, seats }]) => type !== 'image' || seats > 0)
        .map(([tableId, table]) => ({ tableId, table, label: desk.names.table(tableId) }))
        .sort((a, b) => collator.compare(a.label, b.label))
    );
  }, [desk.session.plan, desk.names, language]);
  return (
    <ul className={classes.tables} aria-label={t('seating.tables')}>
      {tables.map(({ tableId, table }) => (
        <li key={tableId}>
          <h2>{desk.names.title(tableId)}</h2>
          <small>
            {[table.group ? t('seating.group', { group: table.group }) : '', freeText(tableId, table)]
              .filter(Boolean)
              .join(' · ')}
          </small>
          <TableSeats desk={desk} tableId={tableId} table={table} />
        </li>
      ))}
    </ul>
  );

  function freeText(tableId: string, { seats }: PlanTable): string {
    const free = freeSeats(desk.seating, tableId, seats);
    return free === 0 ? t('seating.tableFull') : t('seating.tableFree', { count: free, seats });
  }
}
