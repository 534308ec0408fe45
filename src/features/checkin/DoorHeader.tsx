import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent, useLive } from '#hooks/event.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/useFormat.ts';
import classes from './Checkin.module.css';
import { SyncLine } from './SyncLine.tsx';

/** Way back, session, how many are in, and the truth about sync. */
export function DoorHeader({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const { arrived, expected } = useLive((store) => store.counts(session._id));
  const share = expected === 0 ? 0 : Math.min(1, arrived / expected);
  return (
    <>
      <div className={classes.bar}>
        <Link to={hrefs.session(id, session._id)} className={classes.back} aria-label={t('checkin.back')}>
          <IconArrowLeft size={26} aria-hidden />
        </Link>
        <h1 className={classes.title}>{format.title(session)}</h1>
        <p className={classes.counter}>
          <span className={classes.hidden}>{t('checkin.arrivedOf', { arrived, expected })}</span>
          <strong aria-hidden>{format.number(arrived)}</strong>
          <span aria-hidden>/ {format.number(expected)}</span>
        </p>
      </div>
      <div className={classes.track} aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <SyncLine />
    </>
  );
}
