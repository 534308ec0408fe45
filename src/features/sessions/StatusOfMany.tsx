import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companionsOf } from '#domain/clients/companions.ts';
import type { Client } from '#domain/documents/client.ts';
import { CONSUMER_STATUSES, type Consumer } from '#domain/documents/consumer.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { fullName } from '#ui/words/format.ts';
import { Choices } from './BulkChoices.tsx';

type Status = Consumer['status'];
/** So many are named. */
const NAMED = 5;

interface StatusOfManyProps {
  ids: ReadonlySet<string>;
  disabled: boolean;
  /** `others`: how many who are not selected it is the status of, too. */
  onPick: (status: Status, others: number) => void;
}

/** The status of the registrations of who is selected. A cancellation that others would share is asked about. */
export function StatusOfMany({ ids, disabled, onPick }: StatusOfManyProps) {
  const { t } = useTranslation();
  const { store } = useEvent();
  const [isAsking, setIsAsking] = useState(false);
  // Kept when it is answered: the dialog has its words until it is gone.
  const [asks, setAsks] = useState<readonly Client[]>([]);
  const count = asks.length;
  const names = asks.slice(0, NAMED).map(fullName).join(', ');

  function pick(status: Status): void {
    const others = companionsOf(store.clients(), store.consumers(), ids, status);
    // Who selects one guest means that guest, and would turn away the others at the door.
    if (status === 'canceled' && others.length > 0) {
      setAsks(others);
      setIsAsking(true);
    } else onPick(status, others.length);
  }
  function cancelAll(): void {
    setIsAsking(false);
    onPick('canceled', count);
  }
  return (
    <>
      <Choices
        label={t('bulk.status')}
        disabled={disabled}
        choices={CONSUMER_STATUSES.map((status) => ({
          label: t(`consumerStatuses.${status}`),
          run: () => pick(status),
        }))}
      />
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('bulk.cancelTitle', { count })}
        confirmLabel={t('bulk.cancelAll', { count: ids.size + count })}
        cancelLabel={t('client_display.cancelNone')}
        onConfirm={cancelAll}
        onCancel={() => setIsAsking(false)}
      >
        {t('bulk.cancelLead', {
          count,
          names: count > NAMED ? t('bulk.andMore', { names, count: count - NAMED }) : names,
        })}
      </ConfirmDialog>
    </>
  );
}
