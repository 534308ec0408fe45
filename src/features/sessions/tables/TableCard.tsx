import { Anchor } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session, SessionEntry } from '#domain/documents/session.ts';
import { hasOwnWord } from '#domain/sessions/placement.ts';
import type { GuestTable } from '#domain/sessions/tableList.ts';
import { useEventFormat } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useRemark } from '#hooks/door/remarks.ts';
import { hrefs } from '#ui/paths.ts';
import { fullName } from '#ui/words/format.ts';
import { rowTitle } from '#ui/words/placement.ts';
import classes from './TableList.module.css';

interface TableCardProps {
  session: Session;
  table: GuestTable;
  onlyExpected: boolean;
  /** Who was searched for; null for nobody. */
  found: ReadonlySet<string> | null;
}

/** One table: how many are there, and its guests by seat. */
export function TableCard({ session, table, onlyExpected, found }: TableCardProps) {
  const { t } = useTranslation();
  const { number, name, isBench, seats, entries } = table;
  const inside = entries.filter(({ checkInTime }) => checkInTime !== null).length;
  const shown = onlyExpected ? entries.filter(({ checkInTime }) => checkInTime === null) : entries;
  const free = seats - entries.length;
  return (
    <section className={classes.table}>
      <header>
        <h2>
          {number === ''
            ? t('tables.without')
            : isBench
              ? rowTitle(number, name, t)
              : hasOwnWord(number)
                ? number
                : t('session.table', { table: number })}
          {name !== '' && !isBench && <small>{name}</small>}
        </h2>
        <p data-numeric>
          {t('tables.inside', { inside, expected: entries.length })}
          {free > 0 && <span>{t('tables.free', { count: free })}</span>}
        </p>
      </header>
      {shown.length > 0 && (
        <ul>
          {shown.map((entry) => (
            <Guest
              key={entry.clientId}
              session={session}
              entry={entry}
              marked={found?.has(entry.clientId) === true}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface GuestProps {
  session: Session;
  entry: SessionEntry;
  marked: boolean;
}

function Guest({ session, entry: { clientId, placement, checkInTime }, marked }: GuestProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const client = useLive((store) => store.client(clientId));
  const remark = useRemark()(client);
  const seat = placement?.seatIndex ?? null;
  return (
    <li data-in={checkInTime !== null || undefined} data-marked={marked || undefined}>
      <span className={classes.seat} data-numeric>
        {seat === null ? '–' : seat + 1}
      </span>
      <span className={classes.who}>
        {client === null ? (
          t('session.unknownClient')
        ) : (
          <Anchor
            component={Link}
            to={hrefs.clientAtTable(id, clientId, session._id)}
            inherit
            underline="never"
          >
            {fullName(client)}
          </Anchor>
        )}
        {client?.company && <small>{client.company}</small>}
        {remark !== '' && <small className={classes.remark}>{remark}</small>}
      </span>
      <span className={classes.state} data-numeric>
        {checkInTime === null ? (
          <>
            <IconCircleDashed size={18} aria-hidden />
            {t('tables.expected')}
          </>
        ) : (
          <>
            <IconCircleCheckFilled size={18} aria-hidden />
            {format.time(checkInTime)}
          </>
        )}
      </span>
    </li>
  );
}
