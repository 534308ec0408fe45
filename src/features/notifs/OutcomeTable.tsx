import { Anchor, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Notif } from '#domain/documents/notif.ts';
import type { PersonOutcome } from '#domain/notifications/outcome.ts';
import { useReasonWords } from '#hooks/data/messageWords.ts';
import { useTriedWords } from '#hooks/data/underway.ts';
import { PageTable, VirtualTable } from '#ui/components/VirtualTable.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Notifs.module.css';
import table from './OutcomeTable.module.css';

export interface Row extends PersonOutcome {
  number: number;
  name: string;
  listed: string;
  to: string;
}
const ROW_HEIGHT = 56;

/** On a phone what became of it stands below the person: nothing yet, that it went, or why not. */
const STACKED = { waits: 94, went: 122, failed: 142 };

const keyOf = ({ number }: Row): number => number;
const heightOf = (): number => ROW_HEIGHT;
const stackedHeightOf = ({ attempt, state }: Row): number =>
  attempt === null
    ? STACKED.waits
    : state === 'sent' || state === 'uncertain'
      ? STACKED.went
      : STACKED.failed;
const isProblem = (): boolean => false;
const NARROW = '(max-width: 47.99em)';

interface OutcomeTableProps {
  rows: readonly Row[];
  notif: Notif;
  /** Null while nothing can be sent. */
  onAgain: ((row: Row) => void) | null;
}

/** Each person and what became of the message; on a phone it is part of the page, and scrolls with it. */
export function OutcomeTable({ rows, notif, onAgain }: OutcomeTableProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const reasonOf = useReasonWords();
  const triedOf = useTriedWords();
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const Table = narrow ? PageTable : VirtualTable;
  const canActOn = ({ state }: Row): boolean => state !== 'waiting' && onAgain !== null;
  const canAct = rows.some(canActOn);
  return (
    <Table
      label={t('notifs.tabs.people')}
      rows={rows}
      keyOf={keyOf}
      heightOf={narrow ? stackedHeightOf : heightOf}
      isProblem={isProblem}
      columns={
        narrow
          ? 'minmax(0, 1fr) auto'
          : `minmax(180px, 1.4fr) minmax(180px, 1.4fr) minmax(140px, 1fr)${canAct ? ' minmax(150px, auto)' : ''}`
      }
      minWidth={narrow ? 0 : 650}
      className={`${table.table} ${narrow ? table.stacked : ''}`}
      head={
        <>
          <span role="columnheader">{t('notifs.name')}</span>
          <span role="columnheader">{t('notifs.state')}</span>
          <span role="columnheader">{t('notifs.date')}</span>
          {canAct && <span role="columnheader">{t('common.actions')}</span>}
        </>
      }
    >
      {(row) => {
        const tried = row.underway === null ? null : triedOf(row.underway, notif.notifMethod);
        const reason = row.attempt === null || row.state === 'waiting' ? null : reasonOf(row.attempt, notif);
        return (
          <>
            <span role="cell">
              <span>{row.listed}</span>
              <span className={classes.small}>{row.to || t('notifs.toNobody')}</span>
            </span>
            <span role="cell">
              <span className={classes.state} data-state={row.state}>
                {t(`notifs.states.${row.state}`)}
              </span>
              {tried !== null && <span className={classes.small}>{tried}</span>}
              {reason !== null && row.state !== 'uncertain' && (
                <span className={classes.small}>
                  {reason.link === null ? (
                    reason.text
                  ) : (
                    <Anchor href={reason.link} target="_blank" rel="noreferrer" inherit>
                      {reason.text}
                    </Anchor>
                  )}
                </span>
              )}
            </span>
            <span role="cell" data-numeric>
              {row.attempt !== null && format.dateTime(row.attempt.date)}
            </span>
            {canAct && (
              <span role="cell">
                {canActOn(row) && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('notifs.againTo', { name: row.name })}
                    onClick={() => onAgain?.(row)}
                  >
                    {t('notifs.again')}
                  </Button>
                )}
              </span>
            )}
          </>
        );
      }}
    </Table>
  );
}
