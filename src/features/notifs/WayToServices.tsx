import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEvent } from '#hooks/data/event.tsx';
import { useCan } from '#hooks/data/session.ts';
import { hrefs } from '#ui/paths.ts';
import classes from './Notifs.module.css';

/** What can be done about a service that is not ready. */
export function WayToServices() {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <p className={classes.remedy}>
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
