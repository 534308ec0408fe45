import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useDoubles } from '#hooks/door/doubles.ts';
import { useGoneInside } from '#hooks/door/goneInside.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { hrefs } from '#ui/paths.ts';
import { Warning } from '#ui/components/Warning.tsx';
import classes from './SessionPage.module.css';

/** Guests whom two doors let in, with both times and devices. */
export function DoubleEntries({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const doubles = useDoubles(session._id);
  if (doubles.length === 0) return null;
  return (
    <Warning title={t('session.doubles', { count: doubles.length })}>
      {doubles.map(({ id, clientId, name, both, done }) => (
        <li key={id} className={classes.double}>
          <Link to={hrefs.client(eventId, clientId, session._id)}>{name}</Link>
          <span data-numeric>{done === null ? both : `${both} · ${done}`}</span>
        </li>
      ))}
    </Warning>
  );
}

/** Guests whom a door let in and who are in no list any more: they are deleted, or were removed from the session. */
export function GoneGuests({ session }: { session: Session }) {
  const { t } = useTranslation();
  const { id: eventId } = useEvent();
  const gone = useGoneInside(session);
  if (gone.length === 0) return null;
  return (
    <Warning title={t('checkin.goneInsideOf', { count: gone.length })}>
      {gone.map(({ id, clientId, name, isDeleted, about }) => (
        <li key={id} className={classes.double}>
          {isDeleted ? (
            <strong>{name}</strong>
          ) : (
            <Link to={hrefs.client(eventId, clientId, session._id)}>{name}</Link>
          )}
          <span data-numeric>{about}</span>
        </li>
      ))}
    </Warning>
  );
}
