import { IconCameraOff, IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CameraFailure } from './machine.ts';
import classes from './Scan.module.css';

/** Why there is no picture (specification 2 §8), and what works all the same. */
export function NoCamera({
  reason,
  hasOffer,
  listHref,
  onRetry,
}: {
  reason: CameraFailure;
  /** Those who came along are offered below, on a phone over half of the screen. */
  hasOffer: boolean;
  listHref: string;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  const words = {
    denied: [t('scan.error_denied'), t('scan.deniedHint')],
    unsupported: [t('scan.error_unsupported'), t('scan.unsupportedHint')],
    busy: [t('scan.error_busy'), t('scan.busyHint')],
    unread: [t('scan.error_unread'), t('scan.unreadHint')],
  } as const satisfies Record<CameraFailure, readonly [string, string]>;
  const [message, hint] = words[reason];
  return (
    <div className={classes.none} data-over-offer={hasOffer || undefined}>
      <div role="alert">
        <IconCameraOff size={56} stroke={1.8} aria-hidden />
        <p className={classes.noneHead}>{message}</p>
        <p>{hint}</p>
      </div>
      <div className={classes.actions}>
        <Link to={listHref} className={classes.action} data-first>
          <IconListCheck size={22} aria-hidden /> {t('scan.toList')}
        </Link>
        <button type="button" className={classes.action} onClick={onRetry}>
          <IconRefresh size={22} aria-hidden /> {t('scan.retry')}
        </button>
      </div>
    </div>
  );
}
