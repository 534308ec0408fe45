import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { dayOfText } from '#domain/days.ts';
import { isSaidPaid, saidOnly, settlementOf } from '#domain/money/settlement.ts';
import { useEvent } from '#hooks/data/event.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';
import { TakeBack } from './TakeBack.tsx';

/** Payments to the account, and what the status or another program says was paid: each amount that counts is to be seen. */
export function OtherWays({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { currency, paid } = settlementOf(consumer);
  const transfers = consumer.transfers ?? [];
  const said = saidOnly(consumer);
  const byStatus = isSaidPaid(consumer) ? paid : 0;
  if (transfers.length === 0 && said === 0 && byStatus === 0) return null;
  return (
    <Section title={t('payments.otherWays')} flush>
      <ul className={classes.list}>
        {transfers.map(({ id, day, amount }) => (
          <li key={id}>
            <ToAccount consumerId={consumer._id} {...{ id, day }} amount={format.money(amount, currency)} />
          </li>
        ))}
        {byStatus > 0 && (
          <li>
            <span className={classes.what}>
              <strong data-numeric>{format.money(byStatus, currency)}</strong>
              <span>{t('payments.said')}</span>
              <span className={classes.hint}>
                {t('payments.saidByStatus', { status: t('consumerStatuses.invoice_paid') })}
              </span>
            </span>
          </li>
        )}
        {said > 0 && (
          <li>
            <Said consumer={consumer} amount={format.money(said, currency)} />
          </li>
        )}
      </ul>
    </Section>
  );
}

interface ToAccountProps {
  consumerId: string;
  id: string;
  day: string;
  amount: string;
}

function ToAccount({ consumerId, id, day, amount }: ToAccountProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { repository } = useEvent();
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric>{amount}</strong>
        <span>{t('payments.toAccount')}</span>
        <span className={classes.hint}>{dayWords(day, format)}</span>
      </span>
      <TakeBack
        label={t('payments.undo')}
        of={t('payments.undoOf', { amount })}
        act={() => repository.takeBackTransfer(consumerId, id)}
      >
        {t('payments.undoTransfer', { amount })}
      </TakeBack>
    </>
  );
}

function Said({ consumer, amount }: { consumer: Consumer; amount: string }) {
  const { t } = useTranslation();
  const { repository } = useEvent();
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric>{amount}</strong>
        <span>{t('payments.said')}</span>
        <span className={classes.hint}>{t('payments.saidHint')}</span>
      </span>
      <TakeBack
        label={t('payments.saidUndo')}
        of={t('payments.saidUndoOf', { amount })}
        act={() => repository.withdrawSaid(consumer._id)}
      >
        {t('payments.saidQuestion', { amount })}
      </TakeBack>
    </>
  );
}

/** A day as the bank wrote it; its own text where it is none. */
function dayWords(text: string, format: ReturnType<typeof useFormat>): string {
  const day = dayOfText(text);
  return day === null ? text : format.day(day);
}
