import { useInterval } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAppData } from '#hooks/data/appData.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { useEvents } from '#hooks/data/session.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import { Refusals } from './RefusedList.tsx';
import classes from './SyncPanel.module.css';

/** How often the hub is asked how it stands, while somebody looks. */
const LOOK_EVERY_MS = 5000;

/** How the hub that this device talks to stands with the central server, and what that one did not take. */
export function OnHub({ met }: { met: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accounts } = useAppData();
  const { value, refresh } = useServerValue(() => accounts.hubStatus(), 'hub');
  useInterval(refresh, LOOK_EVERY_MS, { autoInvoke: true });
  const events = useEvents() ?? [];
  const titleOf = (id: string): string => {
    const event = events.find((one) => one.id === id);
    return event === undefined ? id : format.title(event);
  };
  const { name, trouble = null, events: held = [] } = value ?? {};
  const troubled = held.filter(({ withdrawn, refused }) => withdrawn || refused.length > 0);
  return (
    <section className={classes.database}>
      <header>
        <h3>{t('sync.hub')}</h3>
        {name !== undefined && <span className={classes.state}>{name}</span>}
      </header>
      <p className={classes.hub}>
        {met === null ? t('sync.hubNeverMet') : t('sync.hubMet', { time: format.dateTime(met) })}
      </p>
      {trouble !== null && (
        <p className={classes.warn} role="status">
          <IconAlertTriangle size={16} aria-hidden /> {t(`hubs.trouble.${trouble}`)}
        </p>
      )}
      {troubled.map(({ id, withdrawn, refused }) => (
        <div key={id} className={classes.refused}>
          {withdrawn && (
            <p>
              <IconAlertTriangle size={16} aria-hidden /> {t('hubs.withdrawn', { event: titleOf(id) })}
            </p>
          )}
          {refused.length > 0 && (
            <>
              <p>
                <IconAlertTriangle size={16} aria-hidden />{' '}
                <strong>{t('hubs.notTaken', { event: titleOf(id) })}</strong> {t('hubs.notTakenWhy')}
              </p>
              <Refusals changes={refused} />
            </>
          )}
        </div>
      ))}
    </section>
  );
}
