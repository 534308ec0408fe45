import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './LoginList.module.css';
import { Nothing } from './Nothing.tsx';
import { useFormat } from '../words/useFormat.ts';

interface ListedLogin {
  id: string;
  /** "iPhone · Safari"; empty when it did not say. */
  device: string;
  address: string;
  /** ms since 1970 */
  since: number;
  lastUse: number;
  current: boolean;
}

interface LoginListProps {
  logins: readonly ListedLogin[];
  busy: boolean;
  onEnd: (loginId: string) => void;
}

/** Where somebody is logged in; each login but the one that looks can be ended. */
export function LoginList({ logins, busy, onEnd }: LoginListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (logins.length === 0) return <Nothing>{t('logins.none')}</Nothing>;
  return (
    <ul className={classes.list}>
      {logins.map(({ id, device, address, since, lastUse, current }) => {
        const name = device || t('logins.unknownDevice');
        const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceLaptop;
        return (
          <li key={id} className={classes.login}>
            <Icon size={24} stroke={1.6} aria-hidden />
            <span className={classes.what}>
              <strong>{name}</strong>
              {current && <em>{t('logins.current')}</em>}
              <small>{t('logins.lastUse', { time: format.dateTime(lastUse) })}</small>
              <small>
                {t('logins.since', { time: format.dateTime(since) })}
                {address !== '' && ` ${t('logins.address', { address })}`}
              </small>
            </span>
            {!current && (
              <Button
                variant="default"
                size="xs"
                disabled={busy}
                aria-label={t('logins.endOne', { device: name, time: format.dateTime(since) })}
                onClick={() => onEnd(id)}
              >
                {t('logins.end')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
