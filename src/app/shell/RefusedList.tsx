import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DatabaseSync, RefusedChange } from '#data/types.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import type { English } from '#i18n/en/index.ts';
import { Details } from '#ui/components/Details.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './SyncPanel.module.css';

type Reason = Exclude<keyof English['sync']['reason'], 'other'>;
const REASONS: readonly string[] = [
  'forbidden_role',
  'forbidden_author',
  'forbidden_immutable',
  'forbidden_delete',
  'session_archived',
  'time_ahead',
  'forbidden',
  'invalid_document',
  'too_large',
  'update_first',
  'newer_document',
] satisfies Reason[];
const isReason = (code: string): code is Reason => REASONS.includes(code);

/** What the server did not take: kept, explained, and sent again on request. */
export function RefusedList({ database }: { database: DatabaseSync }) {
  const { t } = useTranslation();
  const { sync } = useAppData();
  const [busy, setBusy] = useState(false);
  return (
    <div className={classes.refused}>
      <p>
        <IconAlertTriangle size={16} aria-hidden /> <strong>{t('sync.refused')}</strong>{' '}
        {t('sync.refusedWhy')}
      </p>
      <Refusals changes={database.refused} />
      <Button
        size="xs"
        variant="default"
        loading={busy}
        onClick={() => {
          setBusy(true);
          void sync.retryRefused(database.id).finally(() => setBusy(false));
        }}
      >
        {t('sync.refusedRetry')}
      </Button>
    </div>
  );
}

/** Each with its reason, newest last. */
export function Refusals({ changes }: { changes: readonly RefusedChange[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ul>
      {changes.map(({ id, rev, reason, time }) => (
        <li key={`${id} ${rev}`}>
          <code>{id}</code>
          <span>
            {t(`sync.reason.${isReason(reason) ? reason : 'other'}`)}
            {' · '}
            {format.time(time)}
          </span>
          {!isReason(reason) && <Details text={reason} />}
        </li>
      ))}
    </ul>
  );
}
