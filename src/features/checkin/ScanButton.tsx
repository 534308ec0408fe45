import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Session } from '#domain/documents/session.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { isMobileDevice } from '#ui/platform/isMobile.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './Checkin.module.css';

/** To the scanner, under the thumb; only on mobile devices (specification 2 §2). Above the undo bar when that is there. */
export function ScanButton({ session, lifted }: { session: Session; lifted: boolean }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const [mobile] = useState(isMobileDevice);
  if (!mobile) return null;
  return (
    <Link
      to={hrefs.scan(id, session._id)}
      className={classes.scan}
      data-lifted={lifted || undefined}
      // The search box keeps the keyboard until the scanner is there.
      onPointerDown={(press) => press.preventDefault()}
    >
      <IconQrcode size={28} aria-hidden /> {t('checkin.scan')}
    </Link>
  );
}
