import { IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEvent } from '#hooks/data/event.tsx';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { hrefs } from '#ui/paths.ts';
import { Spoken } from '#ui/components/Spoken.tsx';
import { fullName, listName } from '#ui/words/format.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import rows from '../ClientRows.module.css';
import { GuestTable, SortHeading } from '../GuestTable.tsx';
import type { Selection } from '../useSelection.ts';
import classes from './AllClients.module.css';
import { COLUMNS, type AllClients, type Column } from './useAllClients.ts';

/** Name, number, company and sessions; how far the registration is, and what it still owes. */
export function AllClientRows({ list, selection }: { list: AllClients; selection: Selection }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { sessions, detailsOf } = list;
  const titles = useMemo(() => {
    const titleOf = format.titlesAmong(sessions);
    return new Map(sessions.map((session) => [session._id, titleOf(session)]));
  }, [sessions, format]);
  const heading = (column: Column) => (
    <SortHeading
      column={column}
      label={t(column === 'status' || column === 'open' ? `allClients.${column}` : `session.${column}`)}
      right={column === 'open'}
      sort={list.sort}
      onSort={list.toggleSort}
    />
  );
  const [name, number, company, status, open] = COLUMNS;
  return (
    <GuestTable
      guests={list.shown}
      selection={selection}
      className={classes.table}
      head={
        <>
          {heading(name)}
          {heading(number)}
          {heading(company)}
          <span role="columnheader" className={classes.wide}>
            {t('client.sessions')}
          </span>
          {heading(status)}
          {heading(open)}
          <span role="columnheader">
            <Spoken>{t('common.edit')}</Spoken>
          </span>
        </>
      }
    >
      {(guest) => <Cells guest={guest} titles={titles} detailsOf={detailsOf} />}
    </GuestTable>
  );
}

interface CellsProps extends Pick<AllClients, 'detailsOf'> {
  guest: RosterGuest;
  titles: ReadonlyMap<string, string>;
}

function Cells({ guest: { client }, titles, detailsOf }: CellsProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  if (client === null) return null;
  const { sessionIds, consumer, settlement } = detailsOf(client);
  return (
    <>
      <span role="cell" className={rows.name}>
        <Link to={hrefs.client(id, client._id)} className={rows.link}>
          {client.erasedAt == null ? listName(client) : t('client.erased')}
        </Link>
      </span>
      <span role="cell" className={rows.number} data-numeric>
        {client.number}
      </span>
      <span role="cell" className={`${rows.company} ${classes.company}`}>
        {client.company}
      </span>
      <span role="cell" className={`${classes.wide} ${classes.dim}`}>
        {sessionIds.length === 0
          ? t('client.noSessions')
          : sessionIds.map((one) => titles.get(one) ?? '').join(', ')}
      </span>
      <span role="cell" className={`${rows.place} ${classes.status}`}>
        {consumer === null ? '' : t(`consumerStatuses.${consumer.status}`)}
      </span>
      <span role="cell" className={classes.money} data-numeric>
        {settlement !== null && settlement.open > 0 && format.money(settlement.open, settlement.currency)}
      </span>
      <span role="cell" className={rows.edit} data-screen-only>
        {client.erasedAt == null && (
          <Link
            to={hrefs.clientUpdate(id, client._id)}
            aria-label={t('common.labelled', { label: t('client.edit'), value: fullName(client) })}
          >
            <IconPencil size={16} aria-hidden />
          </Link>
        )}
      </span>
    </>
  );
}
