import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useDoubles } from '#hooks/door/doubles.ts';
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
