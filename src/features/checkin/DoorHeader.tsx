import { IconArchive, IconArrowLeft, IconChartBar } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useCopyLost } from '#hooks/data/copyLost.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { DoorCounter, DoorTitle } from '#ui/door/Door.tsx';
import { DoorNotice } from '#ui/door/DoorNotice.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Checkin.module.css';
import { DoorFigures } from './DoorFigures.tsx';
import { SyncLine } from './SyncLine.tsx';

/** Way back, session, how many are in, and the truth about sync. */
export function DoorHeader({ session }: { session: Session }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const { arrived, expected } = useLive((store) => store.counts(session._id));
  const loss = useCopyLost();
  const [figures, setFigures] = useState(false);
  const panel = useId();
  const share = expected === 0 ? 0 : Math.min(1, arrived / expected);
  return (
    <>
      <div className={classes.bar}>
        <Link to={hrefs.session(id, session._id)} className={classes.back} aria-label={t('checkin.back')}>
          <IconArrowLeft size={26} aria-hidden />
        </Link>
        <DoorTitle>{format.title(session)}</DoorTitle>
        <DoorCounter arrived={arrived} expected={expected} />
        <button
          type="button"
          className={classes.more}
          aria-expanded={figures}
          aria-controls={panel}
          aria-label={t('checkin.figures')}
          onClick={() => setFigures((before) => !before)}
        >
          <IconChartBar size={22} aria-hidden />
        </button>
      </div>
      <div className={classes.track} aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </div>
      <SyncLine />
      <DoorNotice text={loss.untold ? t('sync.copyLost') : null} onClose={loss.told} />
      {session.status === 'archived' && (
        <p className={classes.archived}>
          <IconArchive size={20} aria-hidden />
          <span>{t('checkin.archived')}</span>
        </p>
      )}
      <section
        id={panel}
        className={classes.figures}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with keys
        tabIndex={0}
        hidden={!figures}
        aria-label={t('checkin.figures')}
      >
        {/* Counted only while somebody looks. */}
        {figures && <DoorFigures session={session} />}
      </section>
    </>
  );
}
