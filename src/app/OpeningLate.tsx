import { Button, Group } from '@mantine/core';
import { IconCalendarPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { hrefs } from '#ui/paths.ts';

/** An event that neither opens nor fails: it is shown as soon as it comes. */
export function OpeningLate() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <EmptyState
        icon={IconCalendarPause}
        order={1}
        title={t('opening.late')}
        text={t('opening.lateWhy')}
        action={
          <Group gap="xs" justify="center">
            <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
            <Button variant="default" component={Link} to={hrefs.home()}>
              {t('problem.home')}
            </Button>
          </Group>
        }
      />
    </div>
  );
}
