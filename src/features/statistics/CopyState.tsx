import { Alert } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OpenEvent } from '#data/types.ts';
import { useReadable } from '#hooks/data/appData.tsx';
import { useOnServer } from '#hooks/data/now.ts';
import { useFormat } from '#ui/words/useFormat.ts';

/** Whether the copy on this device has all that is counted; nothing where it has. */
export function CopyState({ event }: { event: OpenEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  const onServer = useOnServer();
  const { complete, progress, localDocs, remoteDocs, current, lastExchange, mode } = useReadable(event.sync);
  if (!complete || progress !== null) {
    return (
      <Alert color="amber" icon={<IconCloudOff aria-hidden />} role="status" mb="md">
        {/* A light copy leaves documents out that the server counts. */}
        {mode === 'full' && remoteDocs !== null && localDocs < remoteDocs
          ? t('statistics.incomplete', { here: localDocs, there: remoteDocs })
          : t('statistics.incompleteUnknown')}
      </Alert>
    );
  }
  if (current || lastExchange === null) return null;
  return (
    <Alert color="amber" icon={<IconCloudOff aria-hidden />} role="status" mb="md">
      {t('statistics.asOf', { time: format.dateTime(onServer(lastExchange)) })}
    </Alert>
  );
}
