import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SUMS, type MoneyRow } from '#domain/money/moneyList.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { rowsOnPaper, usePrinting } from '#ui/platform/usePrinting.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Money.module.css';

type Named = MoneyRow & { name: string };

/** Of a row of one line, in px; taller ones are measured. */
const ROW_HEIGHT = 41;

/** The registrations; only the rows near the window exist, so 5,000 are as quick as 50. */
export function MoneyTable({ rows }: { rows: readonly Named[] }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const label = t('screens.money');
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 1000, height: 640 },
    getItemKey: useCallback((index: number) => rows[index]?.consumerId ?? index, [rows]),
    // Names and flags take the lines that they need. Nothing is laid out where nothing is painted.
    measureElement: (row) => (row as HTMLElement).offsetHeight || ROW_HEIGHT,
  });
  const printing = usePrinting();
  const near = list.getVirtualItems();
  const above = printing ? 0 : (near[0]?.start ?? 0);
  const below = printing ? 0 : list.getTotalSize() - (near.at(-1)?.end ?? 0);
  const shown = printing ? rowsOnPaper(rows.length) : near;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard too
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('payments.registration')}</th>
            <th scope="col" data-sum="type">
              {t('client_display.paymentType')}
            </th>
            <th scope="col" data-sum="state">
              {t('payments.state')}
            </th>
            {SUMS.map((name) => (
              <th key={name} scope="col" data-money data-sum={name}>
                {t(`payments.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {shown.map(({ index, key }) => {
            const row = rows[index];
            // A list that became shorter is measured after this.
            return (
              row && (
                <tr
                  key={key}
                  ref={printing ? null : list.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                >
                  <Cells row={row} eventId={id} />
                </tr>
              )
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}

function Cells({ row, eventId }: { row: Named; eventId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { consumerId, name, paymentType, state, flags, settlement, isSaid } = row;
  return (
    <>
      <th scope="row">
        <Link to={hrefs.registrantMoney(eventId, consumerId)}>{name}</Link>
      </th>
      <td data-sum="type">{t(`paymentTypes.${paymentType}`)}</td>
      <td data-sum="state">
        {t(`payments.states.${state}`)}
        {isSaid && state === 'paid' && <span className={classes.said}>{t('payments.saidMark')}</span>}
        {flags.map((flag) => (
          <span key={flag} className={classes.flag}>
            {t(`payments.flags.${flag}`)}
          </span>
        ))}
      </td>
      {SUMS.map((sum) => (
        <td key={sum} data-money data-sum={sum} data-numeric>
          {sum === 'open' && settlement.credit > 0 ? (
            <>
              <span className={classes.wide}>–</span>
              <span className={classes.narrow}>
                {t('payments.credit')}
                <strong>{format.money(settlement.credit, settlement.currency)}</strong>
              </span>
            </>
          ) : settlement[sum] === 0 ? (
            '–'
          ) : (
            format.money(settlement[sum], settlement.currency)
          )}
        </td>
      ))}
    </>
  );
}
