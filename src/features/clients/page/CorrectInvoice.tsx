import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useUnprintableInvoice } from './useUnprintableInvoice.ts';

/**
 * Takes the newest invoice back, with a new one where something is charged; nothing where that is done, or on its way. Asks first:
 * what is issued is never taken out of the books again.
 */
export function CorrectInvoice({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const [asks, setAsks] = useState(false);
  const unprintable = useUnprintableInvoice(consumer);
  const [lacking, setLacking] = useState<string | null>(null);
  const list = consumer.invoices ?? [];
  const newest = list.findLast(({ kind }) => kind === 'invoice');
  if (newest === undefined || consumer.invoiceCorrects != null) return null;
  const isTakenBack = list.some(({ takesBack }) => takesBack === newest.number);
  const isCanceled = consumer.status === 'canceled';
  if (isTakenBack && isCanceled) return null;
  const act = isTakenBack ? 'again' : isCanceled ? 'cancel' : 'correct';
  const { index, number } = newest;
  async function open(): Promise<void> {
    setLacking(act === 'cancel' ? null : await unprintable());
    setAsks(true);
  }
  async function ask(): Promise<void> {
    await run(() => repository.askForCorrection(consumer._id, index));
    setAsks(false);
  }
  return (
    <>
      <Button variant="default" onClick={() => void open()}>
        {t(`invoices.${act}.label`)}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t(`invoices.${act}.label`)}
        confirmLabel={t(`invoices.${act}.confirm`)}
        // 'Annuler' is French for what is asked, too.
        cancelLabel={t('common.close')}
        busy={busy}
        onConfirm={() => void ask()}
        onCancel={() => setAsks(false)}
      >
        {t(`invoices.${act}.question`, { number })}
        {lacking !== null && ` ${t('invoices.unprintable.warning', { text: lacking })}`}
      </ConfirmDialog>
    </>
  );
}
