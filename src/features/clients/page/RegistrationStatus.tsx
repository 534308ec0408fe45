import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSUMER_STATUSES, type Consumer } from '#domain/documents/consumer.ts';
import { paymentFlags } from '#domain/money/paymentState.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { useRoutine } from '#hooks/data/messages.ts';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { DetailList } from '#ui/components/DetailList.tsx';
import { fullName } from '#ui/words/format.ts';
import { notify } from '#ui/components/notify.tsx';
import classes from './ClientPage.module.css';
import { CorrectInvoice } from './CorrectInvoice.tsx';

/**
 * The consumer's status, of all who registered together. Saving it has the notification routine run (1 §4); without a
 * connection the server does so by itself, when the change arrives there.
 */
export function RegistrationStatus({ consumer, canEdit }: { consumer: Consumer; canEdit: boolean }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const routine = useRoutine();
  const { run } = useAction();
  const [asks, setAsks] = useState(false);
  const clients = useLive((store) => store.clients());
  const names = [...clients.values()].filter((one) => one.consumerId === consumer._id).map(fullName);
  const count = names.length;
  if (!canEdit) {
    return (
      <DetailList
        items={[{ label: t('client_display.status'), value: t(`consumerStatuses.${consumer.status}`) }]}
      />
    );
  }
  async function save(status: Consumer['status']): Promise<void> {
    setAsks(false);
    if ((await run(() => repository.setConsumerStatus(consumer._id, status))) === null) return;
    notify.success(t('client_display.statusSaved'));
    routine();
  }
  return (
    <>
      <Select
        label={t('client_display.status')}
        description={count > 1 && t('client_display.statusOfAll', { count })}
        value={consumer.status}
        data={CONSUMER_STATUSES.map((value) => ({ value, label: t(`consumerStatuses.${value}`) }))}
        onChange={(value) => {
          const status = CONSUMER_STATUSES.find((one) => one === value);
          if (status === undefined || status === consumer.status) return;
          // Who looks at one guest means that guest, and would turn away the others at the door.
          if (status === 'canceled' && count > 1) setAsks(true);
          else void save(status);
        }}
      />
      {paymentFlags(consumer).includes('invoiced') && (
        // Who cancels goes on from here: nothing takes the invoice back by itself.
        <div className={classes.outdated}>
          <p>{t('payments.flags.invoiced')}</p>
          <CorrectInvoice consumer={consumer} />
        </div>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('client_display.cancelTitle', { count })}
        confirmLabel={t('client_display.cancelAll', { count })}
        cancelLabel={t('client_display.cancelNone')}
        danger
        onConfirm={() => void save('canceled')}
        onCancel={() => setAsks(false)}
      >
        {t('client_display.cancelLead', { names: names.join(', ') })}
      </ConfirmDialog>
    </>
  );
}
