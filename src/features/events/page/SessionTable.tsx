import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { doorOf } from '#domain/sessions/doorOf.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { CountBar } from '#ui/components/CountBar.tsx';
import { hrefs } from '#ui/paths.ts';
import { StatusBadge } from '#ui/components/StatusBadge.tsx';
import { StatusSelect } from '#ui/components/StatusSelect.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './SessionTable.module.css';
import { useSessionStatus } from './useSessionStatus.ts';

/** The event's sessions with status, counts and when they were last modified (specification 1 §2). */
export function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useTranslation();
  // Where it is clear which door is meant, the page itself leads there.
  const eachDoor = doorOf(sessions) === null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('event.session')}</th>
          <th scope="col">{t('event.when')}</th>
          <th scope="col" className={classes.right}>
            {t('event.guests')}
          </th>
          <th scope="col">{t('event.modified')}</th>
          <th scope="col">{t('event.status')}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session._id} session={session} hasDoor={eachDoor} />
        ))}
      </tbody>
    </table>
  );
}

function SessionRow({ session, hasDoor }: { session: Session; hasDoor: boolean }) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const { id } = useEvent();
  const canSet = useCan('member');
  const counts = useLive((store) => store.counts(session._id));
  const status = useSessionStatus(id, session._id, session.status);
  const title = format.title(session);
  const span = format.span(session.timeStart, session.timeEnd);
  const { updatedAt } = session.metadata;
  return (
    <tr>
      <th scope="row">
        <Link to={hrefs.session(id, session._id)}>{title}</Link>
      </th>
      <td data-label={t('event.when')}>
        <time>{format.date(session.date)}</time>
        {span !== null && <span className={classes.span}>{span}</span>}
      </td>
      <td data-label={t('event.guests')} className={classes.right}>
        <CountBar {...counts} />
      </td>
      <td data-label={t('event.modified')} className={classes.dim}>
        {updatedAt === undefined ? t('common.none') : <time>{format.dateTime(updatedAt)}</time>}
      </td>
      <td data-label={t('event.status')}>
        {canSet ? (
          <StatusSelect
            value={status.value}
            label={t('home.statusOf', { title })}
            busy={status.busy}
            onChange={(next) => void status.change(next)}
          />
        ) : (
          <div className={classes.door}>
            <StatusBadge status={session.status} />
            {hasDoor && session.status !== 'archived' && (
              <Button
                component={Link}
                to={hrefs.checkin(id, session._id)}
                size="sm"
                variant="default"
                aria-label={t('common.labelled', { label: t('screens.checkin'), value: title })}
                leftSection={<IconUserCheck size={18} stroke={1.7} aria-hidden />}
              >
                {t('screens.checkin')}
              </Button>
            )}
          </div>
        )}
      </td>
    </tr>
  );
}
