import { Button } from '@mantine/core';
import { IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import type { Back } from './useBack.ts';

/** Stands where a client was, or never came to be. */
export function ClientGone({ back }: { back: Back }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconUserX}
      order={1}
      title={t('client.goneTitle')}
      text={t('client.goneText')}
      action={
        <Button component={Link} to={back.to}>
          {back.label}
        </Button>
      }
    />
  );
}
