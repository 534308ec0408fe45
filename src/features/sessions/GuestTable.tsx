import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { type DrawnRow, rowsOnPaper, usePrinting } from '#ui/platform/usePrinting.ts';
import { fullName } from '#ui/words/format.ts';
import classes from './ClientRows.module.css';
import type { Selection } from './useSelection.ts';

interface GuestTableProps {
  guests: readonly RosterGuest[];
  /** Absent for those who may not change clients. */
  selection?: Selection | undefined;
  /** Sets `--columns`. */
  className?: string | undefined;
  /** The cells of the head, without the one that selects. */
  head: ReactNode;
  /** The cells of a row. */
  children: (guest: RosterGuest) => ReactNode;
}

const placeOnScreen = ({ size, start }: DrawnRow, margin: number): CSSProperties =>
  start === undefined ? {} : { height: size, transform: `translateY(${start - margin}px)` };

const ROW = { wide: 44, narrow: 64 };

/** Clients in rows; only those near the window exist. */
export function GuestTable({ guests, selection, className, head, children }: GuestTableProps) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const printing = usePrinting();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current !== null) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, [narrow]);
  const rows = useWindowVirtualizer({
    count: guests.length,
    estimateSize: () => (narrow ? ROW.narrow : ROW.wide),
    overscan: 12,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => guests[index]?.clientId ?? index, [guests]),
  });
  // It keeps the heights that it knew.
  useLayoutEffect(() => rows.measure(), [rows, narrow]);
  return (
    <div
      role="table"
      aria-label={t('session.clients')}
      aria-rowcount={guests.length + 1}
      className={`${classes.table} ${className ?? ''}`}
      data-selectable={selection !== undefined || undefined}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        {selection !== undefined && (
          <span role="columnheader" className={classes.check}>
            <Reach>
              <Checkbox
                size="xs"
                aria-label={t('bulk.selectAll')}
                checked={selection.state === 'all'}
                indeterminate={selection.state === 'some'}
                onChange={selection.toggleAll}
              />
            </Reach>
          </span>
        )}
        {head}
      </div>
      <div
        ref={list}
        role="rowgroup"
        className={classes.body}
        style={printing ? undefined : { height: rows.getTotalSize() }}
      >
        {(printing ? rowsOnPaper(guests.length) : rows.getVirtualItems()).map((item: DrawnRow) => {
          const guest = guests[item.index];
          return (
            guest && (
              <div
                key={guest.clientId}
                role="row"
                aria-rowindex={item.index + 2}
                className={classes.row}
                data-selected={selection?.has(guest.clientId) || undefined}
                style={placeOnScreen(item, rows.options.scrollMargin)}
              >
                {selection !== undefined && <SelectCell guest={guest} selection={selection} />}
                {children(guest)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const DIRECTIONS = { up: 'ascending', down: 'descending' } as const;

/** What a list is sorted by, one way or the other. */
export interface SortOf<Key extends string> {
  key: Key;
  descending: boolean;
}
interface SortHeadingProps<Key extends string> {
  column: Key;
  label: string;
  /** Under figures, which are at the end of their column. */
  right?: boolean;
  sort: SortOf<Key> | null;
  onSort: (key: Key) => void;
}

export function SortHeading<Key extends string>(props: SortHeadingProps<Key>) {
  const { column, label, right, sort, onSort } = props;
  const direction = sort?.key !== column ? null : sort.descending ? 'down' : 'up';
  const Arrow = direction === 'down' ? IconArrowDown : IconArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={direction === null ? 'none' : DIRECTIONS[direction]}
      className={right === true ? classes.right : undefined}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(column)}>
        {label}
        <Arrow size={14} aria-hidden data-shown={direction !== null || undefined} />
      </button>
    </span>
  );
}

/** Around a box: a finger that misses it by a little selects as well. */
function Reach({ children }: { children: ReactNode }) {
  return <label className={classes.reach}>{children}</label>;
}

/** Shift with a click or the space bar selects the range since the last one. */
function SelectCell({
  guest: { client, clientId },
  selection,
}: {
  guest: RosterGuest;
  selection: Selection;
}) {
  const { t } = useTranslation();
  return (
    <span role="cell" className={classes.check}>
      {client !== null && (
        <Reach>
          <Checkbox
            size="xs"
            title={t('bulk.hint')}
            aria-label={t('bulk.select', { name: fullName(client) })}
            checked={selection.has(clientId)}
            onChange={({ nativeEvent }) =>
              selection.toggle(clientId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </Reach>
      )}
    </span>
  );
}
