import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './Notifs.module.css';

/** What can be done about a service that is not ready, after `why` where that is not said before. */
export function WayToServices({ why }: { why?: string }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <p className={classes.remedy}>
      {why !== undefined && `${why}. `}
      {useCan('manager') ? (
        <Anchor component={Link} to={hrefs.services(id)}>
          {t('notifs.setUpServices')}
        </Anchor>
      ) : (
        t('notifs.askForServices')
      )}
    </p>
  );
}
