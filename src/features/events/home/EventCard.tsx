import { Button } from '@mantine/core';
import { IconMapPin, IconUserCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { SessionStatus } from '#domain/config.ts';
import { calendarOf, MORNING } from '#domain/days.ts';
import type { CentralEvent } from '#domain/documents/event.ts';
import { useLiveOf, useOpenEvent } from '#hooks/data/event.tsx';
import { useTime } from '#hooks/data/now.ts';
import { useCan, useSyncOf } from '#hooks/data/session.ts';
import type { EventStore } from '#data/types.ts';
import { CountBar } from '#ui/components/CountBar.tsx';
import { hrefs, idFromParam } from '#ui/paths.ts';
import { StatusBadge } from '#ui/components/StatusBadge.tsx';
import { StatusSelect } from '#ui/components/StatusSelect.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './EventCard.module.css';
import { useSessionStatus } from '../page/useSessionStatus.ts';

/** At the event it is the day of the session, or the small hours after it: a dinner goes on past midnight. */
function isItsDay(date: number, now: number, timeZone: CentralEvent['timeZone']): boolean {
  const { dayOf, minuteOf } = calendarOf(timeZone);
  const since = dayOf(now) - dayOf(date);
  return since === 0 || (since === 1 && minuteOf(now) < MORNING);
}

type CentralSession = CentralEvent['sessions'][number];

/** One event of Home with its sessions. */
export function EventCard({ event }: { event: CentralEvent }) {
  const { t } = useTranslation();
  const format = useFormat(event.timeZone);
  const store = useStoreIfHere(event);
  const leaf = event.date == null ? null : format.leaf(event.date);
  const sessionDays = event.sessions.map(({ date }) => date);
  const days = sessionDays.length === 0 && event.date != null ? [event.date] : sessionDays;
  const place = [event.location, event.company].filter(Boolean).join(' · ');
  return (
    <article className={classes.card}>
      <div className={classes.leaf} aria-hidden>
        <span>{leaf?.month ?? '–'}</span>
        <strong>{leaf?.day ?? ''}</strong>
      </div>
      <div className={classes.body}>
        <header className={classes.head}>
          <div>
            <h2>
              <Link to={hrefs.event(event.id)}>{format.title(event)}</Link>
            </h2>
            <p>
              <time>{days.length === 0 ? t('home.noDate') : format.dates(days)}</time>
              {place !== '' && (
                <span>
                  <IconMapPin size={14} aria-hidden /> {place}
                </span>
              )}
            </p>
          </div>
          <StatusBadge status={event.status} />
        </header>
        {event.sessions.length === 0 ? (
          <p className={classes.none}>{t('home.noSessions')}</p>
        ) : (
          <ul className={classes.sessions}>
            {event.sessions.map((session) => (
              <SessionLine key={session.id} event={event} session={session} store={store} />
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

interface LineProps {
  event: CentralEvent;
  session: CentralSession;
  store: EventStore | null;
}

function SessionLine({ event, session, store }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat(event.timeZone);
  const canSet = useCan('member');
  const status = useSessionStatus(event.id, session.id, session.status);
  const title = format.title(session);
  const isToday = isItsDay(session.date, useTime(), event.timeZone);
  // Nobody may have said yet that it goes on.
  const isOn = session.status === 'ongoing' || (session.status === 'upcoming' && isToday);
  return (
    <li className={classes.session} data-door={!canSet || undefined}>
      <div className={classes.name}>
        <Link to={hrefs.session(event.id, session.id)}>{title}</Link>
        <time>{format.date(session.date)}</time>
      </div>
      <span className={classes.counts}>
        {store !== null && <Counts store={store} sessionId={session.id} />}
      </span>
      {/* Whoever only checks in is at the door with one tap. */}
      {!canSet && isOn && (
        <Button
          className={classes.door}
          component={Link}
          to={hrefs.checkin(event.id, session.id)}
          size="compact-md"
          leftSection={<IconUserCheck size={16} aria-hidden />}
          aria-label={t('common.labelled', { label: t('session.checkIn'), value: title })}
        >
          {t('session.checkIn')}
        </Button>
      )}
      <span className={classes.status}>
        {canSet ? (
          <StatusSelect
            value={status.value}
            label={t('home.statusOf', { title })}
            busy={status.busy}
            onChange={(next: SessionStatus) => void status.change(next)}
          />
        ) : (
          <StatusBadge status={session.status} />
        )}
      </span>
    </li>
  );
}

function Counts({ store, sessionId }: { store: EventStore; sessionId: string }) {
  const id = idFromParam('session', sessionId);
  const expected = useLiveOf(store, (from) => from.counts(id).expected);
  const arrived = useLiveOf(store, (from) => from.counts(id).arrived);
  return expected === 0 ? null : <CountBar arrived={arrived} expected={expected} />;
}

/** Counts are shown for events that are going on and complete on this device: opening those costs no network. */
function useStoreIfHere(event: CentralEvent): EventStore | null {
  const here = useSyncOf(({ databases }) =>
    databases.some(({ id, complete }) => id === event.id && complete),
  );
  const opening = useOpenEvent(here && event.status !== 'archived' ? event.id : null);
  return opening.state === 'ready' ? opening.event.store : null;
}
