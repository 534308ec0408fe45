import { IconArchive, IconClock, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#domain/config.ts';
import classes from './StatusBadge.module.css';

const ICONS = { upcoming: IconClock, ongoing: IconPlayerPlayFilled, archived: IconArchive } as const;

/** The one look of a session's or event's status: an icon, a word, a colour. */
export function StatusBadge({ status }: { status: SessionStatus }) {
  const { t } = useTranslation();
  const Icon = ICONS[status];
  return (
    <span className={classes.badge} data-status={status}>
      <Icon size={14} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
}
