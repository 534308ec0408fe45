import { Button, Skeleton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#domain/documents/user.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';
import { useUsers } from './useUsers.ts';

/** Shows what needs the list of users once it is there, and says so when the server cannot be reached. */
export function UsersGate({ children }: { children: (users: readonly User[], fresh: boolean) => ReactNode }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { users, fresh, failure, refresh } = useUsers();
  if (users !== null) return children(users, fresh);
  if (failure === null) return <Skeleton h={240} />;
  return (
    <EmptyState
      icon={IconCloudOff}
      title={failure.code === 'offline' ? t('access.offline') : errorText(failure)}
      action={<Button onClick={refresh}>{t('common.retry')}</Button>}
    />
  );
}
