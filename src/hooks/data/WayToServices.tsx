import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hrefs } from '#ui/paths.ts';
import { useEvent } from './event.tsx';
import { useCan } from './session.ts';

/** What can be done about a service that is not ready, after `why` where that is not said before. */
export function WayToServices({ why, className }: { why?: string; className?: string | undefined }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <p className={className}>
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
