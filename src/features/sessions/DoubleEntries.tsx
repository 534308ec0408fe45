import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/event.tsx';
import { fullName } from '#ui/format.ts';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/useFormat.ts';
import classes from './SessionPage.module.css';

/** Guests whom two doors let in, with both times and devices. */
export function DoubleEntries({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const doubles = useLive((store) => store.doubleEntries(session._id));
  const clients = useLive((store) => store.clients());
  if (doubles.length === 0) return null;
  return (
    <section className={classes.doubles} aria-label={t('session.doubles', { count: doubles.length })}>
      <h2>
        <IconAlertTriangle size={18} aria-hidden /> {t('session.doubles', { count: doubles.length })}
      </h2>
      <ul>
        {doubles.map(({ clientId, first, second }) => {
          const client = clients.get(clientId);
          return (
            <li key={second._id}>
              <Link to={hrefs.client(id, clientId, session._id)}>
                {client === undefined ? t('session.unknownClient') : fullName(client)}
              </Link>
              <span data-numeric>
                {[first, second]
                  .map((entry) =>
                    t('session.doubleAt', { time: format.time(entry.time), device: entry.device.name }),
                  )
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
