import { IconArrowDown, IconArrowUp, IconCircleCheckFilled, IconPencil } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { useCan } from '#hooks/data/session.ts';
import { fullName, listName } from '#ui/words/format.ts';
import { hrefs } from '#ui/paths.ts';
import { placeOf } from '#ui/words/placement.ts';
import { usePrinting } from '#ui/platform/usePrinting.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './ClientRows.module.css';
import type { Sort, SortKey } from './useClientList.ts';
import type { Selection } from './useSelection.ts';

interface ClientRowsProps {
  session: Session;
  guests: readonly RosterGuest[];
  entryOf: ReadonlyMap<string, SessionEntry>;
  /** Absent for those who may not change clients. */
  selection?: Selection | undefined;
  sort: Sort | null;
  onSort: (key: SortKey) => void;
}

interface Row {
  index: number;
  size?: number;
  start?: number;
}
/** On paper each stands below the one before. */
const allRows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ index }));
const placeOnScreen = ({ size, start }: Row, margin: number): CSSProperties =>
  start === undefined ? {} : { height: size, transform: `translateY(${start - margin}px)` };

const ROW = { wide: 44, narrow: 64 };

/** The rows of the table; only those near the window exist. */
export function ClientRows({ session, guests, entryOf, selection, sort, onSort }: ClientRowsProps) {
  const { t } = useTranslation();
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const printing = usePrinting();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (list.current !== null) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const rows = useWindowVirtualizer({
    count: guests.length,
    estimateSize: () => (narrow ? ROW.narrow : ROW.wide),
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => guests[index]?.clientId ?? index,
  });
  return (
    <div
      role="table"
      aria-label={t('session.clients')}
      aria-rowcount={guests.length + 1}
      className={classes.table}
      data-selectable={selection !== undefined || undefined}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        {selection !== undefined && (
          <span role="columnheader" className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={t('bulk.selectAll')}
              checked={selection.state === 'all'}
              indeterminate={selection.state === 'some'}
              onChange={selection.toggleAll}
            />
          </span>
        )}
        {SORT_KEYS.map((key) => (
          <SortHeading key={key} column={key} sort={sort} onSort={onSort} />
        ))}
        <span role="columnheader">
          <span className={classes.hidden}>{t('common.edit')}</span>
        </span>
      </div>
      <div
        ref={list}
        role="rowgroup"
        className={classes.body}
        style={printing ? undefined : { height: rows.getTotalSize() }}
      >
        {(printing ? allRows(guests.length) : rows.getVirtualItems()).map((item: Row) => {
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
                <ClientCells session={session} guest={guest} entry={entryOf.get(guest.clientId)} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

const SORT_KEYS: readonly SortKey[] = ['name', 'number', 'company', 'place', 'checkedIn'];
const DIRECTIONS = { up: 'ascending', down: 'descending' } as const;

interface SortHeadingProps {
  column: SortKey;
  sort: Sort | null;
  onSort: (key: SortKey) => void;
}

function SortHeading({ column, sort, onSort }: SortHeadingProps) {
  const { t } = useTranslation();
  const direction = sort?.key !== column ? null : sort.descending ? 'down' : 'up';
  const Arrow = direction === 'down' ? IconArrowDown : IconArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={direction === null ? 'none' : DIRECTIONS[direction]}
      className={column === 'checkedIn' ? classes.right : undefined}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(column)}>
        {t(`session.${column}`)}
        <Arrow size={14} aria-hidden data-shown={direction !== null || undefined} />
      </button>
    </span>
  );
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
        <Checkbox
          size="xs"
          title={t('bulk.hint')}
          aria-label={t('bulk.select', { name: fullName(client) })}
          checked={selection.has(clientId)}
          onChange={({ nativeEvent }) =>
            selection.toggle(clientId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      )}
    </span>
  );
}

interface CellsProps {
  session: Session;
  guest: RosterGuest;
  entry: SessionEntry | undefined;
}

function ClientCells({ session, guest: { client, clientId }, entry }: CellsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const canEdit = useCan('member');
  const place = placeOf(session, entry);
  const time = entry?.checkInTime ?? null;
  return (
    <>
      <span role="cell" className={classes.name}>
        {client === null ? (
          t('session.unknownClient')
        ) : (
          <Link to={hrefs.client(id, clientId, session._id)} className={classes.link}>
            {listName(client)}
          </Link>
        )}
      </span>
      <span role="cell" className={classes.number} data-numeric>
        {client?.number}
      </span>
      <span role="cell" className={classes.company}>
        {client?.company}
      </span>
      <span role="cell" className={classes.place} data-numeric>
        {place !== null && (place.seat === null ? t('session.table', place) : t('session.tableSeat', place))}
      </span>
      <span role="cell" className={classes.state} data-numeric>
        {time === null ? (
          <span className={classes.hidden}>{t('session.notCheckedIn')}</span>
        ) : (
          <>
            <IconCircleCheckFilled size={16} aria-hidden />
            <span className={classes.hidden}>{t('session.checkedIn')}</span>
            <time>{format.time(time)}</time>
          </>
        )}
      </span>
      <span role="cell" className={classes.edit} data-screen-only>
        {canEdit && client !== null && (
          <Link
            to={hrefs.clientUpdate(id, clientId, session._id)}
            aria-label={t('common.labelled', { label: t('client.edit'), value: fullName(client) })}
          >
            <IconPencil size={16} aria-hidden />
          </Link>
        )}
      </span>
    </>
  );
}
