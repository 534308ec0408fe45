import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { currencyOf, type CardPayment } from '#domain/money/cardPayment.ts';
import { hundredthsText, parseHundredths } from '#domain/money/money.ts';
import { backableOf, settlementOf } from '#domain/money/settlement.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { HundredthsInput } from '#ui/forms/HundredthsInput.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';

interface RefundDialogProps {
  consumer: Consumer;
  card: CardPayment;
  onClose: () => void;
}

/** Says what comes of it before any money moves: it does not come back by a tap. */
export function RefundDialog({ consumer, card, onClose }: RefundDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id } = useEvent();
  const data = useAppData();
  const { busy, run } = useAction();
  const { total, credit, paid, refunded, ...settlement } = settlementOf(consumer);
  const currency = currencyOf(card, settlement.currency);
  const left = backableOf(consumer, card);
  // What is owed to nobody goes back first.
  const [text, setText] = useState(hundredthsText(credit > 0 ? Math.min(credit, left) : left));
  const amount = parseHundredths(text, left, currency) ?? 0;
  const isValid = amount > 0;
  const form = useValidatedForm(() => void giveBack());

  async function giveBack(): Promise<void> {
    if (!isValid) return;
    const refund = { consumerId: consumer._id, cardId: card.id, amount, before: card.refunded };
    if ((await run(() => data.refundPayment(id, refund))) === null) return;
    notify.success(t('payments.refundDone', { amount: format.money(amount, currency) }));
    onClose();
  }
  // Who comes for nothing is not cancelled by it.
  const isAll = paid - refunded === amount && (total > 0 || consumer.status === 'canceled');
  const isInvoiced = consumer.invoiceIndex != null;
  const outcome = isAll
    ? (['canceled', 'canceledInvoice'] as const)
    : amount > credit
      ? (['less', 'lessInvoice'] as const)
      : (['credit', 'credit'] as const);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payments.refundTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form {...form.formProps} className={classes.dialog}>
        <HundredthsInput
          name="amount"
          label={t('payments.refundAmount', { most: format.money(left, currency) })}
          required
          min={1}
          max={left}
          unit={currency}
          value={text}
          error={form.errorOf('amount')}
          onChange={setText}
          onChosen={() => form.forget('amount')}
        />
        {isValid && <Text aria-live="polite">{t(`payments.outcomes.${outcome[isInvoiced ? 1 : 0]}`)}</Text>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="red" loading={busy}>
            {isValid
              ? t('payments.refundNow', { amount: format.money(amount, currency) })
              : t('payments.refund')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
