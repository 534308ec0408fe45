import { Button } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { hrefs } from '#ui/paths.ts';
import { useRouteId } from './routes/useRouteId.ts';

/** Stands where a later issue puts its screen. */
export function NotBuiltPage() {
  const { t } = useTranslation();
  const id = useRouteId();
  const { eventId } = useParams();
  return (
    <EmptyState
      icon={IconBarrierBlock}
      order={1}
      title={t('notBuilt.title', { screen: t(`screens.${id ?? 'home'}`) })}
      text={t('notBuilt.text')}
      action={
        <Button variant="default" component={Link} to={eventId ? hrefs.event(eventId) : hrefs.home()}>
          {t('common.back')}
        </Button>
      }
    />
  );
}
