import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardAccounts } from '#data/types.ts';
import type { Consumer } from '#domain/documents/consumer.ts';
import { currencyOf, isDisputed, lostOf, type CardPayment } from '#domain/money/cardPayment.ts';
import { backableOf, settlementOf } from '#domain/money/settlement.ts';
import { ok } from '#domain/result.ts';
import { useAppData } from '#hooks/data/appData.tsx';
import { useEvent } from '#hooks/data/event.tsx';
import { useServerValue } from '#hooks/data/server.ts';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';
import { RefundDialog } from './RefundDialog.tsx';
import { stripePage } from './StripeLinks.tsx';

/** To which accounts payments by card belong; null where nobody answered yet, or nobody needs to know. */
export function useCardAccounts(consumer: Consumer, mayPay: boolean): CardAccounts | null {
  const { id: eventId } = useEvent();
  const data = useAppData();
  const ids = (consumer.cards ?? []).map(({ id }) => id).join(' ');
  return useServerValue(
    // Who paid nothing by card, and will not, is asked about at no account.
    () => (ids === '' && !mayPay ? Promise.resolve(ok(null)) : data.cardAccounts(eventId, consumer._id)),
    `${consumer._id} ${mayPay} ${ids}`,
  ).value;
}

/** Each payment by card, with the way to give its money back. */
export function Cards({ consumer, accounts }: { consumer: Consumer; accounts: CardAccounts | null }) {
  const { t } = useTranslation();
  const [refunds, setRefunds] = useState<string | null>(null);
  const cards = consumer.cards ?? [];
  const hindranceOf = ({ id }: CardPayment): Hindrance | null =>
    accounts === null
      ? null
      : !accounts.isSetUp
        ? 'noAccount'
        : accounts.elsewhere.includes(id)
          ? 'otherAccount'
          : null;
  const card = cards.find(({ id }) => id === refunds);
  if (cards.length === 0) return null;
  return (
    <Section title={t('payments.cards')} flush>
      <ul className={classes.list}>
        {cards.map((one) => (
          <li key={one.id}>
            <Row
              card={one}
              consumer={consumer}
              hindrance={hindranceOf(one)}
              onRefund={() => setRefunds(one.id)}
            />
          </li>
        ))}
      </ul>
      {card !== undefined && (
        <RefundDialog consumer={consumer} card={card} onClose={() => setRefunds(null)} />
      )}
    </Section>
  );
}

/** Why nothing of a payment can be given back here. */
type Hindrance = 'noAccount' | 'otherAccount';

interface RowProps {
  card: CardPayment;
  consumer: Consumer;
  hindrance: Hindrance | null;
  onRefund: () => void;
}

function Row({ card, consumer, hindrance, onRefund }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const currency = currencyOf(card, settlementOf(consumer).currency);
  const amount = format.money(card.paid, currency);
  const lost = lostOf(card);
  const isBackable = backableOf(consumer, card) > 0;
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric>{amount}</strong>
        {card.refunded > 0 && (
          <span className={classes.hint} data-numeric>
            {t('payments.refundedOf', { amount: format.money(card.refunded, currency) })}
          </span>
        )}
        {isDisputed(card) && <span className={classes.bad}>{t('payments.flags.disputed')}</span>}
        {lost > 0 && (
          <span className={classes.bad} data-numeric>
            {t('payments.lostOf', { amount: format.money(lost, currency) })}
          </span>
        )}
        {card.disputes?.some(({ outcome }) => outcome === 'won') === true && (
          <span className={classes.hint}>{t('payments.won')}</span>
        )}
        {isBackable && hindrance !== null && (
          <span className={classes.hint}>{t(`payments.${hindrance}`)}</span>
        )}
        {card.paymentId != null && (
          <Anchor
            href={stripePage('payments', card.paymentId)}
            target="_blank"
            rel="noreferrer"
            aria-label={t('payments.atStripeOf', { amount })}
          >
            {t('payments.atStripe')}
          </Anchor>
        )}
      </span>
      {isBackable && hindrance === null && (
        <Button variant="default" onClick={onRefund} aria-label={t('payments.refundOf', { amount })}>
          {t('payments.refund')}
        </Button>
      )}
    </>
  );
}
