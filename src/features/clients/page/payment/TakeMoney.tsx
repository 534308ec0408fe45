import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { HAND_KINDS, MAX_NOTE_CENTS, type HandKind } from '#domain/documents/payment.ts';
import { hundredthsText, parseHundredths } from '#domain/money/money.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { notify } from '#ui/components/notify.tsx';
import { HundredthsInput } from '#ui/forms/HundredthsInput.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';

interface TakeMoneyProps {
  consumer: Consumer;
  onClose: () => void;
}

/** How much changed hands, in which way; what is still owed stands there already. */
export function TakeMoney({ consumer, onClose }: TakeMoneyProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { repository } = useEvent();
  const { busy, run } = useAction();
  const { open, credit, paid, refunded, currency } = settlementOf(consumer);
  const [back, setBack] = useState(open === 0);
  const [kind, setKind] = useState<HandKind>(consumer.paymentType === 'transfer' ? 'transfer' : 'cash');
  const [text, setText] = useState(hundredthsText(open > 0 ? open : credit));
  const most = Math.min(back ? paid - refunded : Infinity, MAX_NOTE_CENTS);
  const amount = parseHundredths(text, most, currency) ?? 0;
  const isValid = amount > 0;
  const form = useValidatedForm(() => void save());

  async function save(): Promise<void> {
    if (!isValid) return;
    const input = { consumerId: consumer._id, kind, amount: back ? -amount : amount };
    if ((await run(() => repository.takeMoney(input))) === null) return;
    notify.success(t('payments.noted', { amount: format.money(input.amount, currency) }));
    onClose();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payments.take')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form {...form.formProps} className={classes.dialog}>
        <NativeSelect
          label={t('payments.way')}
          value={back ? 'out' : 'in'}
          onChange={(change) => setBack(change.currentTarget.value === 'out')}
          data={[
            { value: 'in', label: t('payments.ways.in') },
            { value: 'out', label: t('payments.ways.out'), disabled: paid <= refunded },
          ]}
        />
        <NativeSelect
          label={t('payments.kind')}
          value={kind}
          onChange={(change) =>
            setKind(HAND_KINDS.find((one) => one === change.currentTarget.value) ?? 'cash')
          }
          data={HAND_KINDS.map((value) => ({ value, label: t(`payments.kinds.${value}`) }))}
        />
        <HundredthsInput
          name="amount"
          label={
            back ? t('payments.refundAmount', { most: format.money(most, currency) }) : t('payments.amount')
          }
          required
          min={1}
          max={most}
          unit={currency}
          value={text}
          error={form.errorOf('amount')}
          onChange={setText}
          onChosen={() => form.forget('amount')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {isValid ? t('payments.note', { amount: format.money(amount, currency) }) : t('payments.take')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
