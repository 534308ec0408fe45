import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hrefs } from '../paths.ts';

/** The next step where an event has nobody yet. */
export function AddClients({ eventId }: { eventId: string }) {
  const { t } = useTranslation();
  return (
    <Button
      component={Link}
      to={hrefs.clientNew(eventId)}
      leftSection={<IconUsersPlus size={18} stroke={1.7} aria-hidden />}
    >
      {t('session.addClients')}
    </Button>
  );
}
