import { IconCircleCheckFilled, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { useCan } from '#hooks/data/session.ts';
import { fullName, listName } from '#ui/words/format.ts';
import { Spoken } from '#ui/components/Spoken.tsx';
import { hrefs } from '#ui/paths.ts';
import { placeText } from '#ui/words/placement.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './ClientRows.module.css';
import { GuestTable, SortHeading } from './GuestTable.tsx';
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

const SORT_KEYS: readonly SortKey[] = ['name', 'number', 'company', 'place', 'checkedIn'];

/** The clients of one session. */
export function ClientRows({ session, guests, entryOf, selection, sort, onSort }: ClientRowsProps) {
  const { t } = useTranslation();
  return (
    <GuestTable
      guests={guests}
      selection={selection}
      head={
        <>
          {SORT_KEYS.map((key) => (
            <SortHeading
              key={key}
              column={key}
              label={t(`session.${key}`)}
              right={key === 'checkedIn'}
              sort={sort}
              onSort={onSort}
            />
          ))}
          <span role="columnheader">
            <Spoken>{t('common.edit')}</Spoken>
          </span>
        </>
      }
    >
      {(guest) => <ClientCells session={session} guest={guest} entry={entryOf.get(guest.clientId)} />}
    </GuestTable>
  );
}

interface CellsProps {
  session: Session;
  guest: RosterGuest;
  entry: SessionEntry | undefined;
}

function ClientCells({ session, guest: { client, clientId }, entry }: CellsProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id, store } = useEvent();
  const canEdit = useCan('member');
  const time = entry?.checkInTime ?? null;
  return (
    <>
      <span role="cell" className={classes.name}>
        {client === null ? (
          t('session.unknownClient')
        ) : (
          <Link to={hrefs.client(id, clientId, session._id)} className={classes.link}>
            {client.erasedAt == null ? listName(client) : t('client.erased')}
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
        {placeText(session, entry, t)}
      </span>
      <span role="cell" className={classes.state} data-numeric>
        {time === null && store.isCanceled(clientId) ? (
          <span className={classes.canceled}>{t('consumerStatuses.canceled')}</span>
        ) : time === null ? (
          <Spoken>{t('session.notCheckedIn')}</Spoken>
        ) : (
          <>
            <IconCircleCheckFilled size={16} aria-hidden />
            <Spoken>{t('session.checkedIn')}</Spoken>
            <time>{format.time(time)}</time>
          </>
        )}
      </span>
      <span role="cell" className={classes.edit} data-screen-only>
        {canEdit && client !== null && client.erasedAt == null && (
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
