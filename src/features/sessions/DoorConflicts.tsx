import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useDoubles } from '#hooks/door/doubles.ts';
import { useGoneInside } from '#hooks/door/goneInside.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { hrefs } from '#ui/paths.ts';
import { Warning, WarningItem } from '#ui/components/Warning.tsx';
import classes from './SessionPage.module.css';

/** Guests whom two doors let in, with both times and devices. */
export function DoubleEntries({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const doubles = useDoubles(session._id);
  const waiting = doubles.filter(({ done }) => done === null).length;
  if (doubles.length === 0) return null;
  return (
    <Warning
      title={
        waiting === 0
          ? t('checkin.doublesDone', { count: doubles.length })
          : t('session.doubles', { count: waiting })
      }
      folded={waiting === 0}
    >
      {doubles.map(({ id, clientId, name, both, done }) => (
        <WarningItem
          key={id}
          action={done === null && <MarkSeen {...{ session, clientId, name, what: id }} />}
        >
          <span className={classes.double}>
            <Link to={hrefs.client(eventId, clientId, session._id)}>{name}</Link>
            <span data-numeric>{done === null ? both : `${both} · ${done}`}</span>
          </span>
        </WarningItem>
      ))}
    </Warning>
  );
}

/** Guests whom a door let in and who are in no list any more: they are deleted, or were removed from the session. */
export function GoneGuests({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const gone = useGoneInside(session);
  const waiting = gone.filter(({ done }) => done === null).length;
  if (gone.length === 0) return null;
  return (
    <Warning
      title={
        waiting === 0
          ? t('checkin.goneSeenOf', { count: gone.length })
          : t('checkin.goneInsideOf', { count: waiting })
      }
      folded={waiting === 0}
    >
      {gone.map(({ id, clientId, name, isDeleted, about, going, done }) => (
        <WarningItem
          key={id}
          action={done === null && <MarkSeen {...{ session, clientId, name, what: going }} />}
        >
          <span className={classes.double}>
            {isDeleted ? (
              <strong>{name}</strong>
            ) : (
              <Link to={hrefs.client(eventId, clientId, session._id)}>{name}</Link>
            )}
            <span data-numeric>{done === null ? about : `${about} · ${done}`}</span>
          </span>
        </WarningItem>
      ))}
    </Warning>
  );
}

interface MarkSeenProps {
  session: Session;
  clientId: string;
  name: string;
  /** What it names (`markSeen`). */
  what: string;
}

/** Leaves it as it is, and says who has seen it: at the doors, too. */
function MarkSeen({ session, clientId, name, what }: MarkSeenProps) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  if (session.status === 'archived') return null;
  return (
    <Button
      size="compact-md"
      fz="sm"
      variant="default"
      disabled={busy}
      aria-label={t('common.labelled', { label: t('checkin.markSeen'), value: name })}
      onClick={() => void run(() => repository.markSeen(session._id, clientId, what))}
    >
      {t('checkin.markSeen')}
    </Button>
  );
}
