import { Button, Skeleton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../words/errorText.ts';
import type { ServerValue } from './server.ts';
import { EmptyState } from '#ui/components/EmptyState.tsx';

interface ServerGateProps<T> {
  asked: ServerValue<T>;
  /** What is said without network. */
  offline: string;
  children: (value: T) => ReactNode;
}

/** Shows what only the server knows once it has said it, and says so when it cannot be reached. */
export function ServerGate<T>({ asked, offline, children }: ServerGateProps<T>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { value, failure, refresh } = asked;
  if (value !== null) return children(value);
  if (failure === null) return <Skeleton h={240} />;
  return (
    <EmptyState
      icon={IconCloudOff}
      title={failure.code === 'offline' ? offline : errorText(failure)}
      action={<Button onClick={refresh}>{t('common.retry')}</Button>}
    />
  );
}
