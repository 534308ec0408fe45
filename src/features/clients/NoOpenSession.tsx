import { Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useEvent } from '#hooks/event.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { hrefs } from '#ui/paths.ts';

/** An event whose sessions take nobody, and the way to add one. */
export function NoOpenSession({ text }: { text: string }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  return (
    <EmptyState
      icon={IconCalendarPlus}
      order={1}
      title={t('event.noSessionsTitle')}
      text={text}
      action={
        <Button component={Link} to={hrefs.eventUpdate(id)}>
          {t('event.addSession')}
        </Button>
      }
    />
  );
}
