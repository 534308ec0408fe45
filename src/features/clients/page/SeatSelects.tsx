import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Placement, Plan, Session, SessionEntry } from '#domain/documents/session.ts';
import { fullLabel, occupantOf, placementAt } from '#domain/sessions/placement.ts';
import { collatorOf } from '#ui/words/format.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientPage.module.css';

interface SeatSelectsProps {
  session: Session;
  plan: Plan;
  entry: SessionEntry;
  disabled: boolean;
  onPlace: (placement: Placement | null) => void;
}

/** Table and seat from lists: the way by keyboard and screen reader. Occupied seats can't be chosen. */
export function SeatSelects({ session, plan, entry, disabled, onPlace }: SeatSelectsProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { tables } = plan.state;
  const at = entry.placement?.tableId;
  const tableId = at == null || tables[String(at)] === undefined ? '' : String(at);
  const choices = useMemo(() => {
    const collator = collatorOf(language);
    return Object.entries(tables)
      .map(([value, table]) => ({ value, label: fullLabel(value, table) }))
      .sort((a, b) => collator.compare(a.label, b.label));
  }, [tables, language]);
  const seats = Array.from({ length: tables[tableId]?.seats ?? 0 }, (_, index) => {
    const occupant = occupantOf(session, tableId, index);
    const taken = occupant !== null && occupant !== entry.clientId;
    const seat = String(index + 1);
    return {
      value: String(index),
      label: taken ? t('client_display.seatTaken', { seat }) : seat,
      disabled: taken,
    };
  });
  return (
    <div className={classes.selects}>
      <Select
        label={t('client_display.table')}
        searchable
        disabled={disabled}
        data={[{ value: '', label: t('client_display.noTable') }, ...choices]}
        value={tableId}
        onChange={(value) => {
          if (value === null || value === tableId) return;
          onPlace(value === '' ? null : placementAt(value, null));
        }}
        nothingFoundMessage={t('common.noResult')}
      />
      <Select
        label={t('client_display.seat')}
        disabled={disabled || tableId === ''}
        data={[{ value: '', label: t('client_display.tableOnly') }, ...seats]}
        value={tableId === '' ? null : String(entry.placement?.seatIndex ?? '')}
        onChange={(value) => {
          if (value === null || tableId === '') return;
          onPlace(placementAt(tableId, value === '' ? null : Number(value)));
        }}
      />
    </div>
  );
}
