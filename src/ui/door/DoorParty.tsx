import { IconUsers, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './DoorParty.module.css';

interface DoorPartyProps {
  /** With whom they came: the offer stays for longer than what was said of that guest. */
  guest: string;
  /** Of those who registered together with the guest who was let in, and are not in yet. */
  names: readonly string[];
  className?: string | undefined;
  onAdmit: () => void;
  onClose: () => void;
}

/** Who came along: one tap lets them all in. */
export function DoorParty({ guest, names, className, onAdmit, onClose }: DoorPartyProps) {
  const { t } = useTranslation();
  return (
    <section className={`${classes.party} ${className ?? ''}`} aria-label={t('checkin.party')}>
      <button
        type="button"
        className={classes.admit}
        // The search box keeps the keyboard.
        onPointerDown={(press) => press.preventDefault()}
        onClick={onAdmit}
      >
        <IconUsers size={28} aria-hidden />
        <span>
          <b>{t('checkin.admitParty', { count: names.length, name: guest })}</b>{' '}
          <small>{names.join(', ')}</small>
        </span>
      </button>
      <button
        type="button"
        className={classes.close}
        aria-label={t('common.close')}
        onPointerDown={(press) => press.preventDefault()}
        onClick={onClose}
      >
        <IconX size={24} aria-hidden />
      </button>
    </section>
  );
}
