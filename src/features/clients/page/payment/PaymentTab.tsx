import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consumer } from '#domain/documents/consumer.ts';
import { bookedTwice, isBookedTwice, notedAndBooked } from '#domain/money/bookedTwice.ts';
import { fitsCard } from '#domain/money/cardLimits.ts';
import { invoicedSum, paymentFlags, paymentState } from '#domain/money/paymentState.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useLive } from '#hooks/data/event.tsx';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Nothing } from '#ui/components/Nothing.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import type { TabProps } from '../tabProps.ts';
import { CorrectInvoice } from '../CorrectInvoice.tsx';
import { GuestLink } from '../GuestLink.tsx';
import { Cards, useCardAccounts } from './Cards.tsx';
import { Hand } from './Hand.tsx';
import { OtherWays } from './OtherWays.tsx';
import classes from './Payment.module.css';
import { StripeLinks } from './StripeLinks.tsx';

/** Where the payment stands, what came in and went back, and the card payment provider's own pages. */
export function PaymentTab({ consumer }: TabProps) {
  const { t } = useTranslation();
  return consumer === null ? (
    <Nothing framed>{t('client_display.noConsumer')}</Nothing>
  ) : (
    <Payments consumer={consumer} />
  );
}

/** `isEmptied`: all its guests were deleted. */
export function Payments({ consumer, isEmptied = false }: { consumer: Consumer; isEmptied?: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEventTime();
  const { currency, total, paid, refunded, open, credit } = settlementOf(consumer);
  const state = paymentState(consumer);
  const invoiced = invoicedSum(consumer);
  const event = useLive((store) => store.event());
  const consumers = useLive((store) => store.consumers());
  const twice = useMemo(() => bookedTwice(consumers.values()), [consumers]);
  const both = notedAndBooked(consumer);
  const takesCards = consumer.paymentType === 'card' || event?.paymentTypes.includes('card') === true;
  const isOffered = takesCards && fitsCard(open, currency);
  const accounts = useCardAccounts(consumer, isOffered);
  const money = (label: string, cents: number, always = false) =>
    cents === 0 && !always
      ? []
      : [{ label, value: <span data-numeric>{format.money(cents, currency)}</span> }];
  return (
    <>
      {paymentFlags(consumer, { isEmptied, isTwice: isBookedTwice(consumer, twice) }).map((flag) => (
        <Alert
          key={flag}
          className={classes.flag ?? ''}
          color="amber"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(`payments.flags.${flag}`)}
        >
          {t(`payments.flagHints.${flag}`, {
            ...{ amount: format.money(credit, currency), open: format.money(open, currency) },
            excess: format.money(Math.max(0, refunded - paid), currency),
            ...{
              invoiced: invoiced === null ? '' : format.money(invoiced.sum, invoiced.currency),
              total: format.money(total, currency),
            },
          })}
          {(flag === 'over' || flag === 'late') &&
            both !== null &&
            ` ${t('payments.notedAndBooked', { amount: format.money(both, currency) })}`}
          {flag === 'invoiced' && (
            <div className={classes.mend}>
              <CorrectInvoice consumer={consumer} />
            </div>
          )}
        </Alert>
      ))}
      <Section title={t('client_display.tabs.payment')}>
        <DetailList
          items={[
            { label: t('client_display.paymentType'), value: t(`paymentTypes.${consumer.paymentType}`) },
            {
              label: t('payments.state'),
              value:
                state === 'held' && consumer.hold != null
                  ? t('payments.heldUntil', { time: timeOf(consumer.hold.until) })
                  : t(`payments.states.${state}`),
            },
            ...money(t('client_display.amountVat'), total, true),
            ...money(t('payments.paid'), paid),
            ...money(t('payments.refunded'), refunded),
            ...money(t('payments.open'), open),
            ...money(t('payments.credit'), credit),
            { label: t('client_display.stripe'), value: <StripeLinks consumer={consumer} /> },
          ]}
        />
      </Section>
      {takesCards && (
        // As long as nobody knows it, it is the link that says it.
        <PayCode {...{ consumer, isOffered }} isClosed={accounts?.isSetUp === false} />
      )}
      <Cards consumer={consumer} accounts={accounts} />
      <OtherWays consumer={consumer} twice={twice} />
      <Hand consumer={consumer} />
    </>
  );
}

interface PayCodeProps {
  consumer: Consumer;
  isOffered: boolean;
  /** Where the event takes no cards, that is said before anybody tries it in front of a guest. */
  isClosed: boolean;
}

function PayCode({ consumer, isOffered, isClosed }: PayCodeProps) {
  const { t } = useTranslation();
  return (
    // What is shown to the guest stays until it is closed, and says that it is paid.
    <div className={classes.pays} hidden={!isOffered}>
      <GuestLink consumer={consumer} pays disabled={isClosed} />
      <p className={classes.hint}>{t(isClosed ? 'guestLink.noCards' : 'guestLink.payHint')}</p>
    </div>
  );
}
