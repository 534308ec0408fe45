import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './DoorNotice.module.css';

interface DoorNoticeProps {
  /** Null: nothing to say. */
  text: string | null;
  /** Where something can be done about it. */
  way?: { label: string; to: string };
  onClose: () => void;
}

/** What whoever stands at the door must know now; it stays until somebody has read it. */
export function DoorNotice({ text, way, onClose }: DoorNoticeProps) {
  const { t } = useTranslation();
  if (text === null) return null;
  return (
    <div role="alert">
      <div className={classes.notice}>
        <IconAlertTriangle size={22} aria-hidden />
        <p>
          {text}
          {way !== undefined && <Link to={way.to}>{way.label}</Link>}
        </p>
        <button type="button" aria-label={t('common.close')} onClick={onClose}>
          <IconX size={22} aria-hidden />
        </button>
      </div>
    </div>
  );
}
